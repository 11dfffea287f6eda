import SwiftPager

/// A product as the queries here select it.
struct Product: Decodable, Hashable, Sendable {
  let id: String
  let name: String

  /// The product's place in the list, from 1; every name ends with it. It tells a test which products it got.
  var number: Int { name.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
}

/// A page of products with what it says of the pages around it.
struct ProductConnection: Decodable, Hashable, Sendable {
  struct PageInfo: Decodable, Hashable, Sendable {
    let hasNextPage: Bool
    let endCursor: String?
    let hasPreviousPage: Bool
    let startCursor: String?
  }

  let totalCount: Int
  let nodes: [Product]
  let pageInfo: PageInfo
}

/// A page of the Relay connection. What is not given is left out of the request.
struct ProductsQuery: GraphQLQuery {
  static let document = """
    query Products($first: Int, $after: String, $last: Int, $before: String) {
      products(first: $first, after: $after, last: $last, before: $before) {
        totalCount
        nodes { id name }
        pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var first: GraphQLNullable<Int> = .none
    var after: GraphQLNullable<String> = .none
    var last: GraphQLNullable<Int> = .none
    var before: GraphQLNullable<String> = .none
  }

  struct Data: Decodable, Hashable, Sendable {
    let products: ProductConnection
  }

  var variables: Variables

  init(first: GraphQLNullable<Int>, after: GraphQLNullable<String> = nil) {
    variables = Variables(first: first, after: after)
  }

  init(last: GraphQLNullable<Int>, before: GraphQLNullable<String> = nil) {
    variables = Variables(last: last, before: before)
  }
}

/// Read forward.
extension ProductsQuery: PagedQuery {
  func pageInfo(of data: Data) -> CursorBasedPagination.Forward { data.products.forward }

  func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> ProductsQuery? {
    direction == .next ? ProductsQuery(first: variables.first, after: info.endCursor ?? .none) : nil
  }

  static func items(of data: Data) -> [Product]? { data.products.nodes }
  static func total(of data: Data) -> Int? { data.products.totalCount }
}

/// The shop's name and the first page of its products: the first of two queries.
struct ShopQuery: GraphQLQuery {
  static let document = """
    query Shop($first: Int, $after: String, $last: Int, $before: String) {
      shop { name }
      products(first: $first, after: $after, last: $last, before: $before) {
        totalCount
        nodes { id name }
        pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      }
    }
    """

  struct Data: Decodable, Hashable, Sendable {
    struct Shop: Decodable, Hashable, Sendable {
      let name: String
    }

    let shop: Shop
    let products: ProductConnection
  }

  var variables: ProductsQuery.Variables
}

/// A page of the list that is paged by counting.
struct ProductListQuery: GraphQLQuery {
  static let document = """
    query ProductList($offset: Int!, $limit: Int!) {
      productList(offset: $offset, limit: $limit) { items { id name } total hasMore }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    let offset: Int
    let limit: Int
  }

  struct Data: Decodable, Hashable, Sendable {
    struct ProductList: Decodable, Hashable, Sendable {
      let items: [Product]
      let total: Int
      let hasMore: Bool
    }

    let productList: ProductList
  }

  var variables: Variables

  init(offset: Int, limit: Int) {
    variables = Variables(offset: offset, limit: limit)
  }
}

/// The shop's name and a page of the offset list: the first of two queries.
struct ShopListQuery: GraphQLQuery {
  static let document = """
    query ShopList($offset: Int!, $limit: Int!) {
      shop { name }
      productList(offset: $offset, limit: $limit) { items { id name } total hasMore }
    }
    """

  struct Data: Decodable, Hashable, Sendable {
    let shop: ShopQuery.Data.Shop
    let productList: ProductListQuery.Data.ProductList
  }

  var variables: ProductListQuery.Variables
}

/// Gives a product another name.
struct RenameProduct: GraphQLMutation {
  static let document = """
    mutation RenameProduct($id: ID!, $name: String!) {
      renameProduct(id: $id, name: $name) { id name }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    let id: String
    let name: String
  }

  struct Data: Decodable, Hashable, Sendable {
    let renameProduct: Product
  }

  var variables: Variables

  init(id: String, name: String) {
    variables = Variables(id: id, name: name)
  }
}
