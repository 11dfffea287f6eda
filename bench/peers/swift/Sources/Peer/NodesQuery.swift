public import SwiftPager

/// The same query as `ProductsQuery`; its data reads itself from the response, without a decoder.
public struct NodesQuery: GraphQLQuery {
  public static let document = ProductsQuery.document
  public typealias Variables = ProductsQuery.Variables

  public struct Data: ResponseDecodable, Hashable, Sendable {
    public let edges: [Product]
    public let hasNextPage: Bool
    public let endCursor: String?

    public init(from node: ResponseNode) throws {
      let products = try node["products"]
      edges = try products["edges"].map { try Product(from: $0["node"]) }
      let pageInfo = try products["pageInfo"]
      hasNextPage = try pageInfo["hasNextPage"].bool
      endCursor = try pageInfo.optional("endCursor")?.string
    }
  }

  public struct Product: ResponseDecodable, Hashable, Sendable {
    public let id: String
    public let name: String
    public let price: Double
    public let description: String
    public let inStock: Bool

    public init(from node: ResponseNode) throws {
      id = try node["id"].string
      name = try node["name"].string
      price = try node["price"].double
      description = try node["description"].string
      inStock = try node["inStock"].bool
    }
  }

  public var variables: Variables
}

extension NodesQuery: ProductsOperation {
  public init(first: Int, after: GraphQLNullable<String>) {
    variables = Variables(first: first, after: after)
  }

  public static func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(hasNext: data.hasNextPage, endCursor: data.endCursor)
  }

  public static func itemCount(of data: Data) -> Int { data.edges.count }
}
