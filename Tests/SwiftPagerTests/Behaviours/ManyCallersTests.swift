import SwiftPager
import TestSupport
import Testing

/// Rows H: several callers, several subscribers.
@Suite("H: many callers", .timeLimit(.minutes(1)))
struct ManyCallersTests {
  private let server = HeroServer.forward()

  /// Calls `loadNext` five times at once; the answer comes when four have been refused.
  private func loadFiveTimes(_ pager: HeroesPager) async throws -> [PaginationError?] {
    server.transport.hold()
    let ends = Notebook<PaginationError?>()
    return try await withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask { ends.note(await pager.outcome(of: .loadNext)) }
      }
      try await eventually("four calls are refused") { ends.history.count == 4 }
      server.transport.stopHolding()
      try await group.waitForAll()
      return ends.history
    }
  }

  @Test("H1: five loads at once ask for the second page once")
  func oneRequest() async throws {
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    _ = try await loadFiveTimes(pager)
    #expect(server.transport.requests == [HeroesQuery.forward(), .forward(after: "K2")].sentVariables)
  }

  @Test("H2: five loads at once bring one update")
  func oneUpdate() async throws {
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    _ = try await loadFiveTimes(pager)
    #expect(subscriber.notation == ["[Luke+Han]", "[Luke+Han] Leia"])
  }

  @Test("H3: four of five loads at once throw `loadInProgress`, and the first error is that")
  func loadInProgress() async throws {
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    let ends = try await loadFiveTimes(pager)
    #expect(ends == [.loadInProgress, .loadInProgress, .loadInProgress, .loadInProgress, nil])
  }

  @Test("H4: with completions, five loads in a row ask once and bring one update")
  func completions() async throws {
    let pager = HeroesCallbackPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    #expect(try await pager.outcome(of: .fetch) == nil)
    #expect(subscriber.history.count == 1)
    server.transport.hold()
    let ends = Notebook<PaginationError?>()
    for _ in 0..<5 { pager.begin(.loadNext, ends) }
    try await eventually("four calls are refused") { ends.history.count == 4 }
    server.transport.stopHolding()
    try await eventually("the fifth ends") { ends.history.count == 5 }
    #expect(ends.history.compactMap(\.self) == [PaginationError](repeating: .loadInProgress, count: 4))
    #expect(subscriber.notation == ["[Luke+Han]", "[Luke+Han] Leia"])
    #expect(server.transport.requests.count == 2)
  }

  @Test("H5: two subscribers get the same values")
  func twoSubscribers() async {
    let pager = HeroesPager.forward(server)
    let first = RecordingSubscriber(pager)
    let second = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(first.notation == ["[Luke+Han]"])
    #expect(first.notation == second.notation)
  }

  @Test("H6: their first value is the first page from the server")
  func firstValue() async throws {
    let pager = HeroesPager.forward(server)
    let subscribers = [RecordingSubscriber(pager), RecordingSubscriber(pager)]
    await pager.fetch()
    for subscriber in subscribers {
      let output = try #require(subscriber.history.first).get()
      #expect(output.nextPages.isEmpty)
      #expect(output.initialPage?.data?.names.count == 2)
      #expect(output.initialPage?.data?.hero.friends.totalCount == 3)
      #expect(output.initialPage?.source == .server)
    }
  }
}
