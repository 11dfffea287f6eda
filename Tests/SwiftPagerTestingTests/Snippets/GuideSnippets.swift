// What docs/guides shows beside the articles of SwiftPager.docc. Tests/contract/test_site.py compares the two.
import SwiftPager

extension ProductsQuery {
  init(first: Int, after: GraphQLNullable<String>) {
    variables = Variables(first: .some(first), after: after)
  }
}

enum GuideSnippets {
  static func home(_ client: GraphQLClient) async throws {
    let pager = AsyncGraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 100, after: nil),
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
        let info: ProductsQuery.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
      },
      pageResolver: { (info: CursorBasedPagination.Forward, direction: PaginationDirection) -> ProductsQuery? in
        direction == .next ? ProductsQuery(first: 100, after: info.endCursor ?? .none) : nil
      },
      pageTransform: { (data: ProductsQuery.Data) -> [ProductsQuery.Product] in data.products.nodes })
    pager.subscribe { print($0) }
    try await pager.loadAll()
  }

  static func retries(of client: GraphQLClient) async {
    for await event in client.events {
      if case .waiting(let reason, let duration) = event.kind {
        print("request \(event.request), attempt \(event.attempt): \(reason), again in \(duration)")
      }
    }
  }

  static func state(of pager: AsyncGraphQLQueryPager<[ProductsQuery.Product]>) async {
    print(await pager.canLoadNext, pager.errorCounts?.pages ?? 0)
  }
}
