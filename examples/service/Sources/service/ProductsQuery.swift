import SwiftPager

/// A page of the upstream list: the document, its variables, its data, and the way from one page to the next.
///
/// `swiftpager generate` writes such a type from a schema and a query.
struct ProductsQuery: PagedQuery {
  static let document = """
    query Products($first: Int!, $after: String) {
      products(first: $first, after: $after) {
        nodes { id name price }
        pageInfo { hasNextPage endCursor }
        totalCount
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var first: Int
    var after: GraphQLNullable<String> = .none
  }

  struct Data: Decodable, Hashable, Sendable {
    var products: Products
  }

  struct Products: Decodable, Hashable, Sendable {
    var nodes: [Product]
    var pageInfo: PageInfo
    var totalCount: Int?
  }

  struct PageInfo: Decodable, Hashable, Sendable {
    var hasNextPage: Bool?
    var endCursor: String?
  }

  var variables: Variables

  init(first: Int, after: GraphQLNullable<String> = .none) {
    variables = Variables(first: first, after: after)
  }

  func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    let info: PageInfo = data.products.pageInfo
    return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
  }

  func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> ProductsQuery? {
    guard direction == .next else { return nil }
    return ProductsQuery(first: variables.first, after: info.endCursor ?? .none)
  }

  static func items(of data: Data) -> [Product]? { data.products.nodes }

  static func total(of data: Data) -> Int? { data.products.totalCount }
}

/// A product as the upstream server sends it, and as this service passes it on.
struct Product: Codable, Hashable, Sendable {
  var id: String
  var name: String
  var price: Double
}
