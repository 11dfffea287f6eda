import SwiftPager

/// Reads nothing: what the transport and the client cost.
struct NothingQuery: GraphQLQuery {
  static let document = PlainQuery.document
  struct Data: ResponseDecodable, Hashable, Sendable { init(from node: ResponseNode) throws {} }
}

/// The same types as `PlainQuery` has, written by hand.
struct ByHandQuery: GraphQLQuery {
  static let document = PlainQuery.document

  struct Data: ResponseDecodable, Hashable, Sendable {
    var products: Products

    init(from node: ResponseNode) throws { products = try node["products"].decode() }
  }

  struct Products: ResponseDecodable, Hashable, Sendable {
    var nodes: [Product]
    var pageInfo: PageInfo

    init(from node: ResponseNode) throws {
      nodes = try node["nodes"].decode()
      pageInfo = try node["pageInfo"].decode()
    }
  }

  struct Product: ResponseDecodable, Hashable, Sendable {
    var id: String
    var name: String
    var price: Double
    var rating: Double?
    var available: Bool

    init(from node: ResponseNode) throws {
      id = try node["id"].string
      name = try node["name"].string
      price = try node["price"].double
      rating = try node.optional("rating")?.double
      available = try node["available"].bool
    }
  }

  struct PageInfo: ResponseDecodable, Hashable, Sendable {
    var hasNextPage: Bool
    var endCursor: String?

    init(from node: ResponseNode) throws {
      hasNextPage = try node["hasNextPage"].bool
      endCursor = try node.optional("endCursor")?.string
    }
  }
}

/// The same with the compiler's own `Decodable`.
struct SynthesizedQuery: GraphQLQuery {
  static let document = PlainQuery.document

  struct Data: Decodable, Hashable, Sendable { var products: Products }

  struct Products: Decodable, Hashable, Sendable {
    var nodes: [Product]
    var pageInfo: PageInfo
  }

  struct Product: Decodable, Hashable, Sendable {
    var id: String
    var name: String
    var price: Double
    var rating: Double?
    var available: Bool
  }

  struct PageInfo: Decodable, Hashable, Sendable {
    var hasNextPage: Bool
    var endCursor: String?
  }
}

/// What Foundation's decoder reads of a response.
struct Envelope: Decodable { var data: SynthesizedQuery.Data }
