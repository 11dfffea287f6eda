import SwiftPager
import TestSupport
import Testing

/// Rows A: the first page, and going forward from it.
@Suite("A: forward", .timeLimit(.minutes(1)))
struct ForwardPagingTests {
  private let server = HeroServer.forward()
  private let pager: HeroesPager

  init() {
    pager = .forward(server)
  }

  @Test("A1: fetch sends the initial query, and returns when the page is there")
  func fetchSendsInitialQuery() async {
    await pager.fetch()
    #expect(server.transport.requests == [["id": "2001", "first": 2, "after": .null]])
    #expect(RecordingSubscriber(pager).notation == ["[Luke+Han]"])
  }

  @Test("A2: after the first page there is a next one, because page info says so")
  func canLoadNextAfterFetch() async {
    await pager.fetch()
    #expect(await pager.canLoadNext)
  }

  @Test("A3: a subscriber after the first page gets it again, then the second page")
  func lateSubscriber() async throws {
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadNext()
    #expect(subscriber.notation == ["[Luke+Han]", "[Luke+Han] Leia"])
  }

  @Test("A4: the second page is asked for with the end cursor of the first")
  func secondRequest() async throws {
    await pager.fetch()
    try await pager.loadNext()
    #expect(server.transport.requests.dropFirst() == [["id": "2001", "first": 2, "after": "K2"]])
  }

  @Test("A5: after the last page there is no next one, with or without subscribers")
  func noNextAfterLast() async throws {
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadNext()
    subscriber.cancel()
    #expect(await !pager.canLoadNext)
  }

  @Test("A6: a direction without a query is harmless as long as no call goes there")
  func missingDirection() async throws {
    await pager.fetch()
    try await pager.loadNext()
    #expect(await !pager.canLoadPrevious)
    #expect(server.transport.requests.count == 2)
  }

  @Test("A7: operators see each output once; all data is that of all pages, flat")
  func operators() async throws {
    await pager.fetch()
    let names = RecordingSubscriber(pager.compactMap { try? $0.get() }.map(\.names))
    try await pager.loadNext()
    #expect(names.history == [["Luke", "Han"], ["Luke", "Han", "Leia"]])
  }

  @Test("A8: canLoadNext is true before the last page and false after it, whatever operators are behind")
  func canLoadNextBehindOperators() async throws {
    await pager.fetch()
    let names = RecordingSubscriber(pager.compactMap { try? $0.get() }.map(\.names))
    #expect(await pager.canLoadNext)
    try await pager.loadNext()
    #expect(await !pager.canLoadNext)
    #expect(names.history.count == 2)
  }

  @Test("A9: a transform makes one output of each state of the list")
  func transform() async throws {
    let pager: AsyncGraphQLQueryPager<String> = .forward(server) { $0.notation }
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    #expect(await pager.canLoadNext)
    try await pager.loadNext()
    #expect(try subscriber.history.map { try $0.get() } == ["[Luke+Han]", "[Luke+Han] Leia"])
    #expect(await !pager.canLoadNext)
  }

  @Test("A10: a transform behind operators brings no failure while nothing fails")
  func transformBehindOperators() async throws {
    let pager: AsyncGraphQLQueryPager<[String]> = .forward(server) { $0.names }
    await pager.fetch()
    let names = RecordingSubscriber(
      pager.map { output -> [String] in
        do { return try output.get() } catch { return ["failed: \(error)"] }
      })
    try await pager.loadNext()
    #expect(names.history == [["Luke", "Han"], ["Luke", "Han", "Leia"]])
  }

  @MainActor
  @Test("A11: a closure gets the current output and the next one, on the main actor")
  func closure() async throws {
    await pager.fetch()
    let outputs = Notebook<String>()
    pager.subscribe { output in
      MainActor.assertIsolated()
      outputs.note(output.notation)
    }
    #expect(await pager.canLoadNext)
    try await pager.loadNext()
    try await eventually("both outputs arrive") { outputs.history.count >= 2 }
    #expect(outputs.history == ["[Luke+Han]", "[Luke+Han] Leia"])
    #expect(await !pager.canLoadNext)
  }

  @Test("A12: a subscriber before the first page gets one output, a success")
  func earlySubscriber() async {
    let subscriber = RecordingSubscriber(pager)
    #expect(subscriber.history.isEmpty)
    await pager.fetch()
    #expect(subscriber.notation == ["[Luke+Han]"])
  }

  @Test("A13: the first output has an initial page from the server and no next pages")
  func firstOutput() async throws {
    await pager.fetch()
    let output = try #require(RecordingSubscriber(pager).lastOutput)
    #expect(output.nextPages.isEmpty)
    #expect(output.initialPage?.data?.names.count == 2)
    #expect(output.initialPage?.data?.hero.friends.totalCount == 3)
    #expect(output.initialPage?.source == .server)
  }

  @Test("A14: each new subscriber gets the current output and then the update")
  func secondSubscriber() async throws {
    let early = RecordingSubscriber(pager)
    await pager.fetch()
    let late = RecordingSubscriber(pager)
    try await pager.loadNext()
    #expect(late.notation == ["[Luke+Han]", "[Luke+Han] Leia"])
    #expect(early.notation == late.notation)
  }

  @Test("A15: loading the second page leaves the first untouched")
  func initialPageStays() async throws {
    await pager.fetch()
    let before = try #require(RecordingSubscriber(pager).lastOutput?.initialPage)
    try await pager.loadNext()
    #expect(RecordingSubscriber(pager).lastOutput?.initialPage == before)
  }

  @Test("A16: the second output has one next page from the server, and no previous ones")
  func secondOutput() async throws {
    await pager.fetch()
    try await pager.loadNext()
    let output = try #require(RecordingSubscriber(pager).lastOutput)
    #expect(output.nextPages.map { $0.data?.names } == [["Leia"]])
    #expect(output.nextPages.first?.source == .server)
    #expect(output.previousPages.isEmpty)
  }

  @Test("A17: one page is held after the initial one, none before it")
  func pageCounts() async throws {
    await pager.fetch()
    try await pager.loadNext()
    let output = try #require(RecordingSubscriber(pager).lastOutput)
    #expect(output.nextPages.count == 1)
    #expect(output.previousPages.count == 0)
    #expect(output.allPages.count == 2)
  }

  @Test("A18: pages are told apart by their whole variables, names included")
  func wholeVariables() async throws {
    // Skip 1, take 2 and skip 2, take 1 have the same values; the older reference held them for one page.
    let server = HeroServer()
    server.transport.announce(["offset": 1, "limit": 2], OffsetHeroesQuery.answer("Luke", "Han"))
    server.transport.announce(["offset": 2, "limit": 1], OffsetHeroesQuery.answer("Leia"))
    let pager = AsyncGraphQLQueryPager<PaginationOutput<OffsetHeroesQuery, OffsetHeroesQuery>>(
      client: server.client, initialQuery: OffsetHeroesQuery(offset: 1, limit: 2),
      extractPageInfo: { (data: OffsetHeroesQuery.Data) in
        OffsetPagination.Forward(offset: 2, canLoadNext: data.heroes.count == 2)
      },
      pageResolver: { info, _ in OffsetHeroesQuery(offset: info.offset, limit: 1) })
    await pager.fetch()
    try await pager.loadNext(cachePolicy: .fetchIgnoringCacheData)
    #expect(server.transport.requests == [["offset": 1, "limit": 2], ["offset": 2, "limit": 1]])
    let output = try #require(RecordingSubscriber(pager).history.last).get()
    #expect(output.allData.map(\.names) == [["Luke", "Han"], ["Leia"]])
  }
}

/// Rows A19 to A21: where the next page's query comes from.
@Suite("A: page info", .timeLimit(.minutes(1)))
struct PageInfoTests {
  private let infos = Notebook<CursorBasedPagination.Forward>()
  private let server = HeroServer.numbered(pages: 3)
  private let pager: HeroesPager

  init() {
    let infos = infos
    pager = HeroesPager(
      client: server.client, initialQuery: HeroesQuery.forward(),
      extractPageInfo: { (data: HeroesQuery.Data) in data.forward },
      pageResolver: { info, direction in
        infos.note(info)
        return HeroesPager.resolveForward(info, direction)
      })
  }

  @Test("A19: before the first page there is no page info")
  func none() async {
    #expect(await !pager.canLoadNext)
    #expect(await !pager.canLoadPrevious)
    #expect(infos.history.isEmpty)
  }

  @Test("A20: after the first page, page info is that page's")
  func firstPage() async {
    await pager.fetch()
    #expect(await pager.canLoadNext)
    #expect(infos.history == [.init(hasNext: true, endCursor: "c1")])
  }

  @Test("A21: page info is always that of the newest next page")
  func newestPage() async throws {
    await pager.fetch()
    try await pager.loadNext(cachePolicy: .fetchIgnoringCacheData)
    #expect(infos.history.last == .init(hasNext: true, endCursor: "c2"))
    #expect(await pager.canLoadNext)
    try await pager.loadNext(cachePolicy: .fetchIgnoringCacheData)
    #expect(server.transport.requests == [HeroesQuery].numbered(1...3).sentVariables)
    #expect(await !pager.canLoadNext)
  }
}
