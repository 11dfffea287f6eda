// Written by `swiftpager generate` from a schema and its documents: do not edit.
// swift-format-ignore-file
public import SwiftPager

nonisolated public struct PlainQuery: PagedQuery {
  public static let operationName = "Plain"
  public static let document = #"""
    query Plain($first: Int!, $after: String) {
      products(first: $first, after: $after) {
        nodes { id name price rating available }
        pageInfo { hasNextPage endCursor }
      }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var first: Int
    public var after: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(first: Int, after: GraphQLNullable<String> = .none) {
    variables = Variables(first: first, after: after)
  }

  public func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(
      hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
  }

  public func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    query.variables.after = info.endCursor ?? .none
    return query
  }

  public static func items(of data: Data) -> [Data.ProductConnection.Product]? { data.products.nodes }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var products: ProductConnection

    public init(products: ProductConnection) { self.products = products }

    public init(from node: ResponseNode) throws { products = try node["products"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["products": products]) }

    nonisolated public struct ProductConnection: ResponseObject, Hashable, Sendable {
      public var nodes: [Product]
      public var pageInfo: PageInfo

      public init(nodes: [Product], pageInfo: PageInfo) { (self.nodes, self.pageInfo) = (nodes, pageInfo) }

      public init(from node: ResponseNode) throws {
        nodes = try node["nodes"].decode()
        pageInfo = try node["pageInfo"].decode()
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "ProductConnection", "nodes": nodes, "pageInfo": pageInfo])
      }

      nonisolated public struct Product: ResponseObject, Hashable, Sendable {
        public var id: String
        public var name: String
        public var price: Double
        public var rating: Double?
        public var available: Bool

        public init(id: String, name: String, price: Double, rating: Double? = nil, available: Bool) {
          (self.id, self.name, self.price, self.rating, self.available) = (id, name, price, rating, available)
        }

        public init(from node: ResponseNode) throws {
          id = try node["id"].id
          name = try node["name"].string
          price = try node["price"].double
          rating = try node.optional("rating")?.double
          available = try node["available"].bool
        }

        public var responseFields: ResponseFields {
          ResponseFields(
            ["__typename": "Product", "id": id, "name": name, "price": price, "rating": rating, "available": available])
        }
      }

      nonisolated public struct PageInfo: ResponseObject, Hashable, Sendable {
        public var hasNextPage: Bool
        public var endCursor: String?

        public init(hasNextPage: Bool, endCursor: String? = nil) {
          (self.hasNextPage, self.endCursor) = (hasNextPage, endCursor)
        }

        public init(from node: ResponseNode) throws {
          hasNextPage = try node["hasNextPage"].bool
          endCursor = try node.optional("endCursor")?.string
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "PageInfo", "hasNextPage": hasNextPage, "endCursor": endCursor])
        }
      }
    }
  }
}
