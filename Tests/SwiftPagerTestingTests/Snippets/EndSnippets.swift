// What the article "What ends a list" shows.
import SwiftPager

/// A list in which everything may be null.
struct NullableProductsQuery: GraphQLQuery {
  static let document = """
    query Products($after: String) {
      products(first: 50, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var after: GraphQLNullable<String> = nil
  }

  struct Data: Decodable, Hashable, Sendable {
    var products: Products?
  }

  struct Products: Decodable, Hashable, Sendable {
    var nodes: [ProductsQuery.Product]?
    var pageInfo: PageInfo?
  }

  struct PageInfo: Decodable, Hashable, Sendable {
    var hasNextPage: Bool?
    var endCursor: String?
  }

  var variables = Variables()
}

extension Snippets {
  static func sayingNothing(_ data: NullableProductsQuery.Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(
      hasNext: data.products?.pageInfo?.hasNextPage, endCursor: data.products?.pageInfo?.endCursor)
  }

  static func countingItems(
    _ pager: AsyncGraphQLQueryPager<PaginationOutput<NullableProductsQuery, NullableProductsQuery>>
  ) async throws {
    for try await page in pager.pages(items: { page in page.allData.first?.products?.nodes }) {
      print(page.allPages.count)
    }
  }
}
