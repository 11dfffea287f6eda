import SwiftPager
import TestSupport
import Testing

/// Rows M16 to M18: servers and functions that lead nowhere. The reference goes on for ever.
@Suite("M: endless lists", .timeLimit(.minutes(1)))
struct EndlessListTests {
  /// A list of five pages, whose page `number` says that the next one comes after `cursor`.
  private static func server(page number: Int, leadsTo cursor: String) -> HeroServer {
    var page = HeroPage.numbered(number, of: 5)
    page.next = cursor
    let server = HeroServer.numbered(pages: 5, except: [number: page.answer])
    for number in 1...5 { server.announce(.numbered(number), .numbered(number, of: 5)) }
    return server
  }

  @Test("M16, better: a repeated cursor ends loadAll: the pages first, then the reason")
  func stuckCursor() async throws {
    let server = Self.server(page: 2, leadsTo: "c1")
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2] 3+4", "incomplete: cursor stuck"])
    #expect(server.transport.requests.count == 2)
  }

  @Test("M16, better: a repeated cursor is reported with the page that carries it, and closes that end")
  func stuckCursorOfOneLoad() async throws {
    let server = Self.server(page: 2, leadsTo: "c1")
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadNext()
    #expect(subscriber.notation == ["[1+2]", "[1+2] 3+4", "incomplete: cursor stuck"])
    #expect(await !pager.canLoadNext)
    for call in [PagerCall.loadNext, .loadRest] {
      #expect(await pager.outcome(of: call) == .pageHasNoMoreContent)
    }
    #expect(server.transport.requests.count == 2)
  }

  @Test("M16, better: cursors that go in a circle end loadAll")
  func cursorCycle() async throws {
    let server = Self.server(page: 4, leadsTo: "c1")
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2] 3+4 5+6 7+8", "incomplete: cursor cycle"])
    #expect(server.transport.requests.count == 4)
  }

  @Test("M17, better: more to come with a null cursor asks for nothing; subscribers learn why")
  func nullCursor() async {
    let server = HeroServer()
    server.announce(.forward(), HeroPage(names: ["1", "2"], losesCursor: true))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(subscriber.notation == ["[1+2]", "incomplete: null cursor"])
    #expect(await !pager.canLoadNext)
    #expect(await pager.outcome(of: .loadNext) == .pageHasNoMoreContent)
    #expect(await pager.outcome(of: .loadNext) == .pageHasNoMoreContent)
    #expect(server.transport.requests.count == 1)
  }

  @Test("M18, better: an offset that is counted from all pages grows during loadAll, too")
  func countedOffset() async throws {
    let server = HeroServer()
    server.transport.announce(["offset": 0, "limit": 2], OffsetHeroesQuery.answer("1", "2"))
    server.transport.announce(["offset": 2, "limit": 2], OffsetHeroesQuery.answer("3", "4"))
    server.transport.announce(["offset": 4, "limit": 2], OffsetHeroesQuery.answer("5"))
    let pager = AsyncGraphQLQueryPager<OffsetOutput>.counting(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(server.transport.requests.map { $0["offset"] } == [0, 2, 4])
    #expect(try subscriber.history.map { try $0.get().allData.flatMap(\.names) } == [["1", "2", "3", "4", "5"]])
  }
}
