import SwiftPager
import SwiftPagerTesting
import Testing

/// The snippets of SwiftPager.docc against a server in memory.
@Suite("Snippets of the articles", .timeLimit(.minutes(1)))
struct SnippetTests {
  /// Every list has two pages: those asked for without a cursor, and those that are asked for with one.
  private let transport = ScriptedTransport { request in
    if let offset = request.variables["offset"]?.integer {
      return .data(["items": .array(Array(repeating: 1, count: offset == 0 ? 50 : 3))])
    }
    if request.document.contains("orders") {
      return .data(["orders": request.variables["after"]?.integer == nil ? [["id": 7]] : []])
    }
    let isFirst = request.variables["after"] == nil && request.variables["before"] == nil
    return .data([
      "products": .connection(
        nodes: [["id": "1", "name": "Lamp"]], endCursor: isFirst ? "a" : nil, startCursor: isFirst ? "b" : nil)
    ])
  }

  @Test("The snippets that load a list load it")
  func lists() async throws {
    let client = try GraphQLClient(transport: transport)
    for (snippet, requests) in [
      (Snippets.gettingStarted, 2), (Snippets.forward, 2), (Snippets.reverse, 2), (Snippets.offset, 2),
      (Snippets.keyset, 2), (Snippets.transforms, 2), ({ try await Snippets.bidirectional($0, middle: "m") }, 1),
    ] as [(@Sendable (GraphQLClient) async throws -> Void, Int)] {
      let before = transport.requests.count
      try await snippet(client)
      #expect(transport.requests.count == before + requests)
    }
  }

  @Test("The snippets that subscribe get the outputs")
  func outputs() async throws {
    let client = try GraphQLClient(transport: transport)
    let query = ProductsQuery(variables: .init(first: 50))
    let pageInfo = { @Sendable (data: ProductsQuery.Data) in
      CursorBasedPagination.Forward(
        hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
    }
    let resolver = { @Sendable (_: CursorBasedPagination.Forward, _: PaginationDirection) -> ProductsQuery? in
      ProductsQuery(variables: .init(first: 50, after: "a"))
    }
    let pager = AsyncGraphQLQueryPager(
      client: client, initialQuery: query,
      extractPageInfo: { (_: ProductsQuery.Data) in CursorBasedPagination.Forward(hasNext: true, endCursor: "a") },
      pageResolver: resolver)
    try await Snippets.hold(pager, transport)
    try await Snippets.onMainActor(pager)
    try await Snippets.asSequence(pager)
    try await Snippets.nested(pager)
    #expect(try await Snippets.nestedFailures(client, query, pageInfo, resolver).all().allPages.count == 2)
    try await Snippets.asPublisher(pager)
    try await Snippets.policies(pager)
    try await Snippets.write(client)
    try await Snippets.script()
    #expect(throws: ClientConfigurationError.self) { try Snippets.replay("/nowhere/a") }
    let callbacks = GraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(variables: .init(first: 50)),
      extractPageInfo: { (_: ProductsQuery.Data) in CursorBasedPagination.Forward(hasNext: true, endCursor: "a") },
      pageResolver: { _, _ in ProductsQuery(variables: .init(first: 50, after: "a")) })
    await callbacks.fetch()
    try await Snippets.awaited(callbacks)
    Snippets.completion(callbacks)
    #expect(!transport.requests.isEmpty)
  }
}
