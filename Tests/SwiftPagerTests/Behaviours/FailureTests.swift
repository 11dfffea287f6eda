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

  @Test("A load after a first page that failed is refused with what that failed with, until there is a page")
  func causeOfMissingPage() async throws {
    let server = HeroServer()
    server.announce(.numbered(1), .offline("no server is there"))
    server.announce(.numbered(1), HeroPage.errorsOnly("lost", "again"))
    let pager = HeroesPager.forward(server)
    func refusal(_ call: PagerCall = .loadNext) async -> PaginationError? { await pager.outcome(of: call) }

    // Nothing has failed yet.
    #expect(await refusal() == .missingInitialPage)
    #expect(await refusal()?.cause == nil)
    await pager.fetch()
    for call in [PagerCall.loadNext, .loadRest] {
      let error = await refusal(call)
      #expect(error == .missingInitialPage)
      #expect((error?.cause as? ClientError)?.isNetwork == true)
      #expect(error?.description.contains("no server is there") == true)
    }
    try await pager.loadAll()
    #expect((await refusal()?.cause as? PageErrors)?.errors.map(\.message) == ["lost", "again"])
    // Code that was written before there was a cause.
    do {
      try await pager.loadNext()
    } catch PaginationError.missingInitialPage {
    } catch {
      Issue.record(error)
    }
    await pager.reset()
    #expect(await refusal()?.cause == nil)

    // A list that has begun has no such failure, and a new one begins without it.
    server.announce(.numbered(1), .offline())
    await pager.fetch()
    server.announce(.numbered(1), .numbered(1, of: 1))
    await pager.fetch()
    #expect(await refusal() == .pageHasNoMoreContent)
    server.announce(.numbered(1), .offline())
    await pager.fetch()
    #expect(await refusal() == .pageHasNoMoreContent)
    server.announce(.numbered(1), .offline())
    await pager.refetch()
    #expect(await refusal()?.cause is ClientError)
    await pager.reset()
    #expect(await refusal()?.cause == nil)
  }

  @Test("A first load that was cancelled is the cause of nothing")
  func cancelledFirstPage() async throws {
    let server = HeroServer()
    server.announce(.numbered(1), .offline())
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    server.transport.hold()
    server.announce(.numbered(1), .numbered(1, of: 1))
    let fetch = Task { await pager.fetch() }
    try await eventually("it is asked for") { server.transport.requests.count == 2 }
    fetch.cancel()
    await fetch.value
    let error = await pager.outcome(of: .loadNext)
    #expect(error == .missingInitialPage)
    #expect(error?.cause == nil)
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

  @Test("A pager and its outputs count errors beside data and without data, until another answer takes their place")
  func errorCounts() async throws {
    let server = HeroServer()
    server.announce(.numbered(1), .numbered(1, of: 4))
    for (number, errors) in [(2, ["no ships", "no planets"]), (3, ["no friends"])] {
      var page = HeroPage.numbered(number, of: 4)
      page.errors = errors
      server.announce(.numbered(number), page)
    }
    server.announce(.numbered(4), HeroPage.errorsOnly("lost"))
    server.announce(.numbered(4), HeroPage.errorsOnly("lost", "again"))
    server.announce(.numbered(4), .numbered(4, of: 4))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(pager.errorCounts == nil)
    #expect(subscriber.lastOutput?.errorCounts == nil)
    for (pages, count) in [(1, 2), (2, 3), (3, 4), (3, 5), (2, 3)] {
      try await pager.loadNext()
      let expected = ErrorCounts(
        pages: pages, errors: count, first: .init(page: 2, message: "no ships", path: nil))
      #expect(pager.errorCounts == expected)
      #expect(subscriber.lastOutput?.errorCounts == expected)
    }
    await pager.reset()
    #expect(pager.errorCounts == nil)
  }

  @Test("The first error's place is a JSON Pointer; pages are numbered as they stand in the list")
  func firstError() {
    let data = HeroesQuery.Data(
      hero: .init(
        id: "1", name: "Luke",
        friends: .init(
          totalCount: 0, nodes: [],
          pageInfo: .init(hasNextPage: false, endCursor: nil, hasPreviousPage: false, startCursor: nil))))
    func page(_ errors: GraphQLError...) -> GraphQLResponse<HeroesQuery> {
      GraphQLResponse(data: data, errors: errors)
    }
    let error = GraphQLError(message: "no name", path: [.field("hero"), .field("a/b"), .index(3)])
    let output = PaginationOutput<HeroesQuery, HeroesQuery>(
      previousPages: [page(), page(error)], initialPage: page(GraphQLError(message: "later")), nextPages: [page()],
      lastUpdatedPage: .initial(page()))
    #expect(output.allErrors.map(\.message) == ["no name", "later"])
    #expect(
      output.errorCounts
        == ErrorCounts(pages: 2, errors: 2, first: .init(page: 2, message: "no name", path: "/hero/a~1b/3")))
  }

  @Test("M15: an empty page in the middle is kept, and loadAll goes on")
  func emptyPage() async throws {
    let pager = HeroesPager.forward(.numbered(pages: 3, except: [2: HeroPage(next: "c2").answer]))
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2] none 5+6"])
  }

  @Test("A fetch that fails keeps the pages held, and loading goes on from them")
  func failedSecondFetch() async throws {
    let server = HeroServer.numbered(pages: 3)
    server.announce(.numbered(1), .offline())
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadNext()
    await pager.fetch(cachePolicy: .fetchIgnoringCacheData)
    try await pager.loadNext()
    #expect(subscriber.notation == ["[1+2]", "[1+2] 3+4", "failure: network", "[1+2] 3+4 5+6"])
  }

  @Test("A refetch forgets the pages when it begins: a late subscriber gets none of them, also if it fails")
  func failedRefetch() async throws {
    let server = HeroServer.numbered(pages: 3)
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    try await pager.loadNext()
    server.transport.hold()
    server.announce(.numbered(1), .offline())
    let refetch = Task { await pager.refetch() }
    try await eventually("it is asked for") { server.transport.requests.count == 3 }
    let late = RecordingSubscriber(pager)
    #expect(await !pager.canLoadNext)
    server.transport.stopHolding()
    await refetch.value
    #expect(late.notation == ["failure: network"])
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
  }
}

extension ClientError {
  fileprivate var isNetwork: Bool { if case .network = self { true } else { false } }
}
