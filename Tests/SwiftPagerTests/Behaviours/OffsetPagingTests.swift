import SwiftPager
import TestSupport
import Testing

/// Rows I: lists that are paged by counting.
@Suite("I: offsets", .timeLimit(.minutes(1)))
struct OffsetPagingTests {
  private let server = HeroServer()
  private let offsets = Notebook<Int>()
  private let pager: AsyncGraphQLQueryPager<OffsetOutput>

  init() {
    server.transport.announce(["offset": 0, "limit": 2], OffsetHeroesQuery.answer("Luke", "Han"))
    server.transport.announce(["offset": 2, "limit": 2], OffsetHeroesQuery.answer("Leia"))
    let offsets = offsets
    pager = .counting(server) { offsets.note($0) }
  }

  @Test("I3: the function that reads page info sees the initial page already counted")
  func initialPageCounted() async throws {
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(try subscriber.history.map { try $0.get().allData.map(\.names) } == [[["Luke", "Han"]]])
    #expect(await pager.canLoadNext)
    #expect(offsets.history == [2])
  }

  @Test("I4: the next page is asked for by what was counted, and comes after the first")
  func nextPage() async throws {
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadNext()
    #expect(server.transport.requests.last == ["offset": 2, "limit": 2])
    #expect(subscriber.history.count == 2)
    #expect(try subscriber.history.last?.get().allData.flatMap(\.names) == ["Luke", "Han", "Leia"])
  }
}

extension AsyncGraphQLQueryPager<OffsetOutput> {
  /// Counts all items of all pages for the next offset; a page that is not full is the last.
  static func counting(
    _ server: HeroServer, note: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> AsyncGraphQLQueryPager<OffsetOutput> {
    AsyncGraphQLQueryPager(
      client: server.client, initialQuery: OffsetHeroesQuery(offset: 0),
      extractPageInfo: {
        (page: PageExtractionData<OffsetHeroesQuery, OffsetHeroesQuery, OffsetOutput>) -> OffsetPagination.Forward in
        let offset = page.output.allData.flatMap(\.names).count
        note(offset)
        switch page {
        case .initial(let data, _), .paginated(let data, _):
          return OffsetPagination.Forward(offset: offset, canLoadNext: data.names.count == 2)
        }
      },
      pageResolver: { info, direction in direction == .next ? OffsetHeroesQuery(offset: info.offset) : nil })
  }
}
