// Written by `swiftpager generate` from a schema and its documents: do not edit.
// swift-format-ignore-file
public import SwiftPager

nonisolated public struct CompletedQuery: PagedQuery {
  public static let operationName = "Completed"
  public static let document = #"""
    query Completed($first: Int! = 100, $after: String) {
      products(first: $first, after: $after) {
        nodes { id }
        pageInfo { hasNextPage endCursor }
      }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var first: Int
    public var after: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(first: Int = 100, after: GraphQLNullable<String> = .none) {
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

        public init(id: String) { self.id = id }

        public init(from node: ResponseNode) throws { id = try node["id"].id }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
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

nonisolated public struct ProductsQuery: PagedQuery {
  public static let operationName = "Products"
  public static let document = [
    #"""
    query Products($first: Int!, $after: String, $filter: ProductFilter, $withMaker: Boolean! = true) {
      products(first: $first, after: $after, filter: $filter) {
        nodes {
          ...ProductCard
          default
          createdAt
          sizes
          extra
          maker @include(if: $withMaker) { ...MakerBadge }
        }
        pageInfo { hasNextPage endCursor }
        totalCount
      }
    }
    """#,
    ProductCard.definition, MakerBadge.definition,
  ].joined(separator: "\n")

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var first: Int
    public var after: GraphQLNullable<String>
    public var filter: GraphQLNullable<ProductFilter>
    public var withMaker: Bool
  }
  public var variables: Variables

  public init(
    first: Int, after: GraphQLNullable<String> = .none, filter: GraphQLNullable<ProductFilter> = .none,
    withMaker: Bool = true
  ) {
    variables = Variables(first: first, after: after, filter: filter, withMaker: withMaker)
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

  public static func total(of data: Data) -> Int? { data.products.totalCount }

  public var beginsInMiddle: Bool { variables.after.unwrapped != nil }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var products: ProductConnection

    public init(products: ProductConnection) { self.products = products }

    public init(from node: ResponseNode) throws { products = try node["products"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["products": products]) }

    nonisolated public struct ProductConnection: ResponseObject, Hashable, Sendable {
      public var nodes: [Product]
      public var pageInfo: PageInfo
      public var totalCount: Int

      public init(nodes: [Product], pageInfo: PageInfo, totalCount: Int) {
        (self.nodes, self.pageInfo, self.totalCount) = (nodes, pageInfo, totalCount)
      }

      public init(from node: ResponseNode) throws {
        nodes = try node["nodes"].decode()
        pageInfo = try node["pageInfo"].decode()
        totalCount = try node["totalCount"].int
      }

      public var responseFields: ResponseFields {
        ResponseFields(
          ["__typename": "ProductConnection", "nodes": nodes, "pageInfo": pageInfo, "totalCount": totalCount])
      }

      @dynamicMemberLookup
      nonisolated public struct Product: ResponseObject, Hashable, Sendable {
        public var `default`: Bool
        public var createdAt: Timestamp
        public var sizes: [Int?]?
        public var extra: JSONValue?
        public var maker: MakerBadge?
        public var productCard: ProductCard

        public init(
          `default`: Bool, createdAt: Timestamp, sizes: [Int?]? = nil, extra: JSONValue? = nil,
          maker: MakerBadge? = nil, productCard: ProductCard
        ) {
          (self.`default`, self.createdAt, self.sizes) = (`default`, createdAt, sizes)
          (self.extra, self.maker, self.productCard) = (extra, maker, productCard)
        }

        public init(from node: ResponseNode) throws {
          `default` = try node["default"].bool
          createdAt = try node["createdAt"].decode()
          sizes = try node.optional("sizes")?.map { try $0.isNull ? nil : $0.int }
          extra = node.optional("extra")?.value
          maker = try node.flag("withMaker") ? node.optional("maker")?.decode() : nil
          productCard = try node.decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(
            ["__typename": "Product", "default": `default`, "createdAt": createdAt, "sizes": sizes, "extra": extra],
            omittingNil: ["maker": maker],
            productCard)
        }

        public subscript<Member>(dynamicMember path: KeyPath<ProductCard, Member>) -> Member {
          productCard[keyPath: path]
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

nonisolated public struct CardsQuery: PagedQuery {
  public static let operationName = "Cards"
  public static let document = [
    #"""
    query Cards($first: Int!, $after: String) {
      products(first: $first, after: $after) {
        nodes { ...ProductCard }
        pageInfo { hasNextPage endCursor }
      }
    }
    """#,
    ProductCard.definition,
  ].joined(separator: "\n")

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

  public static func items(of data: Data) -> [ProductCard]? { data.products.nodes }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var products: ProductConnection

    public init(products: ProductConnection) { self.products = products }

    public init(from node: ResponseNode) throws { products = try node["products"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["products": products]) }

    nonisolated public struct ProductConnection: ResponseObject, Hashable, Sendable {
      public var nodes: [ProductCard]
      public var pageInfo: PageInfo

      public init(nodes: [ProductCard], pageInfo: PageInfo) { (self.nodes, self.pageInfo) = (nodes, pageInfo) }

      public init(from node: ResponseNode) throws {
        nodes = try node["nodes"].decode()
        pageInfo = try node["pageInfo"].decode()
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "ProductConnection", "nodes": nodes, "pageInfo": pageInfo])
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

nonisolated public struct BackQuery: PagedQuery {
  public static let operationName = "Back"
  public static let document = #"""
    query Back($last: Int!, $before: String) {
      products(last: $last, before: $before) {
        edges { cursor node { id name } }
        pageInfo { hasPreviousPage startCursor }
      }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var last: Int
    public var before: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(last: Int, before: GraphQLNullable<String> = .none) {
    variables = Variables(last: last, before: before)
  }

  public func pageInfo(of data: Data) -> CursorBasedPagination.Reverse {
    CursorBasedPagination.Reverse(
      hasPrevious: data.products.pageInfo.hasPreviousPage, startCursor: data.products.pageInfo.startCursor)
  }

  public func query(beyond info: CursorBasedPagination.Reverse, toward direction: PaginationDirection) -> Self? {
    guard direction == .previous else { return nil }
    var query = self
    query.variables.before = info.startCursor ?? .none
    return query
  }

  public static func items(of data: Data) -> [Data.ProductConnection.ProductEdge.Product]? {
    data.products.edges?.compactMap { $0?.node }
  }

  public static func itemCount(of data: Data) -> Int? { data.products.edges?.count }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var products: ProductConnection

    public init(products: ProductConnection) { self.products = products }

    public init(from node: ResponseNode) throws { products = try node["products"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["products": products]) }

    nonisolated public struct ProductConnection: ResponseObject, Hashable, Sendable {
      public var edges: [ProductEdge?]?
      public var pageInfo: PageInfo

      public init(edges: [ProductEdge?]? = nil, pageInfo: PageInfo) { (self.edges, self.pageInfo) = (edges, pageInfo) }

      public init(from node: ResponseNode) throws {
        edges = try node.optional("edges")?.map { try $0.isNull ? nil : $0.decode(ProductEdge.self) }
        pageInfo = try node["pageInfo"].decode()
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "ProductConnection", "edges": edges, "pageInfo": pageInfo])
      }

      nonisolated public struct ProductEdge: ResponseObject, Hashable, Sendable {
        public var cursor: String
        public var node: Product

        public init(cursor: String, node: Product) { (self.cursor, self.node) = (cursor, node) }

        public init(from node: ResponseNode) throws {
          cursor = try node["cursor"].string
          self.node = try node["node"].decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "ProductEdge", "cursor": cursor, "node": node])
        }

        nonisolated public struct Product: ResponseObject, Hashable, Sendable {
          public var id: String
          public var name: String

          public init(id: String, name: String) { (self.id, self.name) = (id, name) }

          public init(from node: ResponseNode) throws {
            id = try node["id"].id
            name = try node["name"].string
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Product", "id": id, "name": name])
          }
        }
      }

      nonisolated public struct PageInfo: ResponseObject, Hashable, Sendable {
        public var hasPreviousPage: Bool
        public var startCursor: String?

        public init(hasPreviousPage: Bool, startCursor: String? = nil) {
          (self.hasPreviousPage, self.startCursor) = (hasPreviousPage, startCursor)
        }

        public init(from node: ResponseNode) throws {
          hasPreviousPage = try node["hasPreviousPage"].bool
          startCursor = try node.optional("startCursor")?.string
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "PageInfo", "hasPreviousPage": hasPreviousPage, "startCursor": startCursor])
        }
      }
    }
  }
}

nonisolated public struct BothQuery: PagedQuery {
  public static let operationName = "Both"
  public static let document = #"""
    query Both($first: Int, $after: String, $last: Int, $before: String) {
      products(first: $first, after: $after, last: $last, before: $before) {
        nodes { id }
        pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var first: GraphQLNullable<Int>
    public var after: GraphQLNullable<String>
    public var last: GraphQLNullable<Int>
    public var before: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(
    first: GraphQLNullable<Int> = .none, after: GraphQLNullable<String> = .none, last: GraphQLNullable<Int> = .none,
    before: GraphQLNullable<String> = .none
  ) {
    variables = Variables(first: first, after: after, last: last, before: before)
  }

  public func pageInfo(of data: Data) -> CursorBasedPagination.Bidirectional {
    CursorBasedPagination.Bidirectional(
      hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor,
      hasPrevious: data.products.pageInfo.hasPreviousPage, startCursor: data.products.pageInfo.startCursor)
  }

  public func query(beyond info: CursorBasedPagination.Bidirectional, toward direction: PaginationDirection) -> Self? {
    var query = self
    switch direction {
    case .next:
      query.variables.after = info.endCursor ?? .none
      query.variables.before = .none
      query.variables.first = variables.first.unwrapped ?? variables.last.unwrapped ?? .none
      query.variables.last = .none
    case .previous:
      query.variables.before = info.startCursor ?? .none
      query.variables.after = .none
      query.variables.last = variables.last.unwrapped ?? variables.first.unwrapped ?? .none
      query.variables.first = .none
    }
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

        public init(id: String) { self.id = id }

        public init(from node: ResponseNode) throws { id = try node["id"].id }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
      }

      nonisolated public struct PageInfo: ResponseObject, Hashable, Sendable {
        public var hasNextPage: Bool
        public var endCursor: String?
        public var hasPreviousPage: Bool
        public var startCursor: String?

        public init(hasNextPage: Bool, endCursor: String? = nil, hasPreviousPage: Bool, startCursor: String? = nil) {
          (self.hasNextPage, self.endCursor) = (hasNextPage, endCursor)
          (self.hasPreviousPage, self.startCursor) = (hasPreviousPage, startCursor)
        }

        public init(from node: ResponseNode) throws {
          hasNextPage = try node["hasNextPage"].bool
          endCursor = try node.optional("endCursor")?.string
          hasPreviousPage = try node["hasPreviousPage"].bool
          startCursor = try node.optional("startCursor")?.string
        }

        public var responseFields: ResponseFields {
          ResponseFields(
            [
              "__typename": "PageInfo", "hasNextPage": hasNextPage, "endCursor": endCursor,
              "hasPreviousPage": hasPreviousPage, "startCursor": startCursor,
            ])
        }
      }
    }
  }
}

nonisolated public struct FavouritesQuery: PagedQuery {
  public static let operationName = "Favourites"
  public static let document = #"""
    query Favourites($first: Int, $after: String) {
      viewer {
        favourites(first: $first, after: $after) {
          nodes { id name }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var first: GraphQLNullable<Int>
    public var after: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(first: GraphQLNullable<Int> = .none, after: GraphQLNullable<String> = .none) {
    variables = Variables(first: first, after: after)
  }

  public func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(
      hasNext: data.viewer?.favourites?.pageInfo.hasNextPage, endCursor: data.viewer?.favourites?.pageInfo.endCursor)
  }

  public func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    query.variables.after = info.endCursor ?? .none
    return query
  }

  public static func items(of data: Data) -> [Data.Viewer.ProductConnection.Product]? { data.viewer?.favourites?.nodes }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var viewer: Viewer?

    public init(viewer: Viewer? = nil) { self.viewer = viewer }

    public init(from node: ResponseNode) throws { viewer = try node.optional("viewer")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["viewer": viewer]) }

    nonisolated public struct Viewer: ResponseObject, Hashable, Sendable {
      public var favourites: ProductConnection?

      public init(favourites: ProductConnection? = nil) { self.favourites = favourites }

      public init(from node: ResponseNode) throws { favourites = try node.optional("favourites")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Viewer", "favourites": favourites]) }

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

          public init(id: String, name: String) { (self.id, self.name) = (id, name) }

          public init(from node: ResponseNode) throws {
            id = try node["id"].id
            name = try node["name"].string
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Product", "id": id, "name": name])
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
}

nonisolated public struct MissingQuery: PagedQuery {
  public static let operationName = "Missing"
  public static let document = #"""
    query Missing($after: String) {
      viewer {
        missing(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
      }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var after: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(after: GraphQLNullable<String> = .none) {
    variables = Variables(after: after)
  }

  public func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(
      hasNext: data.viewer?.missing?.pageInfo.hasNextPage, endCursor: data.viewer?.missing?.pageInfo.endCursor)
  }

  public func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    query.variables.after = info.endCursor ?? .none
    return query
  }

  public static func items(of data: Data) -> [Data.Viewer.ProductConnection.Product]? { data.viewer?.missing?.nodes }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var viewer: Viewer?

    public init(viewer: Viewer? = nil) { self.viewer = viewer }

    public init(from node: ResponseNode) throws { viewer = try node.optional("viewer")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["viewer": viewer]) }

    nonisolated public struct Viewer: ResponseObject, Hashable, Sendable {
      public var missing: ProductConnection?

      public init(missing: ProductConnection? = nil) { self.missing = missing }

      public init(from node: ResponseNode) throws { missing = try node.optional("missing")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Viewer", "missing": missing]) }

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

          public init(id: String) { self.id = id }

          public init(from node: ResponseNode) throws { id = try node["id"].id }

          public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
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
}

nonisolated public struct InFragmentsQuery: PagedQuery {
  public static let operationName = "InFragments"
  public static let document = [
    #"""
    query InFragments($first: Int = 250, $after: String) {
      products(first: $first, after: $after) { ...PageOfProducts }
    }
    """#,
    PageOfProducts.definition, Ends.definition,
  ].joined(separator: "\n")

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var first: GraphQLNullable<Int>
    public var after: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(first: GraphQLNullable<Int> = 250, after: GraphQLNullable<String> = .none) {
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

  public static func items(of data: Data) -> [PageOfProducts.Product]? { data.products.nodes }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var products: PageOfProducts

    public init(products: PageOfProducts) { self.products = products }

    public init(from node: ResponseNode) throws { products = try node["products"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["products": products]) }
  }
}

nonisolated public struct SearchQuery: PagedQuery {
  public static let operationName = "Search"
  public static let document = [
    #"""
    query Search($first: Int!, $after: String) {
      search(first: $first, after: $after) {
        nodes {
          __typename
          ... on Node { id }
          ... on Priced { price }
          ... on Product { ...ProductCard maker { name } }
          ... on Bundle { title products { ...ProductCard } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
    """#,
    ProductCard.definition,
  ].joined(separator: "\n")

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var first: Int
    public var after: GraphQLNullable<String>
  }
  public var variables: Variables

  public init(first: Int, after: GraphQLNullable<String> = .none) {
    variables = Variables(first: first, after: after)
  }

  public func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(hasNext: data.search.pageInfo.hasNextPage, endCursor: data.search.pageInfo.endCursor)
  }

  public func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    query.variables.after = info.endCursor ?? .none
    return query
  }

  public static func items(of data: Data) -> [Data.SearchConnection.SearchResult]? {
    data.search.nodes.compactMap { $0 }
  }

  public static func itemCount(of data: Data) -> Int? { data.search.nodes.count }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var search: SearchConnection

    public init(search: SearchConnection) { self.search = search }

    public init(from node: ResponseNode) throws { search = try node["search"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["search": search]) }

    nonisolated public struct SearchConnection: ResponseObject, Hashable, Sendable {
      public var nodes: [SearchResult?]
      public var pageInfo: PageInfo

      public init(nodes: [SearchResult?], pageInfo: PageInfo) { (self.nodes, self.pageInfo) = (nodes, pageInfo) }

      public init(from node: ResponseNode) throws {
        nodes = try node["nodes"].map { try $0.isNull ? nil : $0.decode(SearchResult.self) }
        pageInfo = try node["pageInfo"].decode()
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "SearchConnection", "nodes": nodes, "pageInfo": pageInfo])
      }

      nonisolated public enum SearchResult: ResponseObject, Hashable, Sendable {
        case product(Product)
        case bundle(Bundle)
        case maker(Maker)
        /// A type that the document does not ask for, or that the schema did not have.
        case other(String)

        public var asProduct: Product? { if case .product(let value) = self { value } else { nil } }
        public var asBundle: Bundle? { if case .bundle(let value) = self { value } else { nil } }
        public var asMaker: Maker? { if case .maker(let value) = self { value } else { nil } }

        public init(from node: ResponseNode) throws {
          switch try node["__typename"].string {
          case "Product": self = .product(try node.decode())
          case "Bundle": self = .bundle(try node.decode())
          case "Maker": self = .maker(try node.decode())
          case let name: self = .other(name)
          }
        }

        public var responseFields: ResponseFields {
          switch self {
          case .product(let value): value.responseFields
          case .bundle(let value): value.responseFields
          case .maker(let value): value.responseFields
          case .other(let name): ResponseFields(["__typename": name])
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Product: ResponseObject, Hashable, Sendable {
          public var id: String
          public var price: Double
          public var maker: Maker?
          public var productCard: ProductCard

          public init(id: String, price: Double, maker: Maker? = nil, productCard: ProductCard) {
            (self.id, self.price, self.maker, self.productCard) = (id, price, maker, productCard)
          }

          public init(from node: ResponseNode) throws {
            id = try node["id"].id
            price = try node["price"].double
            maker = try node.optional("maker")?.decode()
            productCard = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Product", "id": id, "price": price, "maker": maker], productCard)
          }

          public subscript<Member>(dynamicMember path: KeyPath<ProductCard, Member>) -> Member {
            productCard[keyPath: path]
          }

          nonisolated public struct Maker: ResponseObject, Hashable, Sendable {
            public var name: String

            public init(name: String) { self.name = name }

            public init(from node: ResponseNode) throws { name = try node["name"].string }

            public var responseFields: ResponseFields { ResponseFields(["__typename": "Maker", "name": name]) }
          }
        }

        nonisolated public struct Bundle: ResponseObject, Hashable, Sendable {
          public var id: String
          public var price: Double
          public var title: String
          public var products: [ProductCard]

          public init(id: String, price: Double, title: String, products: [ProductCard]) {
            (self.id, self.price, self.title, self.products) = (id, price, title, products)
          }

          public init(from node: ResponseNode) throws {
            id = try node["id"].id
            price = try node["price"].double
            title = try node["title"].string
            products = try node["products"].decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Bundle", "id": id, "price": price, "title": title, "products": products])
          }
        }

        nonisolated public struct Maker: ResponseObject, Hashable, Sendable {
          public var id: String

          public init(id: String) { self.id = id }

          public init(from node: ResponseNode) throws { id = try node["id"].id }

          public var responseFields: ResponseFields { ResponseFields(["__typename": "Maker", "id": id]) }
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

nonisolated public struct ThingQuery: GraphQLQuery {
  public static let operationName = "Thing"
  public static let document = #"""
    query Thing($id: ID!) {
      node(id: $id) { __typename id ... on Product { name } ... on Priced { price } }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var id: String
  }
  public var variables: Variables

  public init(id: String) {
    variables = Variables(id: id)
  }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var node: Node?

    public init(node: Node? = nil) { self.node = node }

    public init(from node: ResponseNode) throws { self.node = try node.optional("node")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["node": node]) }

    nonisolated public struct Node: ResponseObject, Hashable, Sendable {
      public var id: String
      public var on: On

      public init(id: String, on: On) { (self.id, self.on) = (id, on) }

      public init(from node: ResponseNode) throws {
        id = try node["id"].id
        on = try node.decode()
      }

      public var responseFields: ResponseFields { ResponseFields(["id": id], on) }

      nonisolated public enum On: ResponseObject, Hashable, Sendable {
        case product(Product)
        case bundle(Bundle)
        /// A type that the document does not ask for, or that the schema did not have.
        case other(String)

        public var asProduct: Product? { if case .product(let value) = self { value } else { nil } }
        public var asBundle: Bundle? { if case .bundle(let value) = self { value } else { nil } }

        public init(from node: ResponseNode) throws {
          switch try node["__typename"].string {
          case "Product": self = .product(try node.decode())
          case "Bundle": self = .bundle(try node.decode())
          case let name: self = .other(name)
          }
        }

        public var responseFields: ResponseFields {
          switch self {
          case .product(let value): value.responseFields
          case .bundle(let value): value.responseFields
          case .other(let name): ResponseFields(["__typename": name])
          }
        }
      }

      nonisolated public struct Product: ResponseObject, Hashable, Sendable {
        public var name: String
        public var price: Double

        public init(name: String, price: Double) { (self.name, self.price) = (name, price) }

        public init(from node: ResponseNode) throws {
          name = try node["name"].string
          price = try node["price"].double
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "Product", "name": name, "price": price])
        }
      }

      nonisolated public struct Bundle: ResponseObject, Hashable, Sendable {
        public var price: Double

        public init(price: Double) { self.price = price }

        public init(from node: ResponseNode) throws { price = try node["price"].double }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Bundle", "price": price]) }
      }
    }
  }
}

nonisolated public struct PricedThingQuery: GraphQLQuery {
  public static let operationName = "PricedThing"
  public static let document = #"""
    query PricedThing($id: ID!) {
      node(id: $id) { __typename ... on Priced { price } ... on Maker { name } }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var id: String
  }
  public var variables: Variables

  public init(id: String) {
    variables = Variables(id: id)
  }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var node: Node?

    public init(node: Node? = nil) { self.node = node }

    public init(from node: ResponseNode) throws { self.node = try node.optional("node")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["node": node]) }

    nonisolated public enum Node: ResponseObject, Hashable, Sendable {
      case priced(Priced)
      case maker(Maker)
      /// A type that the document does not ask for, or that the schema did not have.
      case other(String)

      public var asPriced: Priced? { if case .priced(let value) = self { value } else { nil } }
      public var asMaker: Maker? { if case .maker(let value) = self { value } else { nil } }

      public init(from node: ResponseNode) throws {
        switch try node["__typename"].string {
        case "Bundle", "Product": self = .priced(try node.decode())
        case "Maker": self = .maker(try node.decode())
        case let name: self = .other(name)
        }
      }

      public var responseFields: ResponseFields {
        switch self {
        case .priced(let value): value.responseFields
        case .maker(let value): value.responseFields
        case .other(let name): ResponseFields(["__typename": name])
        }
      }

      nonisolated public struct Priced: ResponseObject, Hashable, Sendable {
        public var __typename: String
        public var price: Double

        public init(__typename: String, price: Double) { (self.__typename, self.price) = (__typename, price) }

        public init(from node: ResponseNode) throws {
          __typename = try node["__typename"].string
          price = try node["price"].double
        }

        public var responseFields: ResponseFields { ResponseFields(["__typename": __typename, "price": price]) }
      }

      nonisolated public struct Maker: ResponseObject, Hashable, Sendable {
        public var name: String

        public init(name: String) { self.name = name }

        public init(from node: ResponseNode) throws { name = try node["name"].string }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Maker", "name": name]) }
      }
    }
  }
}

nonisolated public struct OnShelfQuery: PagedQuery {
  public static let operationName = "OnShelf"
  public static let document = #"""
    query OnShelf($first: Int!, $after: String) {
      node(id: "shelf") {
        __typename
        ... on Shelf {
          products(first: $first, after: $after) {
            nodes { id }
            pageInfo { hasNextPage endCursor }
          }
        }
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
      hasNext: data.node?.asShelf?.products.pageInfo.hasNextPage,
      endCursor: data.node?.asShelf?.products.pageInfo.endCursor)
  }

  public func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    query.variables.after = info.endCursor ?? .none
    return query
  }

  public static func items(of data: Data) -> [Data.Node.Shelf.ProductConnection.Product]? {
    data.node?.asShelf?.products.nodes
  }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var node: Node?

    public init(node: Node? = nil) { self.node = node }

    public init(from node: ResponseNode) throws { self.node = try node.optional("node")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["node": node]) }

    nonisolated public enum Node: ResponseObject, Hashable, Sendable {
      case shelf(Shelf)
      /// A type that the document does not ask for, or that the schema did not have.
      case other(String)

      public var asShelf: Shelf? { if case .shelf(let value) = self { value } else { nil } }

      public init(from node: ResponseNode) throws {
        switch try node["__typename"].string {
        case "Shelf": self = .shelf(try node.decode())
        case let name: self = .other(name)
        }
      }

      public var responseFields: ResponseFields {
        switch self {
        case .shelf(let value): value.responseFields
        case .other(let name): ResponseFields(["__typename": name])
        }
      }

      nonisolated public struct Shelf: ResponseObject, Hashable, Sendable {
        public var products: ProductConnection

        public init(products: ProductConnection) { self.products = products }

        public init(from node: ResponseNode) throws { products = try node["products"].decode() }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Shelf", "products": products]) }

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

            public init(id: String) { self.id = id }

            public init(from node: ResponseNode) throws { id = try node["id"].id }

            public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
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
  }
}

nonisolated public struct RowsQuery: PagedQuery {
  public static let operationName = "Rows"
  public static let document = #"""
    query Rows($paging: Paging) { rows(paging: $paging) { items { id } total } }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var paging: GraphQLNullable<Paging>
  }
  public var variables: Variables

  public init(paging: GraphQLNullable<Paging> = .none) {
    variables = Variables(paging: paging)
  }

  public func pageInfo(of data: Data) -> OffsetPagination.Forward {
    let next = (variables.paging.unwrapped?.offset.unwrapped ?? 0) + data.rows.items.count
    return OffsetPagination.Forward(offset: next, canLoadNext: next < data.rows.total)
  }

  public func query(beyond info: OffsetPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    var pagingValue = query.variables.paging.unwrapped ?? Paging()
    pagingValue.offset = .some(info.offset)
    query.variables.paging = .some(pagingValue)
    return query
  }

  public static func items(of data: Data) -> [Data.ProductRows.Product]? { data.rows.items }

  public static func total(of data: Data) -> Int? { data.rows.total }

  public var beginsInMiddle: Bool { variables.paging.unwrapped?.offset.unwrapped ?? 0 > 0 }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var rows: ProductRows

    public init(rows: ProductRows) { self.rows = rows }

    public init(from node: ResponseNode) throws { rows = try node["rows"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["rows": rows]) }

    nonisolated public struct ProductRows: ResponseObject, Hashable, Sendable {
      public var items: [Product]
      public var total: Int

      public init(items: [Product], total: Int) { (self.items, self.total) = (items, total) }

      public init(from node: ResponseNode) throws {
        items = try node["items"].decode()
        total = try node["total"].int
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "ProductRows", "items": items, "total": total])
      }

      nonisolated public struct Product: ResponseObject, Hashable, Sendable {
        public var id: String

        public init(id: String) { self.id = id }

        public init(from node: ResponseNode) throws { id = try node["id"].id }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
      }
    }
  }
}

nonisolated public struct ListQuery: PagedQuery {
  public static let operationName = "List"
  public static let document = #"""
    query List($limit: Int! = 100, $offset: Int! = 0) {
      list(limit: $limit, offset: $offset) { id }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var limit: Int
    public var offset: Int
  }
  public var variables: Variables

  public init(limit: Int = 100, offset: Int = 0) {
    variables = Variables(limit: limit, offset: offset)
  }

  public func pageInfo(of data: Data) -> OffsetPagination.Forward {
    let next = variables.offset + data.list.count
    return OffsetPagination.Forward(offset: next, canLoadNext: data.list.count > 0)
  }

  public func query(beyond info: OffsetPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    query.variables.offset = info.offset
    return query
  }

  public static func items(of data: Data) -> [Data.Product]? { data.list }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var list: [Product]

    public init(list: [Product]) { self.list = list }

    public init(from node: ResponseNode) throws { list = try node["list"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["list": list]) }

    nonisolated public struct Product: ResponseObject, Hashable, Sendable {
      public var id: String

      public init(id: String) { self.id = id }

      public init(from node: ResponseNode) throws { id = try node["id"].id }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
    }
  }
}

nonisolated public struct PagesQuery: PagedQuery {
  public static let operationName = "Pages"
  public static let document = #"""
    query Pages($page: Int! = 1, $size: Int! = 100) {
      pages(page: $page, perPage: $size) { items { id } hasMore }
    }
    """#

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var page: Int
    public var size: Int
  }
  public var variables: Variables

  public init(page: Int = 1, size: Int = 100) {
    variables = Variables(page: page, size: size)
  }

  public func pageInfo(of data: Data) -> OffsetPagination.Forward {
    // The number of a page stands where other lists have an offset.
    let next = variables.page + 1
    return OffsetPagination.Forward(offset: next, canLoadNext: data.pages.hasMore)
  }

  public func query(beyond info: OffsetPagination.Forward, toward direction: PaginationDirection) -> Self? {
    guard direction == .next else { return nil }
    var query = self
    query.variables.page = info.offset
    return query
  }

  public static func items(of data: Data) -> [Data.ProductPages.Product]? { data.pages.items }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var pages: ProductPages

    public init(pages: ProductPages) { self.pages = pages }

    public init(from node: ResponseNode) throws { pages = try node["pages"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["pages": pages]) }

    nonisolated public struct ProductPages: ResponseObject, Hashable, Sendable {
      public var items: [Product]
      public var hasMore: Bool

      public init(items: [Product], hasMore: Bool) { (self.items, self.hasMore) = (items, hasMore) }

      public init(from node: ResponseNode) throws {
        items = try node["items"].decode()
        hasMore = try node["hasMore"].bool
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "ProductPages", "items": items, "hasMore": hasMore])
      }

      nonisolated public struct Product: ResponseObject, Hashable, Sendable {
        public var id: String

        public init(id: String) { self.id = id }

        public init(from node: ResponseNode) throws { id = try node["id"].id }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
      }
    }
  }
}

nonisolated public struct OneProductQuery: GraphQLQuery {
  public static let operationName = "OneProduct"
  public static let document = [
    #"""
    query OneProduct($by: Key!) { product(by: $by) { ...Labelled ...Sized } }
    """#,
    Labelled.definition, Sized.definition,
  ].joined(separator: "\n")

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var by: Key
  }
  public var variables: Variables

  public init(by: Key) {
    variables = Variables(by: by)
  }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var product: Product?

    public init(product: Product? = nil) { self.product = product }

    public init(from node: ResponseNode) throws { product = try node.optional("product")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["product": product]) }

    @dynamicMemberLookup
    nonisolated public struct Product: ResponseObject, Hashable, Sendable {
      public var labelled: Labelled
      public var sized: Sized

      public init(labelled: Labelled, sized: Sized) { (self.labelled, self.sized) = (labelled, sized) }

      public init(from node: ResponseNode) throws {
        labelled = try node.decode()
        sized = try node.decode()
      }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Product"], labelled, sized) }

      public var name: String { labelled.name }
      public var maker: Labelled.Maker? { labelled.maker }

      public subscript<Member>(dynamicMember path: KeyPath<Labelled, Member>) -> Member { labelled[keyPath: path] }
      public subscript<Member>(dynamicMember path: KeyPath<Sized, Member>) -> Member { sized[keyPath: path] }
    }
  }
}

nonisolated public struct ConditionsQuery: GraphQLQuery {
  public static let operationName = "Conditions"
  public static let document = [
    #"""
    query Conditions($card: Boolean!, $brief: Boolean = false) {
      product(by: {id: "p1"}) {
        id
        ...ProductCard @include(if: $card)
        name @skip(if: $brief)
        maker @include(if: $card) @skip(if: $brief) { name }
        maker { id }
      }
    }
    """#,
    ProductCard.definition,
  ].joined(separator: "\n")

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var card: Bool
    public var brief: Bool
  }
  public var variables: Variables

  public init(card: Bool, brief: Bool = false) {
    variables = Variables(card: card, brief: brief)
  }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var product: Product?

    public init(product: Product? = nil) { self.product = product }

    public init(from node: ResponseNode) throws { product = try node.optional("product")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["product": product]) }

    nonisolated public struct Product: ResponseObject, Hashable, Sendable {
      public var id: String
      public var name: String?
      public var maker: Maker?
      public var productCard: ProductCard?

      public init(id: String, name: String? = nil, maker: Maker? = nil, productCard: ProductCard? = nil) {
        (self.id, self.name, self.maker, self.productCard) = (id, name, maker, productCard)
      }

      public init(from node: ResponseNode) throws {
        id = try node["id"].id
        name = try node.contains("name") ? node["name"].string : nil
        maker = try node.optional("maker")?.decode()
        productCard = try node.flag("card") ? node.decode() : nil
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "Product", "id": id, "maker": maker], omittingNil: ["name": name], productCard)
      }

      nonisolated public struct Maker: ResponseObject, Hashable, Sendable {
        public var name: String?
        public var id: String

        public init(name: String? = nil, id: String) { (self.name, self.id) = (name, id) }

        public init(from node: ResponseNode) throws {
          name = try node.contains("name") ? node["name"].string : nil
          id = try node["id"].id
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "Maker", "id": id], omittingNil: ["name": name])
        }
      }
    }
  }
}

nonisolated public struct RenameProductMutation: GraphQLMutation {
  public static let operationName = "RenameProduct"
  public static let document = [
    #"""
    mutation RenameProduct($id: ID!, $name: String!) {
      renameProduct(id: $id, name: $name) { ...ProductCard }
    }
    """#,
    ProductCard.definition,
  ].joined(separator: "\n")

  nonisolated public struct Variables: Encodable, Hashable, Sendable {
    public var id: String
    public var name: String
  }
  public var variables: Variables

  public init(id: String, name: String) {
    variables = Variables(id: id, name: name)
  }

  nonisolated public struct Data: ResponseObject, Hashable, Sendable {
    public var renameProduct: ProductCard?

    public init(renameProduct: ProductCard? = nil) { self.renameProduct = renameProduct }

    public init(from node: ResponseNode) throws { renameProduct = try node.optional("renameProduct")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["renameProduct": renameProduct]) }
  }
}

nonisolated public struct ProductCard: ResponseObject, Hashable, Sendable {
  public static let definition = #"""
    fragment ProductCard on Product { id name price rating status tags }
    """#

  public var id: String
  public var name: String
  public var price: Double
  public var rating: Double?
  public var status: Status
  public var tags: [String]

  public init(id: String, name: String, price: Double, rating: Double? = nil, status: Status, tags: [String]) {
    (self.id, self.name, self.price, self.rating, self.status, self.tags) = (id, name, price, rating, status, tags)
  }

  public init(from node: ResponseNode) throws {
    id = try node["id"].id
    name = try node["name"].string
    price = try node["price"].double
    rating = try node.optional("rating")?.double
    status = try node["status"].decode()
    tags = try node["tags"].map { try $0.string }
  }

  public var responseFields: ResponseFields {
    ResponseFields(
      [
        "__typename": "Product", "id": id, "name": name, "price": price, "rating": rating, "status": status,
        "tags": tags,
      ])
  }
}

nonisolated public struct MakerBadge: ResponseObject, Hashable, Sendable {
  public static let definition = #"""
    fragment MakerBadge on Maker { id name }
    """#

  public var id: String
  public var name: String

  public init(id: String, name: String) { (self.id, self.name) = (id, name) }

  public init(from node: ResponseNode) throws {
    id = try node["id"].id
    name = try node["name"].string
  }

  public var responseFields: ResponseFields { ResponseFields(["__typename": "Maker", "id": id, "name": name]) }
}

nonisolated public struct PageOfProducts: ResponseObject, Hashable, Sendable {
  public static let definition = #"""
    fragment PageOfProducts on ProductConnection {
      nodes { id }
      pageInfo { ...Ends }
    }
    """#

  public var nodes: [Product]
  public var pageInfo: Ends

  public init(nodes: [Product], pageInfo: Ends) { (self.nodes, self.pageInfo) = (nodes, pageInfo) }

  public init(from node: ResponseNode) throws {
    nodes = try node["nodes"].decode()
    pageInfo = try node["pageInfo"].decode()
  }

  public var responseFields: ResponseFields {
    ResponseFields(["__typename": "ProductConnection", "nodes": nodes, "pageInfo": pageInfo])
  }

  nonisolated public struct Product: ResponseObject, Hashable, Sendable {
    public var id: String

    public init(id: String) { self.id = id }

    public init(from node: ResponseNode) throws { id = try node["id"].id }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "id": id]) }
  }
}

nonisolated public struct Ends: ResponseObject, Hashable, Sendable {
  public static let definition = #"""
    fragment Ends on PageInfo { hasNextPage endCursor }
    """#

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

nonisolated public struct Labelled: ResponseObject, Hashable, Sendable {
  public static let definition = #"""
    fragment Labelled on Product { name maker { name } }
    """#

  public var name: String
  public var maker: Maker?

  public init(name: String, maker: Maker? = nil) { (self.name, self.maker) = (name, maker) }

  public init(from node: ResponseNode) throws {
    name = try node["name"].string
    maker = try node.optional("maker")?.decode()
  }

  public var responseFields: ResponseFields { ResponseFields(["__typename": "Product", "name": name, "maker": maker]) }

  nonisolated public struct Maker: ResponseObject, Hashable, Sendable {
    public var name: String

    public init(name: String) { self.name = name }

    public init(from node: ResponseNode) throws { name = try node["name"].string }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "Maker", "name": name]) }
  }
}

nonisolated public struct Sized: ResponseObject, Hashable, Sendable {
  public static let definition = #"""
    fragment Sized on Product { name sizes maker { country } }
    """#

  public var name: String
  public var sizes: [Int?]?
  public var maker: Maker?

  public init(name: String, sizes: [Int?]? = nil, maker: Maker? = nil) {
    (self.name, self.sizes, self.maker) = (name, sizes, maker)
  }

  public init(from node: ResponseNode) throws {
    name = try node["name"].string
    sizes = try node.optional("sizes")?.map { try $0.isNull ? nil : $0.int }
    maker = try node.optional("maker")?.decode()
  }

  public var responseFields: ResponseFields {
    ResponseFields(["__typename": "Product", "name": name, "sizes": sizes, "maker": maker])
  }

  nonisolated public struct Maker: ResponseObject, Hashable, Sendable {
    public var country: String?

    public init(country: String? = nil) { self.country = country }

    public init(from node: ResponseNode) throws { country = try node.optional("country")?.string }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "Maker", "country": country]) }
  }
}

nonisolated public enum Status: ResponseEnum {
  case active
  case archived
  case onHold
  /// A value that the schema did not have.
  case unknown(String)

  public static let allCases: [Status] = [.active, .archived, .onHold]

  public init(rawValue: String) {
    switch rawValue {
    case "ACTIVE": self = .active
    case "ARCHIVED": self = .archived
    case "ON_HOLD": self = .onHold
    default: self = .unknown(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .active: "ACTIVE"
    case .archived: "ARCHIVED"
    case .onHold: "ON_HOLD"
    case .unknown(let value): value
    }
  }
}

nonisolated public indirect enum Key: Encodable, Hashable, Sendable {
  case id(String?)
  case name(String?)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    switch self {
    case .id(let value): try container.encode(value, forKey: .id)
    case .name(let value): try container.encode(value, forKey: .name)
    }
  }

  private enum Keys: String, CodingKey {
    case id
    case name
  }
}

nonisolated public struct Paging: Encodable, Hashable, Sendable {
  public var limit: GraphQLNullable<Int>
  public var offset: GraphQLNullable<Int>

  public init(limit: GraphQLNullable<Int> = .none, offset: GraphQLNullable<Int> = .none) {
    self.limit = limit
    self.offset = offset
  }
}

nonisolated public struct ProductFilter: Encodable, Hashable, Sendable {
  public var status: GraphQLNullable<Status>
  public var price: GraphQLNullable<RangeInput>
  public var tags: GraphQLNullable<[String]>
  public var excluding: GraphQLNullable<ProductFilter>

  public init(
    status: GraphQLNullable<Status> = .none, price: GraphQLNullable<RangeInput> = .none,
    tags: GraphQLNullable<[String]> = .none, excluding: GraphQLNullable<ProductFilter> = .none
  ) {
    self.status = status
    self.price = price
    self.tags = tags
    self.excluding = excluding
  }
}

nonisolated public struct RangeInput: Encodable, Hashable, Sendable {
  public var low: GraphQLNullable<Double>
  public var high: GraphQLNullable<Double>

  public init(low: GraphQLNullable<Double> = .none, high: GraphQLNullable<Double> = .none) {
    self.low = low
    self.high = high
  }
}
