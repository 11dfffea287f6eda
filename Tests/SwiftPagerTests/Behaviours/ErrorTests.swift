import SwiftPager
import TestSupport
import Testing

/// Rows F: errors that a server puts into a response, and requests that cannot be made.
@Suite("F: errors", .timeLimit(.minutes(1)))
struct ErrorTests {
  private static func partlyFailing() -> HeroServer {
    let server = HeroServer()
    server.announce(
      .forward(), HeroPage(names: ["Luke", "Han"], next: "K2", errors: ["no droids", "no ships"]))
    return server
  }

  @Test("F1: data with errors beside it is a success that carries both")
  func partialSuccess() async throws {
    let pager = HeroesPager.forward(Self.partlyFailing())
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(subscriber.notation == ["[Luke+Han!]"])
    #expect(subscriber.lastOutput?.allErrors.map(\.message) == ["no droids", "no ships"])
    #expect(subscriber.lastOutput?.initialPage?.data?.hero.name == "R2-D2")
  }

  @Test("F2: a page that failed in part still leads to the next one")
  func partialSuccessGoesOn() async {
    let pager = HeroesPager.forward(Self.partlyFailing())
    await pager.fetch()
    #expect(await pager.canLoadNext)
  }

  @Test func aStrictPagerEndsAtAPageWithErrorsAndKeepsIt() async throws {
    let server = HeroServer()
    server.announce(.forward(), HeroPage(names: ["Luke", "Han"], next: "K2", errors: ["no droids"]))
    server.announce(.forward(after: "K2"), HeroPage(names: ["Leia"]))
    let pager = HeroesPager.forward(server, isStrict: true)
    #expect(pager.isStrict)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(server.transport.requests.count == 1)
    #expect(subscriber.history.count == 2)
    #expect(try subscriber.history[0].get().initialPage?.data?.hero.name == "R2-D2")
    let error = #expect(throws: PageErrors.self) { try subscriber.history[1].get() }
    #expect(error?.errors.map(\.message) == ["no droids"])

    try await pager.loadAll(fetchFromInitialPage: false)
    #expect(subscriber.lastOutput?.initialPage != nil)
    #expect(subscriber.lastOutput?.nextPages.count == 1)
  }

  @Test("F3: errors without data are a success, too: a page that has no data")
  func noData() async {
    let server = HeroServer()
    server.announce(.forward(), HeroPage.errorsOnly("no heroes today"))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(subscriber.notation == ["[nothing!]"])
    #expect(subscriber.lastOutput?.initialPage != nil)
    #expect(subscriber.lastOutput?.initialPage?.data == nil)
    #expect(subscriber.lastOutput?.allErrors.count == 1)
  }

  @Test("F4: a request that cannot be made fails for subscribers; the fetch returns all the same")
  func impossibleRequest() async {
    let server = HeroServer()
    let pager = AsyncGraphQLQueryPager<PaginationOutput<ImpossibleQuery, ImpossibleQuery>>(
      client: server.client, initialQuery: ImpossibleQuery(),
      extractPageInfo: { (_: ImpossibleQuery.Data) in CursorBasedPagination.Forward(hasNext: false, endCursor: nil) },
      pageResolver: { _, _ in nil })
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(server.transport.requests.isEmpty)
    #expect(subscriber.history.count == 1)
    #expect(throws: ImpossibleQuery.Missing.self) { try subscriber.history[0].get() }
  }
}

/// A query whose variables cannot be written.
private struct ImpossibleQuery: GraphQLQuery {
  static let document = "query Hero($id: ID!) { hero(id: $id) { id } }"

  struct Missing: Error {}

  struct Variables: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws { throw Missing() }
  }

  struct Data: Decodable, Hashable, Sendable {}

  var variables: Variables { Variables() }

  static func == (left: ImpossibleQuery, right: ImpossibleQuery) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
