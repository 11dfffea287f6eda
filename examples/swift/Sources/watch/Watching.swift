import SwiftPager

/// Shows two pages of the demo server's products and changes them in three ways.
enum Watching {
  struct ProductsQuery: GraphQLQuery {
    static let document = """
      query Products($after: String) {
        products(first: 3, after: $after) { nodes { id name price } pageInfo { hasNextPage endCursor } }
      }
      """

    struct Variables: Encodable, Hashable, Sendable {
      var after: GraphQLNullable<String>
    }

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
  }

  struct Product: Codable, Hashable, Sendable {
    let id: String
    var name: String
    var price: Double
  }

  struct UpdatePrice: GraphQLMutation {
    static let document = """
      mutation ($id: ID!, $price: Float!) { updateProduct(id: $id, price: $price) { id price } }
      """

    struct Variables: Encodable, Hashable, Sendable {
      var id: String
      var price: Double
    }

    struct Data: Decodable, Hashable, Sendable {
      struct Changed: Decodable, Hashable, Sendable {
        let id: String
        let price: Double
      }

      let updateProduct: Changed
    }

    var variables: Variables
  }

  static func run(endpoint: String, show: @Sendable (String) -> Void) async throws {
    let client = try GraphQLClient(endpoint: endpoint)
    let pager = AsyncGraphQLQueryPager<[Product]>(
      client: client,
      initialQuery: ProductsQuery(variables: .init(after: .none)),
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
        let info: ProductsQuery.Data.Products.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
      },
      pageResolver: { (info: CursorBasedPagination.Forward, direction: PaginationDirection) -> ProductsQuery? in
        guard direction == .next else { return nil }
        return ProductsQuery(variables: .init(after: info.endCursor ?? .none))
      },
      pageTransform: { (data: ProductsQuery.Data) -> [Product] in data.products.nodes })
    var updates = pager.updates.makeAsyncIterator()

    await pager.fetch()
    _ = await updates.next()
    try await pager.loadNext()
    guard let product = try await updates.next()?.get().last else { return }
    let key = "Product:\(product.id)"

    /// Shows the last product of each new state of the list, until `isLast` returns true for it.
    func showUpdates(until isLast: (Product) -> Bool) async throws {
      while let product = try await updates.next()?.get().last {
        show("\(product.name) at \(product.price)")
        if isLast(product) { return }
      }
    }

    show("a mutation, whose answer the page shows:")
    _ = try await client.perform(UpdatePrice(variables: .init(id: product.id, price: product.price + 1)))
    try await showUpdates { $0.price == product.price + 1 }

    show("a mutation with a guess, which the page shows until the answer:")
    let mutation = UpdatePrice(variables: .init(id: product.id, price: product.price + 2))
    _ = try await client.perform(mutation) { transaction in
      try transaction.write(["price": 1], to: key)
    }
    try await showUpdates { $0.price == product.price + 2 }

    show("a write to the cache, without a request:")
    let name = "The same under another name"
    try await client.store.withinReadWriteTransaction { transaction in
      try transaction.updateObject(ofType: Product.self, withKey: key) { $0.name = name }
    }
    try await showUpdates { $0.name == name }
    await client.shutdown()
  }
}
