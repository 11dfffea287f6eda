// What the articles of SwiftPager.docc show: each of their snippets stands here and compiles, and those that load are
// run. Tests/contract/test_docc.py compares the two.
import Dispatch
import SwiftPager
import SwiftPagerTesting

struct ProductsQuery: GraphQLQuery {
  static let document = """
    query Products($first: Int, $after: String, $last: Int, $before: String) {
      products(first: $first, after: $after, last: $last, before: $before) {
        nodes { id name }
        pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var first: GraphQLNullable<Int> = nil
    var after: GraphQLNullable<String> = nil
    var last: GraphQLNullable<Int> = nil
    var before: GraphQLNullable<String> = nil
  }

  struct Data: Decodable, Hashable, Sendable {
    var products: Products
  }

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
    var hasPreviousPage: Bool
    var startCursor: String?
  }

  var variables: Variables
}

struct ItemsQuery: GraphQLQuery {
  static let document = "query Items($offset: Int!, $limit: Int!) { items(offset: $offset, limit: $limit) }"

  struct Variables: Encodable, Hashable, Sendable {
    var offset: Int
    var limit: Int
  }

  struct Data: Decodable, Hashable, Sendable {
    var items: [Int]
  }

  var variables: Variables
}

struct OrdersQuery: GraphQLQuery {
  static let document = "query Orders($after: Int) { orders(after: $after) { id } }"

  struct Variables: Encodable, Hashable, Sendable {
    var after: Int?
  }

  struct Data: Decodable, Hashable, Sendable {
    struct Order: Decodable, Hashable, Sendable {
      var id: Int
    }

    var orders: [Order]
  }

  var variables: Variables
}

/// A list of which everything may be null.
struct LogQuery: GraphQLQuery {
  static let document = """
    query Log($after: String) { log(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var after: GraphQLNullable<String> = nil
  }

  struct Data: Decodable, Hashable, Sendable {
    struct Log: Decodable, Hashable, Sendable {
      var nodes: [OrdersQuery.Data.Order]?
      var pageInfo: PageInfo?
    }

    struct PageInfo: Decodable, Hashable, Sendable {
      var hasNextPage: Bool?
      var endCursor: String?
    }

    var log: Log?
  }

  var variables = Variables()
}

struct FastProduct: ResponseDecodable, Hashable, Sendable {
  var id: String
  var name: String
  var rating: Double?

  init(from node: ResponseNode) throws {
    id = try node["id"].string
    name = try node["name"].string
    rating = try node.optional("rating")?.double
  }
}

/// One function for each snippet.
enum Snippets {
  static func gettingStarted(_ client: GraphQLClient) async throws {
    let pager = AsyncGraphQLQueryPager(
      client: client,
      initialQuery: ProductsQuery(variables: .init(first: 50)),
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
        let info: ProductsQuery.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
      },
      pageResolver: { (info: CursorBasedPagination.Forward, direction: PaginationDirection) -> ProductsQuery? in
        guard direction == .next else { return nil }
        return ProductsQuery(variables: .init(first: 50, after: info.endCursor ?? .none))
      })
    await pager.fetch()
    while await pager.canLoadNext { try await pager.loadNext() }
  }

  static func forward(_ client: GraphQLClient) async throws {
    let pager = AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>.makeForwardCursorQueryPager(
      client: client,
      queryProvider: { (info: CursorBasedPagination.Forward?) -> ProductsQuery in
        ProductsQuery(variables: .init(first: 50, after: info?.endCursor ?? .none))
      },
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
        let info: ProductsQuery.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
      })
    try await pager.loadAll()
  }

  static func nullable(_ client: GraphQLClient) -> AsyncGraphQLQueryPager<PaginationOutput<LogQuery, LogQuery>> {
    AsyncGraphQLQueryPager(
      client: client, initialQuery: LogQuery(),
      extractPageInfo: { (data: LogQuery.Data) -> CursorBasedPagination.Forward in
        let info: LogQuery.Data.PageInfo? = data.log?.pageInfo
        return CursorBasedPagination.Forward(
          hasNext: info?.hasNextPage, endCursor: info?.endCursor, isListNull: data.log?.nodes == nil)
      },
      pageResolver: { (info: CursorBasedPagination.Forward, direction: PaginationDirection) -> LogQuery? in
        direction == .next ? LogQuery(variables: .init(after: info.endCursor ?? .none)) : nil
      })
  }

  static func dated() throws -> GraphQLClient {
    let client = try GraphQLClient(ClientConfiguration(endpoint: "https://example.com/graphql", dates: .iso8601))
    return client
  }

  static func reverse(_ client: GraphQLClient) async throws {
    let pager = AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>.makeReverseCursorQueryPager(
      client: client,
      queryProvider: { (info: CursorBasedPagination.Reverse?) -> ProductsQuery in
        ProductsQuery(variables: .init(last: 50, before: info?.startCursor ?? .none))
      },
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Reverse in
        let info: ProductsQuery.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Reverse(hasPrevious: info.hasPreviousPage, startCursor: info.startCursor)
      })
    await pager.fetch()
    if await pager.canLoadPrevious { try await pager.loadPrevious() }
  }

  static func bidirectional(_ client: GraphQLClient, middle: String) async throws {
    let pager = AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>
      .makeBidirectionalCursorQueryPager(
        client: client,
        start: .init(hasNext: true, endCursor: middle, hasPrevious: true, startCursor: middle),
        queryProvider: { (info: CursorBasedPagination.Bidirectional?) -> ProductsQuery in
          ProductsQuery(variables: .init(first: 50, after: info?.endCursor ?? .none))
        },
        previousQueryProvider: { (info: CursorBasedPagination.Bidirectional?) -> ProductsQuery in
          ProductsQuery(variables: .init(last: 50, before: info?.startCursor ?? .none))
        },
        extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Bidirectional in
          let info: ProductsQuery.PageInfo = data.products.pageInfo
          return CursorBasedPagination.Bidirectional(
            hasNext: info.hasNextPage, endCursor: info.endCursor, hasPrevious: info.hasPreviousPage,
            startCursor: info.startCursor)
        })
    try await pager.loadAll()
  }

  static func offset(_ client: GraphQLClient) async throws {
    typealias ItemsPage = PageExtractionData<ItemsQuery, ItemsQuery, PaginationOutput<ItemsQuery, ItemsQuery>>
    let pager = AsyncGraphQLQueryPager(
      client: client,
      initialQuery: ItemsQuery(variables: .init(offset: 0, limit: 50)),
      extractPageInfo: { (page: ItemsPage) -> OffsetPagination.Forward in
        let count: Int = page.output.allData.map(\.items.count).reduce(0, +)
        return OffsetPagination.Forward(offset: count, canLoadNext: count % 50 == 0)
      },
      pageResolver: { (info: OffsetPagination.Forward, direction: PaginationDirection) -> ItemsQuery? in
        direction == .next ? ItemsQuery(variables: .init(offset: info.offset, limit: 50)) : nil
      })
    try await pager.loadAll()
  }

  static func keyset(_ client: GraphQLClient) async throws {
    let pager = AsyncGraphQLQueryPager(
      client: client,
      initialQuery: OrdersQuery(variables: .init(after: nil)),
      extractPageInfo: { (data: OrdersQuery.Data) -> KeysetPagination.Forward<Int> in
        KeysetPagination.Forward(data.orders) { (order: OrdersQuery.Data.Order) -> Int in order.id }
      },
      pageResolver: { (info: KeysetPagination.Forward<Int>, direction: PaginationDirection) -> OrdersQuery? in
        direction == .next ? OrdersQuery(variables: .init(after: info.key)) : nil
      })
    try await pager.loadAll()
  }

  static func transforms(_ client: GraphQLClient) async throws {
    let names = GraphQLQueryPager<[String]>(
      client: client,
      initialQuery: ProductsQuery(variables: .init(first: 50)),
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
        let info: ProductsQuery.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
      },
      pageResolver: { (info: CursorBasedPagination.Forward, direction: PaginationDirection) -> ProductsQuery? in
        guard direction == .next else { return nil }
        return ProductsQuery(variables: .init(first: 50, after: info.endCursor ?? .none))
      },
      pageTransform: { (data: ProductsQuery.Data) -> [String] in data.products.nodes.map(\.name) })
    try await names.loadAll()
  }

  static func transformOfAllPages(_ client: GraphQLClient) async throws {
    let labels = GraphQLQueryPager<[String]>(
      client: client,
      initialQuery: ProductsQuery(variables: .init(first: 50)),
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
        let info: ProductsQuery.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
      },
      pageResolver: { (info: CursorBasedPagination.Forward, direction: PaginationDirection) -> ProductsQuery? in
        guard direction == .next else { return nil }
        return ProductsQuery(variables: .init(first: 50, after: info.endCursor ?? .none))
      },
      transform: {
        (previous: [ProductsQuery.Data], initial: ProductsQuery.Data?, next: [ProductsQuery.Data]) -> [String] in
        var pages: [ProductsQuery.Data] = previous
        if let initial { pages.append(initial) }
        pages += next
        let products: [ProductsQuery.Product] = pages.flatMap(\.products.nodes)
        return products.map { (product: ProductsQuery.Product) -> String in "\(product.id): \(product.name)" }
      })
    try await labels.loadAll()
  }

  static func onMainActor(_ pager: AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>) async throws
  {
    pager.subscribe { result in
      switch result {
      case .success(let output): print(output.allData.count)
      case .failure(let error): print(error)
      }
    }
  }

  static func asSequence(_ pager: AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>) async throws {
    for await result in pager.updates {
      print(try result.get().allPages.count)
      break
    }
  }

  static func nested(_ pager: AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>) async throws {
    for await result in pager.updates {
      for list in try result.get().allNested where list.hasMore == true {
        print("\(list.path) has more than these \(list.itemCount)")
      }
      break
    }
  }

  static func nestedFailures(
    _ client: GraphQLClient, _ query: ProductsQuery,
    _ pageInfo: @escaping @Sendable (ProductsQuery.Data) -> CursorBasedPagination.Forward,
    _ resolver: @escaping @Sendable (CursorBasedPagination.Forward, PaginationDirection) -> ProductsQuery?
  ) -> AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>> {
    let pager = AsyncGraphQLQueryPager(
      client: client, initialQuery: query, nested: .error, extractPageInfo: pageInfo, pageResolver: resolver)
    return pager
  }

  static func errorsBesideData(
    _ pager: AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>
  ) async throws {
    pager.subscribe { result in
      if case .success(let output) = result, let counts = output.errorCounts {
        print("\(counts.errors) errors on \(counts.pages) pages; the first: \(counts.first.message ?? "")")
      }
    }
  }

  static func asPublisher(_ pager: AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>) async throws
  {
    let subscription = pager.receive(on: DispatchQueue.main).sink { result in
      print(result)
    }
    subscription.cancel()
  }

  static func write(_ client: GraphQLClient) async throws {
    try await client.store.withinReadWriteTransaction { transaction in
      try transaction.write(["name": "Oak Lamp"], to: "Product:17")
    }
  }

  static func policies(_ pager: AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>) async throws {
    await pager.fetch(cachePolicy: .returnCacheDataElseFetch)
    await pager.fetch(fetchBehavior: .NetworkFirst)
  }

  static func script() async throws {
    let transport = ScriptedTransport()
    transport.answer(
      ProductsQuery(variables: .init(first: 50)),
      with: .data(["products": .connection(nodes: [["id": "1", "name": "Lamp"]])]))
    let client = try GraphQLClient(transport: transport)
    _ = client
  }

  static func replay(_ path: String) throws -> GraphQLClient {
    let client = try GraphQLClient(transport: ReplayTransport(recording: path))
    return client
  }

  static func hold(
    _ pager: AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>, _ transport: ScriptedTransport
  ) async throws {
    transport.hold()
    let load = Task { await pager.fetch() }
    await transport.requests(count: 1)
    transport.release()
    await load.value
  }

  static func completion(_ callbackPager: GraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>) {
    callbackPager.loadNext { error in
      if let error { print(error) }
    }
  }

  static func awaited(_ callbackPager: GraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>) async throws {
    try await callbackPager.loadNext()
  }

  /// What the article on new items reads: times in seconds.
  struct ChangedProducts {
    struct Product {
      let updatedAt: Int
    }

    struct Connection {
      let nodes: [Product]
    }

    let products: Connection
  }

  static func newItems(
    _ pages: [ChangedProducts], since stored: Int?, save: (ArraySlice<ChangedProducts.Product>) -> Void,
    store: (Int?) -> Void
  ) throws {
    var watermark = Watermark(stored, order: .descending) { $0 - 60 }
    pages: for page in pages {
      let items = page.products.nodes
      let found = try watermark.take(items.map(\.updatedAt))
      save(items[found.new])
      if found.isAtKnown { break pages }
    }
    store(watermark.mark)
  }
}
