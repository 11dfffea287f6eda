import SwiftPager
import TestSupport
import Testing

/// Rows D: a list that is entered in its middle.
@Suite("D: bidirectional", .timeLimit(.minutes(1)))
struct BidirectionalPagingTests {
  private let server = HeroServer.bidirectional()
  private let pager: HeroesPager

  init() {
    pager = .bidirectional(server)
  }

  /// The closure form of subscribing; the values arrive on the main actor.
  private func subscribe() -> Notebook<Result<HeroesOutput, any Error>> {
    let outputs = Notebook<Result<HeroesOutput, any Error>>()
    pager.subscribe { outputs.note($0) }
    return outputs
  }

  @Test("D1: a closure gets the page in the middle, once")
  func closureFetch() async throws {
    let outputs = subscribe()
    await pager.fetch()
    try await eventually("the output arrives") { !outputs.history.isEmpty }
    #expect(outputs.history.map(\.notation) == ["[Leia]"])
    let output = try outputs.history[0].get()
    #expect(output.initialPage?.data?.hero.friends.totalCount == 3)
    #expect(output.initialPage?.source == .server)
    #expect(output.nextPages.isEmpty)
  }

  @Test("D2: a new closure gets that page again, then the next one")
  func closureNext() async throws {
    await pager.fetch()
    let outputs = subscribe()
    try await pager.loadNext()
    try await eventually("both outputs arrive") { outputs.history.count >= 2 }
    #expect(outputs.history.map(\.notation) == ["[Leia]", "[Leia] Han"])
    let last = try outputs.history[1].get()
    #expect(last.initialPage == (try outputs.history[0].get().initialPage))
    #expect((last.previousPages.count, last.nextPages.count) == (0, 1))
    #expect(last.nextPages.first?.source == .server)
  }

  @Test("D3: going backward keeps what was loaded forward")
  func closurePrevious() async throws {
    await pager.fetch()
    try await pager.loadNext()
    let outputs = subscribe()
    try await pager.loadPrevious()
    try await eventually("both outputs arrive") { outputs.history.count >= 2 }
    #expect(outputs.history.map(\.notation) == ["[Leia] Han", "Luke [Leia] Han"])
    let last = try outputs.history[1].get()
    #expect((last.previousPages.count, last.nextPages.count) == (1, 1))
    #expect(last.previousPages.first?.source == .server)
  }

  @Test("D4: a subscriber of the publisher gets the page in the middle, once")
  func publisherFetch() async throws {
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(subscriber.notation == ["[Leia]"])
    #expect(subscriber.lastOutput?.initialPage?.source == .server)
  }

  @Test("D5: a new subscriber of the publisher gets that page again, then the next one")
  func publisherNext() async throws {
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadNext()
    #expect(subscriber.notation == ["[Leia]", "[Leia] Han"])
  }

  @Test("D6: through the publisher, too, going backward keeps what was loaded forward")
  func publisherPrevious() async throws {
    await pager.fetch()
    try await pager.loadNext()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadPrevious()
    #expect(subscriber.notation == ["[Leia] Han", "Luke [Leia] Han"])
  }
}
