import SwiftPager

extension QueryPager {
  /// The newest output, as the first of its updates; waits for one.
  func output() async throws -> Model {
    for await update in updates { return try update.get() }
    throw NoOutput()
  }
}

/// The pager ended, or the test ran out of time.
struct NoOutput: Error {}

extension AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>> {
  /// The shop's products, read forward.
  static func products(_ client: GraphQLClient, first count: GraphQLNullable<Int>) -> Self {
    Self(
      client: client, initialQuery: ProductsQuery(first: count), extractPageInfo: { $0.products.forward },
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: count, after: page.endCursor ?? .none) : nil
      })
  }
}
