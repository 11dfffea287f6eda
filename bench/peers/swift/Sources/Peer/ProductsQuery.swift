public import SwiftPager

/// The query that every peer sends, and the fields that `jansson_loop --keep` reads.
public struct ProductsQuery: GraphQLQuery {
  public static let document =
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    + " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

  public struct Variables: Encodable, Hashable, Sendable {
    var first: Int
    var after: GraphQLNullable<String>
  }

  public struct Data: Decodable, Hashable, Sendable {
    public let products: Connection
  }

  public struct Connection: Decodable, Hashable, Sendable {
    public let edges: [Edge]
    public let pageInfo: PageInfo
  }

  public struct Edge: Decodable, Hashable, Sendable {
    public let node: Product
  }

  public struct Product: Decodable, Hashable, Sendable {
    public let id: String
    public let name: String
    public let price: Double
    public let description: String
    public let inStock: Bool
  }

  public struct PageInfo: Decodable, Hashable, Sendable {
    public let hasNextPage: Bool
    public let endCursor: String?
  }

  public var variables: Variables

  public init(first: Int, after: GraphQLNullable<String>) {
    variables = Variables(first: first, after: after)
  }
}

/// A query for products, with one of the ways to read its data.
public protocol ProductsOperation: GraphQLQuery {
  init(first: Int, after: GraphQLNullable<String>)
  static func pageInfo(of data: Data) -> CursorBasedPagination.Forward
  static func itemCount(of data: Data) -> Int
}

extension ProductsQuery: ProductsOperation {
  public static func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(
      hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
  }

  public static func itemCount(of data: Data) -> Int { data.products.edges.count }
}

/// Pages through the products, `size` at a time.
public func productsPager<Query: ProductsOperation>(
  _ type: Query.Type = ProductsQuery.self, url: String, size: Int
) throws -> AsyncGraphQLQueryPager<PaginationOutput<Query, Query>> {
  AsyncGraphQLQueryPager(
    client: try GraphQLClient(endpoint: url),
    initialQuery: Query(first: size, after: .none),
    extractPageInfo: Query.pageInfo,
    pageResolver: { page, direction in
      direction == .next ? Query(first: size, after: page.endCursor ?? .none) : nil
    })
}
