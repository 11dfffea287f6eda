// In place of what Apollo's code generation wrote: docs/migrating.md, "Queries".
import SwiftPager

struct ProductsQuery: GraphQLQuery {
  static let operationName: String? = "Products"
  static let document = """
    query Products($first: Int!, $after: String) {
      products(first: $first, after: $after) {
        nodes { id name }
        pageInfo { hasNextPage endCursor }
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var first: Int
    var after: GraphQLNullable<String>
  }

  struct Data: Decodable, Hashable, Sendable {
    struct Products: Decodable, Hashable, Sendable {
      struct Node: Decodable, Hashable, Sendable {
        var id: String
        var name: String
      }

      struct PageInfo: Decodable, Hashable, Sendable {
        var hasNextPage: Bool
        var endCursor: String?
      }

      var nodes: [Node]
      var pageInfo: PageInfo
    }

    var products: Products
  }

  var variables: Variables

  init(first: Int, after: GraphQLNullable<String>) {
    variables = Variables(first: first, after: after)
  }
}
