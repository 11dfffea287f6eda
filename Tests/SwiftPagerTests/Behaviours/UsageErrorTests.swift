import SwiftPager
import TestSupport
import Testing

/// Rows M1 to M5: calls that the state of the list does not allow, and a walk that goes on from it.
@Suite("M: usage errors", .timeLimit(.minutes(1)))
struct UsageErrorTests {
  @Test("M1: loadNext before the first page is refused, each time, without a request or an output")
  func loadBeforeFetch() async {
    let server = HeroServer.forward()
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
    #expect(server.transport.requests.isEmpty)
    #expect(subscriber.history.isEmpty)
  }

  @Test("M2: loadAll from the pages held, before there are any, is refused; a later fetch works")
  func loadRestBeforeFetch() async {
    let pager = HeroesPager.forward(.forward())
    let subscriber = RecordingSubscriber(pager)
    #expect(await pager.outcome(of: .loadRest) == .missingInitialPage)
    await pager.fetch()
    #expect(subscriber.notation == ["[Luke+Han]"])
  }

  @Test("M3: beyond both ends of a list of one page there is no more content")
  func noMoreContent() async {
    let server = HeroServer.numbered(pages: 1)
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(await pager.outcome(of: .loadNext) == .pageHasNoMoreContent)
    #expect(await pager.outcome(of: .loadPrevious) == .pageHasNoMoreContent)
    #expect(subscriber.notation == ["[1+2]"])
    #expect(server.transport.requests.count == 1)
  }

  @Test("M4, better: where the resolver gives no query, loads end with `noQuery`, and loadAll shows what it loaded")
  func noQuery() async {
    let server = HeroServer()
    server.announce(.forward(), HeroPage(names: ["1", "2"], next: "c1"))
    server.announce(.forward(), HeroPage(names: ["3", "4"], next: "c1"))
    let pager = HeroesPager(
      client: server.client, initialQuery: HeroesQuery.forward(),
      extractPageInfo: { (data: HeroesQuery.Data) in data.forward }, pageResolver: { _, _ in nil })
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(await pager.outcome(of: .loadNext) == .noQuery)
    #expect(await pager.outcome(of: .loadNext) == .noQuery)
    #expect(await pager.outcome(of: .loadAll) == .noQuery)
    #expect(subscriber.notation == ["[1+2]", "[3+4]"])
  }

  @Test("M5: loadAll from the pages held goes on with the next one, and brings one output")
  func loadRest() async throws {
    let server = HeroServer.numbered(pages: 5)
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadNext()
    try await pager.loadAll(fetchFromInitialPage: false)
    #expect(server.transport.requests == [HeroesQuery].numbered(1...5).sentVariables)
    #expect(subscriber.notation == ["[1+2]", "[1+2] 3+4", "[1+2] 3+4 5+6 7+8 9+10"])
  }
}
