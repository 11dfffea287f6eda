public import SwiftPager

/// The same query as `ProductsQuery`; its data is `Decodable` by hand, and has only the nodes, not the objects around
/// them.
public struct ByHandQuery: GraphQLQuery {
  public static let document = ProductsQuery.document
  public typealias Variables = ProductsQuery.Variables

  public struct Data: Decodable, Hashable, Sendable {
    public let products: [Product]
    public let hasNextPage: Bool
    public let endCursor: String?

    private enum CodingKeys: CodingKey { case products }
    private enum ConnectionKeys: CodingKey { case edges, pageInfo }
    private enum EdgeKeys: CodingKey { case node }
    private enum PageInfoKeys: CodingKey { case hasNextPage, endCursor }

    public init(from decoder: any Decoder) throws {
      let connection = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: ConnectionKeys.self, forKey: .products)

      var edges = try connection.nestedUnkeyedContainer(forKey: .edges)
      var products: [Product] = []
      products.reserveCapacity(edges.count ?? 0)
      while !edges.isAtEnd {
        let edge = try edges.nestedContainer(keyedBy: EdgeKeys.self)
        products.append(try edge.decode(Product.self, forKey: .node))
      }
      self.products = products

      let pageInfo = try connection.nestedContainer(keyedBy: PageInfoKeys.self, forKey: .pageInfo)
      hasNextPage = try pageInfo.decode(Bool.self, forKey: .hasNextPage)
      endCursor = try pageInfo.decodeIfPresent(String.self, forKey: .endCursor)
    }
  }

  public struct Product: Decodable, Hashable, Sendable {
    public let id: String
    public let name: String
    public let price: Double
    public let description: String
    public let inStock: Bool

    private enum CodingKeys: CodingKey { case id, name, price, description, inStock }

    public init(from decoder: any Decoder) throws {
      let node = try decoder.container(keyedBy: CodingKeys.self)
      id = try node.decode(String.self, forKey: .id)
      name = try node.decode(String.self, forKey: .name)
      price = try node.decode(Double.self, forKey: .price)
      description = try node.decode(String.self, forKey: .description)
      inStock = try node.decode(Bool.self, forKey: .inStock)
    }
  }

  public var variables: Variables
}

extension ByHandQuery: ProductsOperation {
  public init(first: Int, after: GraphQLNullable<String>) {
    variables = Variables(first: first, after: after)
  }

  public static func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(hasNext: data.hasNextPage, endCursor: data.endCursor)
  }

  public static func itemCount(of data: Data) -> Int { data.products.count }
}
