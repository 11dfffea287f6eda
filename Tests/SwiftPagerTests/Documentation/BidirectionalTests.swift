import SwiftPager
import Testing

@Suite("Documentation: a list that is read both ways", .timeLimit(.minutes(1)))
struct BidirectionalTests {
  /// A pager that opens the list behind the product with a number.
  private func pager(
    behind number: Int
  ) async throws -> AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>> {
    let client = try Shop.client()
    let cursor = try await Self.cursor(of: number, client)
    return AsyncGraphQLQueryPager(
      client: client,
      initialQuery: ProductsQuery(first: 100, after: .some(cursor)),
      extractPageInfo: { data in
        CursorBasedPagination.Bidirectional(
          hasNext: data.products.pageInfo.hasNextPage,
          endCursor: data.products.pageInfo.endCursor,
          hasPrevious: data.products.pageInfo.hasPreviousPage,
          startCursor: data.products.pageInfo.startCursor)
      },
      pageResolver: { page, direction in
        switch direction {
        case .next: ProductsQuery(first: 100, after: page.endCursor ?? .none)
        case .previous: ProductsQuery(last: 100, before: page.startCursor ?? .none)
        }
      })
  }

  /// The cursor of a product of the first page: a place in the list to open it at.
  static func cursor(of number: Int, _ client: GraphQLClient) async throws -> String {
    let page = try await client.perform(ProductsQuery(first: .some(number)))
    return try #require(page.data?.products.pageInfo.endCursor)
  }

  @Test("Opened in its middle, the list grows at both ends")
  func pageByPage() async throws {
    let pager = try await pager(behind: 50)
    await pager.fetch()
    await #expect(pager.canLoadNext)
    await #expect(pager.canLoadPrevious)
    #expect(try await pager.output().allData.flatMap(\.products.numbers) == Array(51...150))

    try await pager.loadNext()
    #expect(try await pager.output().allData.flatMap(\.products.numbers) == Array(51...250))

    try await pager.loadPrevious()
    let output = try await pager.output()
    #expect(output.previousPages.map { $0.data?.products.numbers } == [Array(1...50)])
    #expect(output.nextPages.map { $0.data?.products.numbers } == [Array(151...250)])
    #expect(output.lastUpdatedPage == output.previousPages.first.map { .paginated($0) })
    await #expect(pager.canLoadPrevious == false)
    await #expect(pager.canLoadNext)
  }

  @Test("loadAll from the middle loads the whole list in its order")
  func wholeList() async throws {
    let pager = try await pager(behind: 70)
    try await pager.loadAll()
    let output = try await pager.output()
    #expect(output.previousPages.count == 1)
    #expect(output.nextPages.count == 9)
    #expect(output.allData.flatMap(\.products.numbers) == Array(1...Shop.productCount))
    // The next pages were loaded first, so the page before the first one came last.
    #expect(output.lastUpdatedPage == output.previousPages.first.map { .paginated($0) })
  }
}
