import SwiftPager

/// The query that every peer sends, and the fields that `jansson_loop --keep` reads.
struct ProductsQuery: GraphQLQuery {
  static let document =
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    + " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

  struct Variables: Encodable, Hashable, Sendable {
    var first: Int
    var after: GraphQLNullable<String>
  }

  struct Data: Decodable, Hashable, Sendable {
    let products: Connection
  }

  struct Connection: Decodable, Hashable, Sendable {
    let edges: [Edge]
    let pageInfo: PageInfo
  }

  struct Edge: Decodable, Hashable, Sendable {
    let node: Product
  }

  struct Product: Decodable, Hashable, Sendable {
    let id: String
    let name: String
    let price: Double
    let description: String
    let inStock: Bool
  }

  struct PageInfo: Decodable, Hashable, Sendable {
    let hasNextPage: Bool
    let endCursor: String?
  }

  var variables: Variables

  init(first: Int, after: GraphQLNullable<String>) {
    variables = Variables(first: first, after: after)
  }
}
