import SwiftPager
import TestSupport
import Testing

/// Rows M6 to M15: failures of the network, pages with errors and no data, empty pages.
@Suite("M: failures", .timeLimit(.minutes(1)))
struct FailureTests {
  @Test("M6: a fetch that fails returns; subscribers get the failure, and there is no page to go on from")
  func failedFetch() async {
    let pager = HeroesPager.forward(.numbered(pages: 2, except: [1: .offline()]))
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(subscriber.notation == ["failure: network"])
    #expect(await !pager.canLoadNext)
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
  }

  @Test(
    "M7, M8: a page that fails is a failure for subscribers, not for the caller; the next load asks for it again",
    arguments: [
      (ScriptedAnswer.offline(), "failure: network"),
      (.response(status: 200, body: "<html>busy</html>"), "failure: bad response"),
      (.response(status: 500, body: "out of order"), "failure: HTTP 500"),
      (.json(["data": ["hero": 7]]), "failure: bad response"),
    ])
  func failedPage(answer: ScriptedAnswer, failure: String) async throws {
    let server = HeroServer.numbered(pages: 2, except: [2: answer])
    server.announce(.numbered(2), .numbered(2, of: 2))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadNext()
    #expect(await pager.canLoadNext)
    try await pager.loadNext()
    #expect(subscriber.notation == ["[1+2]", failure, "[1+2] 3+4"])
    #expect(server.transport.requests == [HeroesQuery].numbered([1, 2, 2]).sentVariables)
  }

  @Test("M9: a loadAll whose first page fails returns; one request, one failure")
  func failedFirstPageOfWalk() async throws {
    let server = HeroServer.numbered(pages: 2, except: [1: .offline()])
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["failure: network"])
    #expect(server.transport.requests.count == 1)
  }

  @Test(
    "M10, better: a page that goes on failing ends loadAll; what was loaded comes first, then the failure",
    arguments: [(ScriptedAnswer.offline(), "failure: network"), (.outOfOrder, "failure: HTTP 500")])
  func persistentFailure(answer: ScriptedAnswer, failure: String) async throws {
    let server = HeroServer.numbered(pages: 5, except: [3: answer])
    for _ in 0..<100 { server.announce(.numbered(3), answer) }
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(server.transport.requests == [HeroesQuery].numbered(1...3).sentVariables)
    #expect(subscriber.notation == ["[1+2] 3+4", failure])
  }

  @Test("M11, better: a failure during loadAll is not swallowed, and loadAll goes on from the pages held")
  func walkGoesOn() async throws {
    let server = HeroServer.numbered(pages: 5, except: [3: .outOfOrder])
    server.announce(.numbered(3), .numbered(3, of: 5))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    try await pager.loadAll(fetchFromInitialPage: false)
    #expect(server.transport.requests == [HeroesQuery].numbered([1, 2, 3, 3, 4, 5]).sentVariables)
    #expect(subscriber.notation == ["[1+2] 3+4", "failure: HTTP 500", "[1+2] 3+4 5+6 7+8 9+10"])
  }

  @Test("M12: a page with errors and no data ends loadAll; it is shown, and there is more to load")
  func pageWithoutDataEndsWalk() async throws {
    let pager = HeroesPager.forward(.numbered(pages: 5, except: [3: HeroPage.errorsOnly("lost")]))
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2] 3+4 nothing!"])
    #expect(await pager.canLoadNext)
  }

  @Test("M13, better: loadNext asks for a page without data again, puts it in its place, and gets past it")
  func pageWithoutDataIsReplaced() async throws {
    let server = HeroServer.numbered(pages: 4, except: [3: HeroPage.errorsOnly("lost")])
    server.announce(.numbered(3), HeroPage.errorsOnly("lost", "again"))
    server.announce(.numbered(3), .numbered(3, of: 4))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    for _ in 1...3 { try await pager.loadNext() }
    #expect(server.transport.requests == [HeroesQuery].numbered([1, 2, 3, 3, 3, 4]).sentVariables)
    #expect(
      subscriber.notation == [
        "[1+2] 3+4 nothing!", "[1+2] 3+4 nothing!", "[1+2] 3+4 5+6", "[1+2] 3+4 5+6 7+8",
      ])
  }

  @Test("M14: a page with data and errors does not end loadAll; its errors are among all errors")
  func partialSuccessInWalk() async throws {
    var second = HeroPage.numbered(2, of: 3)
    second.errors = ["no ships"]
    let pager = HeroesPager.forward(.numbered(pages: 3, except: [2: second.answer]))
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2] 3+4! 5+6"])
    #expect(subscriber.lastOutput?.allErrors.map(\.message) == ["no ships"])
  }

  @Test("M15: an empty page in the middle is kept, and loadAll goes on")
  func emptyPage() async throws {
    let pager = HeroesPager.forward(.numbered(pages: 3, except: [2: HeroPage(next: "c2").answer]))
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2] nobody 5+6"])
  }

  @Test("a failed refetch keeps the pages held, and loading goes on from them")
  func failedRefetch() async throws {
    let server = HeroServer.numbered(pages: 3)
    server.announce(.numbered(1), .offline())
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadNext()
    await pager.refetch()
    try await pager.loadNext()
    #expect(subscriber.notation == ["[1+2]", "[1+2] 3+4", "failure: network", "[1+2] 3+4 5+6"])
  }
}
