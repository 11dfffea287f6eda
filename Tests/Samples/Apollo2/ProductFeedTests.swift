import SwiftPager
import SwiftPagerTesting
import Testing

/// docs/migrating.md, "Tests of an app": a scripted transport in place of Apollo's mock of one.
@MainActor
@Suite("A sample app of ApolloPagination 2.3", .timeLimit(.minutes(1)))
struct ProductFeedTests {
  let transport = ScriptedTransport()
  let client: GraphQLClient
  let feed: ProductFeed

  init() throws {
    let nodes: [JSONValue] = (1...5).map { ["id": .string("p\($0)"), "name": .string("Product \($0)")] }
    for (index, page) in JSONValue.connections(of: nodes, pageSize: 2).enumerated() {
      let query = ProductsQuery(first: 2, after: index == 0 ? .none : .some("\(index)"))
      transport.answer(query, with: .data(["products": page]), .data(["products": page]))
    }
    client = try GraphQLClient(transport: transport)
    feed = ProductFeed(client: client)
  }

  /// What `subscribe` calls on the main actor comes after the calls that await.
  private func rows(_ count: Int) async {
    while feed.rows.count != count { await Task.yield() }
  }

  @Test("A call that is awaited has loaded its page when it returns")
  func awaited() async throws {
    await feed.start()
    await rows(2)
    #expect(transport.requests.count == 1)
    await feed.loadMore()
    #expect(transport.requests.count == 2)
    await rows(4)
    #expect(feed.rows.map(\.id) == ["p1", "p2", "p3", "p4"])
  }

  @Test("A usage error is thrown, not swallowed")
  func thrown() async throws {
    await feed.loadMore()
    #expect(feed.message == PaginationError.missingInitialPage.description)
    try await feed.loadEverything()
    await rows(5)
    await feed.loadMore()
    #expect(feed.isComplete)
  }

  @Test("Refreshing starts over")
  func refreshed() async throws {
    try await feed.loadEverything()
    await rows(5)
    await feed.refresh()
    await rows(2)
    #expect(feed.message == nil)
  }

  @Test("A query outside of the list")
  func outside() async throws {
    #expect(try await ProductFeed.firstNames(client: client) == ["Product 1", "Product 2"])
  }
}
