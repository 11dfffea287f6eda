import SwiftPager
import TestSupport
import Testing

/// Rows B: what outputs contain, and in which order.
@Suite("B: outputs", .timeLimit(.minutes(1)))
struct OutputContentTests {
  private let server = HeroServer.forward()

  /// The names on the page that an output got last.
  private static func newestNames(_ output: HeroesOutput) -> [String] {
    (output.nextPages.last ?? output.initialPage)?.data?.names ?? []
  }

  @Test("B1: a subscriber from the start gets one value for each load")
  func oneValueEach() async throws {
    let pager = HeroesPager.forward(server)
    let names = RecordingSubscriber(pager.compactMap { try? $0.get().names })
    await pager.fetch()
    #expect(names.history.count == 1)
    try await pager.loadNext()
    #expect(names.history.count == 2)
  }

  @Test("B2: the items of all pages come in the order of the list")
  func order() async throws {
    let pager = HeroesPager.forward(server)
    let names = RecordingSubscriber(pager.compactMap { try? $0.get().names })
    await pager.fetch()
    try await pager.loadNext()
    #expect(names.history.last == ["Luke", "Han", "Leia"])
  }

  @Test("B3: after the fetch the newest page is the initial one")
  func newestIsInitial() async {
    let pager = HeroesPager.forward(server)
    let newest = RecordingSubscriber(pager.compactMap { try? Self.newestNames($0.get()) })
    await pager.fetch()
    #expect(newest.history == [["Luke", "Han"]])
  }

  @Test("B4: initial and later pages can be told apart, and the output names the one that came last")
  func newestIsNext() async throws {
    let pager = HeroesPager.forward(server)
    let newest = RecordingSubscriber(pager.compactMap { try? Self.newestNames($0.get()) })
    await pager.fetch()
    try await pager.loadNext()
    #expect(newest.history == [["Luke", "Han"], ["Leia"]])
    let output = try #require(RecordingSubscriber(pager).lastOutput)
    #expect(output.lastUpdatedPage == .paginated(try #require(output.nextPages.last)))
  }

  @Test("B5: with completions, too, there is one value for each load, in the order of the list, and no error")
  func completions() async throws {
    let pager = HeroesCallbackPager.forward(server)
    let names = RecordingSubscriber(pager.compactMap { try? $0.get().names })
    #expect(try await pager.outcome(of: .fetch) == nil)
    #expect(try await pager.outcome(of: .loadNext) == nil)
    #expect(names.history == [["Luke", "Han"], ["Luke", "Han", "Leia"]])
  }

  @Test("B6: without a transform, outputs are all the pages")
  func noTransform() async throws {
    let pager = HeroesCallbackPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    #expect(try await pager.outcome(of: .fetch) == nil)
    #expect(subscriber.notation == ["[Luke+Han]"])
  }

  @MainActor
  @Test("B7: on the main actor, with state that can be read without waiting")
  func mainActor() async throws {
    let pager = HeroesCallbackPager.forward(server)
    let newest = Notebook<[String]>()
    pager.subscribe { output in
      MainActor.assertIsolated()
      if let output = try? output.get() { newest.note(Self.newestNames(output)) }
    }
    let ends = Notebook<PaginationError?>()
    pager.fetch { ends.note($0) }
    try await eventually("the fetch ends") { ends.history.count == 1 }
    try await eventually("the output arrives") { !newest.history.isEmpty }
    #expect(newest.history == [["Luke", "Han"]])
    #expect(pager.canLoadNext)
    #expect(!pager.canLoadPrevious)
  }

  @MainActor
  @Test("B8: the next page brings one further value, and no direction is open after it")
  func mainActorNext() async throws {
    let pager = HeroesCallbackPager.forward(server)
    let newest = Notebook<[String]>()
    pager.subscribe { output in
      if let output = try? output.get() { newest.note(Self.newestNames(output)) }
    }
    #expect(try await pager.outcome(of: .fetch) == nil)
    #expect(try await pager.outcome(of: .loadNext) == nil)
    try await eventually("both outputs arrive") { newest.history.count >= 2 }
    #expect(newest.history == [["Luke", "Han"], ["Leia"]])
    #expect(!pager.canLoadNext)
    #expect(!pager.canLoadPrevious)
  }
}
