import SwiftPager
import Testing

@Suite("Documentation: outputs of your own type", .timeLimit(.minutes(1)))
struct TransformTests {
  struct ProductsView: Equatable, Sendable {
    var shopName: String?
    var numbers: [Int]
  }

  struct NoProducts: Error {}

  @Test("Each page is turned into a part of a collection")
  func perPage() async throws {
    let pager = AsyncGraphQLQueryPager<[Product]>(
      client: try Shop.client(), initialQuery: ProductsQuery(first: 100),
      extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 100, after: page.endCursor ?? .none) },
      pageTransform: { data in data.products.nodes })
    try await pager.loadAll()
    #expect(try await pager.output().map(\.number) == Array(1...Shop.productCount))
  }

  @Test("A page is turned into its part once, and once more if a write changes it")
  func oncePerPage() async throws {
    let runs = Collected<Int>()
    let client = try Shop.client()
    let pager = AsyncGraphQLQueryPager<[Product]>(
      client: client, initialQuery: ProductsQuery(first: 50),
      extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 50, after: page.endCursor ?? .none) },
      pageTransform: { data in
        runs.add(data.products.numbers.first ?? 0)
        return data.products.nodes
      })
    var updates = pager.updates.makeAsyncIterator()
    await pager.fetch(cachePolicy: .fetchIgnoringCacheData)
    while await pager.canLoadNext { try await pager.loadNext(cachePolicy: .fetchIgnoringCacheData) }
    #expect(runs.all == Array(stride(from: 1, through: 951, by: 50)))
    var products: [Product] = []
    while products.count < Shop.productCount, let update = await updates.next() { products = try update.get() }

    let key = "Product:\(products[120].id)"
    try await client.store.withinReadWriteTransaction { try $0.write(["name": "Other 121"], to: key) }
    while products[120].name != "Other 121", let update = await updates.next() { products = try update.get() }
    #expect(runs.all.dropFirst(20) == [101])
    #expect(products.map(\.number) == Array(1...Shop.productCount))
  }

  @Test("The pages before the first one, that, and those after it become one model, in this order")
  func previousInitialNext() async throws {
    let client = try Shop.client()
    let start = try await BidirectionalTests.cursor(of: 50, client)
    let pager = AsyncGraphQLQueryPager<[[Int]]>(
      client: client, initialQuery: ProductsQuery(first: 50, after: .some(start)),
      extractPageInfo: { $0.products.bidirectional },
      pageResolver: { page, direction in
        switch direction {
        case .next: ProductsQuery(first: 50, after: page.endCursor ?? .none)
        case .previous: ProductsQuery(last: 25, before: page.startCursor ?? .none)
        }
      },
      transform: { previous, initial, next in
        [previous, initial.map { [$0] } ?? [], next].map { pages in pages.flatMap(\.products.numbers) }
      })
    await pager.fetch()
    try await pager.loadNext()
    try await pager.loadPrevious()
    try await pager.loadPrevious()
    #expect(try await pager.output() == [Array(1...50), Array(51...100), Array(101...150)])
  }

  @Test("The whole output becomes one model")
  func output() async throws {
    let pager = AsyncGraphQLQueryPager<Int>(
      client: try Shop.client(), initialQuery: ProductsQuery(first: 100),
      extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 100, after: page.endCursor ?? .none) },
      transform: { (output: PaginationOutput<ProductsQuery, ProductsQuery>) in output.allPages.count })
    try await pager.loadAll()
    #expect(try await pager.output() == 10)
  }

  @Test("Two queries have a transform each")
  func twoQueries() async throws {
    let pager = AsyncGraphQLQueryPager<[Int]>(
      client: try Shop.client(), initialQuery: ShopQuery(variables: .init(first: 10)),
      extractInitialPageInfo: { $0.products.forward },
      extractNextPageInfo: { (data: ProductsQuery.Data) in data.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 10, after: page.endCursor ?? .none) },
      initialTransform: { data in [data.shop.name.count] + data.products.numbers },
      pageTransform: { data in data.products.numbers })
    await pager.fetch()
    try await pager.loadNext()
    #expect(try await pager.output() == ["The Corner Shop".count] + Array(1...20))
  }

  @Test("Two queries become one model")
  func twoQueriesOneModel() async throws {
    let pager = AsyncGraphQLQueryPager<ProductsView>(
      client: try Shop.client(), initialQuery: ShopQuery(variables: .init(first: 10)),
      extractInitialPageInfo: { $0.products.forward },
      extractNextPageInfo: { (data: ProductsQuery.Data) in data.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 10, after: page.endCursor ?? .none) },
      transform: { previous, initial, next in
        ProductsView(
          shopName: initial?.shop.name, numbers: (initial?.products.numbers ?? []) + next.flatMap(\.products.numbers))
      })
    await pager.fetch()
    try await pager.loadNext()
    #expect(try await pager.output() == ProductsView(shopName: "The Corner Shop", numbers: Array(1...20)))
  }

  @Test("A transform's error is an output; the list stays usable")
  func throwing() async throws {
    let pager = AsyncGraphQLQueryPager<[Product]>(
      client: try Shop.client(), initialQuery: ProductsQuery(first: 100),
      extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 100, after: page.endCursor ?? .none) },
      transform: { previous, initial, next in
        guard !next.isEmpty else { throw NoProducts() }
        return next.flatMap(\.products.nodes)
      })
    await pager.fetch()
    await #expect(throws: NoProducts.self) { try await pager.output() }
    try await pager.loadNext()
    #expect(try await pager.output().map(\.number) == Array(101...200))
  }
}
