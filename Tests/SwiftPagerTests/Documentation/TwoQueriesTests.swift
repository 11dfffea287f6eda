import SwiftPager
import Testing

@Suite("Documentation: a list of two queries", .timeLimit(.minutes(1)))
struct TwoQueriesTests {
  @Test("The first query brings what only the first page needs, the second one the further pages")
  func initialAndPaginated() async throws {
    let pager = AsyncGraphQLQueryPager(
      client: try Shop.client(),
      initialQuery: ShopQuery(variables: .init(first: 100)),
      extractInitialPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
      },
      extractNextPageInfo: { (data: ProductsQuery.Data) in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
      },
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: 50, after: page.endCursor ?? .none) : nil
      })
    await pager.fetch()
    try await pager.loadNext()
    var output = try await pager.output()
    #expect(output.initialPage?.data?.shop.name == "The Corner Shop")
    #expect(output.initialPage?.data?.products.numbers == Array(1...100))
    #expect(output.nextPages.map { $0.data?.products.numbers } == [Array(101...150)])

    try await pager.loadAll()
    output = try await pager.output()
    #expect(output.nextPages.count == 18)
    #expect(output.nextPages.compactMap(\.data).flatMap(\.products.numbers) == Array(101...Shop.productCount))
  }

  @Test("The general initialiser sees all pages so far")
  func general() async throws {
    let pager = AsyncGraphQLQueryPager<PaginationOutput<ShopListQuery, ProductListQuery>>(
      client: try Shop.client(),
      initialQuery: ShopListQuery(variables: .init(offset: 0, limit: 100)),
      extractPageInfo: { page in
        let output = page.output
        let further = output.nextPages.compactMap(\.data?.productList.items.count).reduce(0, +)
        let offset = (output.initialPage?.data?.productList.items.count ?? 0) + further
        return OffsetPagination.Forward(offset: offset, canLoadNext: offset < Shop.productCount)
      },
      pageResolver: { page, direction in
        direction == .next ? ProductListQuery(offset: page.offset, limit: 75) : nil
      })
    try await pager.loadAll()
    let output = try await pager.output()
    #expect(output.nextPages.count == 12)
    #expect(output.initialPage?.data?.productList.numbers == Array(1...100))
    #expect(output.nextPages.compactMap(\.data).flatMap(\.productList.numbers) == Array(101...Shop.productCount))
  }
}
