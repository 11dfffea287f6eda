// What docs/migrating.md says to write: its blocks, and the spellings in its tables that it says work. Each stands here
// and compiles, and what asks a server is run. Tests/contract/test_migrating.py compares the two.
import SwiftPager
import SwiftPagerTesting

/// The names that the page gives its examples.
enum Migrating {
  typealias Output = PaginationOutput<ProductsQuery, ProductsQuery>
}

/// "Queries".
extension Migrating {
  struct ProductsQuery: GraphQLQuery {
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
        var nodes: [Product]
        var pageInfo: PageInfo
      }

      struct Product: Decodable, Hashable, Sendable {
        var id: String
        var name: String
      }

      struct PageInfo: Decodable, Hashable, Sendable {
        var hasNextPage: Bool
        var endCursor: String?
      }

      var products: Products
    }

    var variables: Variables

    init(first: Int, after: GraphQLNullable<String>) {
      variables = Variables(first: first, after: after)
    }
  }
}

/// "Typed decoding".
extension Migrating {
  struct Product: ResponseDecodable, Hashable, Sendable {
    let id: String
    let name: String
    let rating: Double?

    init(from node: ResponseNode) throws {
      id = try node["id"].string
      name = try node["name"].string
      rating = try node.optional("rating")?.double
    }
  }
}

/// "Tests of an app".
extension Migrating {
  static func script() throws -> (ProductListViewModel, ScriptedTransport) {
    let transport = ScriptedTransport()
    transport.answer(
      ProductsQuery(first: 2, after: .none),
      with: .data(["products": .connection(nodes: [["id": "1", "name": "Lamp"]], endCursor: "a")]))
    let model = ProductListViewModel(client: try GraphQLClient(transport: transport))
    return (model, transport)
  }

  static let answers: [ScriptedAnswer] = [
    .data([:]), .errors(["no"]), .body("no", status: 500), .failure(ClientError.closed), .offline,
  ]

  static func replay(_ path: String) throws -> GraphQLClient {
    try GraphQLClient(transport: ReplayTransport(recording: path))
  }

  final class ProductListViewModel: Sendable {
    let pager: GraphQLQueryPager<Output>

    init(client: GraphQLClient) {
      pager = Migrating.pager(client)
    }
  }
}
