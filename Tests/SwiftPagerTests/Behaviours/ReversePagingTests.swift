import SwiftPager
import TestSupport
import Testing

/// Rows C: a list that is read backward.
@Suite("C: reverse", .timeLimit(.minutes(1)))
struct ReversePagingTests {
  private let server = HeroServer.reverse()

  @Test("C1: after the fetch there is a previous page")
  func canLoadPrevious() async {
    let pager = HeroesPager.reverse(server)
    await pager.fetch()
    #expect(await pager.canLoadPrevious)
  }

  @Test("C2: the previous page is asked for with the start cursor, and a late subscriber sees both states")
  func loadPrevious() async throws {
    let pager = HeroesPager.reverse(server)
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadPrevious()
    #expect(server.transport.requests.last == ["id": "2001", "last": 2, "before": "K2"])
    #expect(subscriber.notation == ["[Han+Leia]", "Luke [Han+Leia]"])
    #expect(await !pager.canLoadPrevious)
  }

  @Test("C3: the first output has the initial page alone")
  func firstOutput() async throws {
    let pager = HeroesPager.reverse(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(subscriber.history.count == 1)
    let output = try #require(subscriber.lastOutput)
    #expect(output.initialPage?.data?.names == ["Han", "Leia"])
    #expect(output.initialPage?.data?.hero.friends.totalCount == 3)
    #expect(output.initialPage?.source == .server)
    #expect(output.nextPages.isEmpty)
  }

  @Test("C4: the previous page leaves the initial one as it was")
  func initialPageStays() async throws {
    let pager = HeroesPager.reverse(server)
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    let before = try #require(subscriber.lastOutput?.initialPage)
    try await pager.loadPrevious()
    #expect(subscriber.history.count == 2)
    let output = try #require(subscriber.lastOutput)
    #expect(output.initialPage == before)
    #expect(output.previousPages.map { $0.data?.names } == [["Luke"]])
    #expect(output.previousPages.first?.source == .server)
    #expect(output.nextPages.isEmpty)
  }

  @Test("C5: one page is held before the initial one, none after it")
  func pageCounts() async throws {
    let pager = HeroesPager.reverse(server)
    await pager.fetch()
    try await pager.loadPrevious()
    let output = try #require(RecordingSubscriber(pager).lastOutput)
    #expect(output.previousPages.count == 1)
    #expect(output.nextPages.count == 0)
  }

  @Test("C6: with completions, the first page is at hand and only previous is open")
  func completionsFetch() async throws {
    let pager = HeroesCallbackPager.reverse(server)
    let subscriber = RecordingSubscriber(pager)
    #expect(try await pager.outcome(of: .fetch) == nil)
    #expect(subscriber.lastOutput?.names.first == "Han")
    #expect(!pager.canLoadNext)
    #expect(pager.canLoadPrevious)
  }

  @Test("C7: with completions, the previous page is one further value, and then nothing is open")
  func completionsPrevious() async throws {
    let pager = HeroesCallbackPager.reverse(server)
    let subscriber = RecordingSubscriber(pager)
    #expect(try await pager.outcome(of: .fetch) == nil)
    #expect(try await pager.outcome(of: .loadPrevious) == nil)
    #expect(subscriber.notation == ["[Han+Leia]", "Luke [Han+Leia]"])
    #expect(!pager.canLoadNext)
    #expect(!pager.canLoadPrevious)
  }

  @Test("previous pages come in the order of the list: the one loaded last comes first")
  func orderOfPreviousPages() async throws {
    let server = HeroServer()
    server.announce(.backward(before: "K3"), HeroPage(names: ["5", "6"], previous: "K2"))
    server.announce(.backward(before: "K2"), HeroPage(names: ["3", "4"], previous: "K1"))
    server.announce(.backward(before: "K1"), HeroPage(names: ["1", "2"]))
    let pager = HeroesPager.reverse(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadPrevious()
    try await pager.loadPrevious()
    #expect(subscriber.notation == ["[5+6]", "3+4 [5+6]", "1+2 3+4 [5+6]"])
  }
}
