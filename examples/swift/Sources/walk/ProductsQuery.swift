import SwiftPager

/// A page of the demo server's products: the document, its variables and its data.
struct ProductsQuery: GraphQLQuery {
  static let document = """
    query Products($first: Int!, $after: String) {
      products(first: $first, after: $after) {
        nodes { id name price }
        pageInfo { hasNextPage endCursor }
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var first: Int
    // `.none` leaves the variable out of the request, `.null` sends null.
    var after: GraphQLNullable<String>
  }

  // For each field that you select, add a property: the data is decoded like any `Decodable`.
  struct Data: Decodable, Hashable, Sendable {
    struct Products: Decodable, Hashable, Sendable {
      struct PageInfo: Decodable, Hashable, Sendable {
        let hasNextPage: Bool
        let endCursor: String?
      }

      let nodes: [Product]
      let pageInfo: PageInfo
    }

    let products: Products
  }

  var variables: Variables

  init(first: Int, after: GraphQLNullable<String>) {
    variables = Variables(first: first, after: after)
  }
}

struct Product: Decodable, Hashable, Sendable {
  let id: String
  let name: String
  let price: Double
}
