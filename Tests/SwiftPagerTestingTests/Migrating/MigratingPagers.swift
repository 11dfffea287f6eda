import Dispatch
import SwiftPager
import SwiftPagerTesting

/// "Making pagers".
extension Migrating {
  @Sendable
  static func info(_ data: ProductsQuery.Data) -> CursorBasedPagination.Forward {
    .init(hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
  }

  static func pager(_ client: GraphQLClient) -> GraphQLQueryPager<Output> {
    GraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 2, after: .none), watcherDispatchQueue: .main,
      extractPageInfo: Self.info,
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: 2, after: page.endCursor ?? .none) : nil
      })
  }

  static func made(_ client: GraphQLClient) -> AsyncGraphQLQueryPager<Output> {
    let pager = AsyncGraphQLQueryPager<Output>.makeForwardCursorQueryPager(
      client: client, queryProvider: { page in ProductsQuery(first: 2, after: page?.endCursor ?? .none) },
      extractPageInfo: info)
    return pager
  }

  /// A list of one page, whose page info is read from what all pages are made into.
  static func countingPager<A: GraphQLQuery, B: GraphQLQuery, Model: RangeReplaceableCollection & Sendable>(
    _ client: GraphQLClient, _ query: A, _ further: B.Type, _ rows: @escaping @Sendable (A.Data) -> Model
  ) -> GraphQLQueryPager<Model> {
    GraphQLQueryPager(
      client: client, initialQuery: query,
      extractPageInfo: { (page: PageExtractionData<A, B, Model?>) in
        OffsetPagination.Bidirectional(offset: page.output?.count ?? 0, canLoadNext: false, canLoadPrevious: false)
      },
      pageResolver: nil,
      transform: { previous, initial, next in initial.map(rows) ?? Model() })
  }

  /// With both offsets.
  static let offsets = OffsetPagination.Bidirectional(
    nextOffset: 40, canLoadNext: true, previousOffset: 20, canLoadPrevious: true)
}

/// "Clients", and "What a policy does".
extension Migrating {
  static func clients() throws -> [GraphQLClient] {
    var configuration = ClientConfiguration(endpoint: "https://shop.example/graphql")
    configuration.headers = ["X-Key": "k"]
    configuration.retry = .never
    let client = try GraphQLClient(endpoint: "https://shop.example/graphql")
    let authorize = GraphQLClient.setAuthorizer(_:)
    authorize(client)(nil)
    let transport: any HTTPTransport = ScriptedTransport()
    return [client, try GraphQLClient(configuration), try GraphQLClient(transport: transport)]
  }

  static func requests(_ client: GraphQLClient) async throws -> [GraphQLResponse<ProductsQuery>] {
    let query = ProductsQuery(first: 2, after: .none)
    let watcher = client.watch(query, cachePolicy: .returnCacheDataElseFetch, callbackQueue: .main, handler: { _ in })
    watcher.cancel()
    let fetched = try await client.fetch(query)
    return [
      fetched, try await client.fetch(query: query, cachePolicy: .cacheFirst),
      try await client.fetch(query, cachePolicy: .returnCacheDataDontFetch),
    ]
  }

  /// What interceptors were for.
  static func settings() -> [PartialKeyPath<ClientConfiguration>] {
    [
      \ClientConfiguration.headers, \ClientConfiguration.retry, \ClientConfiguration.record, \ClientConfiguration.dates,
    ]
  }

  struct RenameProduct: GraphQLMutation {
    static let document = #"mutation { renameProduct(id: "1", name: "Oak Lamp") { id name } }"#
    struct Data: Decodable, Hashable, Sendable { var renameProduct: ProductsQuery.Data.Product }
  }

  static func mutation(_ client: GraphQLClient) async throws -> String? {
    try await client.perform(mutation: RenameProduct()).data?.renameProduct.name
  }

  /// Each row of the table.
  static let policies: [(behavior: FetchBehavior, second: CachePolicy, first: CachePolicy)] = [
    (FetchBehavior.CacheFirst, CachePolicy(.cacheFirst), .returnCacheDataElseFetch),
    (FetchBehavior.NetworkFirst, CachePolicy(.networkFirst), .fetchElseReturnCacheData),
    (FetchBehavior.NetworkOnly, CachePolicy(.networkOnly), .fetchIgnoringCacheData),
    (FetchBehavior.CacheOnly, CachePolicy(.cacheOnly), .returnCacheDataDontFetch),
    (FetchBehavior.CacheAndNetwork, CachePolicy(.cacheAndNetwork), .returnCacheDataAndFetch),
  ]
}
