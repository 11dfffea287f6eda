import SwiftPager
import Testing

@Suite("Documentation: a list that is paged by offsets", .timeLimit(.minutes(1)))
struct OffsetTests {
  /// How a client can know that an offset list ends.
  enum End: CaseIterable, CustomTestStringConvertible {
    case total
    case flag
    case shortPage
    case emptyPage

    /// Whether there is more after a page, with so many items so far.
    func canLoadNext(after page: ProductListQuery.Data.ProductList, limit: Int, loaded: Int) -> Bool {
      switch self {
      case .total: loaded < page.total
      case .flag: page.hasMore
      case .shortPage: page.items.count == limit
      case .emptyPage: !page.items.isEmpty
      }
    }

    var testDescription: String {
      switch self {
      case .total: "the end is known by a total"
      case .flag: "the end is known by a flag"
      case .shortPage: "the end is known by a short page"
      case .emptyPage: "the end is known by an empty page"
      }
    }
  }

  /// Pages of 90 fill 1,000 products with a short page at the end; pages of 100 with a full one.
  static let ends: [(end: End, limit: Int, pages: Int)] = [
    (.total, 90, 12), (.total, 100, 10), (.flag, 90, 12), (.flag, 100, 10), (.shortPage, 90, 12), (.shortPage, 100, 11),
    (.emptyPage, 90, 13), (.emptyPage, 100, 11),
  ]

  @Test("The offset counts the items so far, and the list is complete", arguments: ends)
  func wholeList(end: End, limit: Int, pages: Int) async throws {
    let pager = AsyncGraphQLQueryPager(
      client: try Shop.client(),
      initialQuery: ProductListQuery(offset: 0, limit: limit),
      extractPageInfo: { page in
        switch page {
        case .initial(let data, let output), .paginated(let data, let output):
          let loaded = output.allData.map(\.productList.items.count).reduce(0, +)
          return OffsetPagination.Forward(
            offset: loaded,
            canLoadNext: end.canLoadNext(after: data.productList, limit: limit, loaded: loaded))
        }
      },
      pageResolver: { page, direction in
        direction == .next ? ProductListQuery(offset: page.offset, limit: limit) : nil
      })

    try await pager.loadAll()

    let output = try await pager.output()
    #expect(output.allPages.count == pages)
    #expect(output.allData.flatMap(\.productList.numbers) == Array(1...Shop.productCount))
    await #expect(pager.canLoadNext == false)
  }

  @Test("The list opens at its end and grows at its front")
  func reverse() async throws {
    let pager = AsyncGraphQLQueryPager(
      client: try Shop.client(),
      initialQuery: ProductListQuery(offset: Shop.productCount - 100, limit: 100),
      extractPageInfo: { data in data.productList.reverse },
      pageResolver: { page, direction in
        direction == .previous ? ProductListQuery(offset: page.offset, limit: 100) : nil
      })
    await pager.fetch()
    try await pager.loadPrevious()
    #expect(try await pager.output().allData.flatMap(\.productList.numbers) == Array(801...1000))
    try await pager.loadAll(fetchFromInitialPage: false)
    #expect(try await pager.output().allData.flatMap(\.productList.numbers) == Array(1...Shop.productCount))
  }

  @Test("Opened in its middle, the list grows at both ends")
  func bidirectional() async throws {
    let pager = AsyncGraphQLQueryPager(
      client: try Shop.client(),
      initialQuery: ProductListQuery(offset: 400, limit: 100),
      extractPageInfo: { data in data.productList.bidirectional },
      pageResolver: { page, direction in
        switch direction {
        case .next: ProductListQuery(offset: page.nextOffset, limit: 100)
        case .previous: ProductListQuery(offset: page.previousOffset, limit: 100)
        }
      })
    await pager.fetch()
    try await pager.loadPrevious()
    try await pager.loadNext()
    #expect(try await pager.output().allData.flatMap(\.productList.numbers) == Array(301...600))
    try await pager.loadAll()
    let output = try await pager.output()
    #expect(output.previousPages.count == 4)
    #expect(output.nextPages.count == 5)
    #expect(output.allData.flatMap(\.productList.numbers) == Array(1...Shop.productCount))
  }
}
