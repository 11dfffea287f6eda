import SwiftPager
import Testing

@Suite("Documentation: a list that is read backward", .timeLimit(.minutes(1)))
struct ReverseTests {
  private func pager() throws -> AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>> {
    AsyncGraphQLQueryPager(
      client: try Shop.client(),
      initialQuery: ProductsQuery(last: 100),
      extractPageInfo: { data in
        CursorBasedPagination.Reverse(
          hasPrevious: data.products.pageInfo.hasPreviousPage, startCursor: data.products.pageInfo.startCursor)
      },
      pageResolver: { page, direction in
        guard direction == .previous else { return nil }
        return ProductsQuery(last: 100, before: page.startCursor ?? .none)
      })
  }

  @Test("The list opens at its end and grows at its front")
  func pageByPage() async throws {
    let pager = try pager()
    await pager.fetch()
    await #expect(pager.canLoadPrevious)
    await #expect(pager.canLoadNext == false)
    try await pager.loadPrevious()
    try await pager.loadPrevious()

    let output = try await pager.output()
    #expect(output.previousPages.map { $0.data?.products.numbers.first } == [701, 801])
    #expect(output.initialPage?.data?.products.numbers == Array(901...1000))
    #expect(output.nextPages.isEmpty)
    #expect(output.allData.flatMap(\.products.numbers) == Array(701...1000))
  }

  @Test("loadAll loads up to the front of the list")
  func wholeList() async throws {
    let pager = try pager()
    try await pager.loadAll()
    let output = try await pager.output()
    #expect(output.previousPages.count == 9)
    #expect(output.allData.flatMap(\.products.numbers) == Array(1...Shop.productCount))
    await #expect(pager.canLoadPrevious == false)
    await #expect(throws: PaginationError.pageHasNoMoreContent) { try await pager.loadPrevious() }
  }
}
