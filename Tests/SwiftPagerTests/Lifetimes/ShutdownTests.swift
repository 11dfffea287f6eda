import SwiftPager
import TestSupport
import Testing

/// A client that was shut down ends what its pagers do; it does not leave them waiting.
@Suite("Lifetimes: a client that was shut down", .timeLimit(.minutes(1)))
struct ShutdownTests {
  /// Calls, and waits only so long.
  private func outcome(of call: PagerCall, _ pager: ProductsPager) async throws -> PaginationError? {
    let outcomes = Notebook<PaginationError?>()
    let task = Task { outcomes.note(await pager.outcome(of: call)) }
    defer { task.cancel() }
    try await eventually("\(call) ends") { !outcomes.history.isEmpty }
    return outcomes.history[0]
  }

  @Test(
    "A first page is not waited for: subscribers are told that the client is closed",
    arguments: [PagerCall.fetch, .refetch, .loadAll])
  func firstPage(call: PagerCall) async throws {
    let client = try Shop.client()
    let pager = AsyncGraphQLQueryPager.products(client, first: 100)
    await client.shutdown()
    #expect(try await outcome(of: call, pager) == nil)
    await #expect(throws: ClientError.closed) { try await pager.output() }
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
  }

  @Test(
    "A further page is not waited for, and the pages held stay", arguments: [PagerCall.loadNext, .loadRest])
  func furtherPage(call: PagerCall) async throws {
    let client = try Shop.client()
    let pager = AsyncGraphQLQueryPager.products(client, first: 100)
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    await client.shutdown()
    #expect(try await outcome(of: call, pager) == nil)
    try #require(subscriber.history.count == 2)
    #expect(throws: ClientError.closed) { try subscriber.history[1].get() }
    #expect(await pager.canLoadNext)
  }

  @Test("Completions are called, too", arguments: [PagerCall.fetch, .loadAll])
  func completions(call: PagerCall) async throws {
    let client = try Shop.client()
    let pager = GraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 100), extractPageInfo: { $0.products.forward },
      pageResolver: { _, _ in nil })
    await client.shutdown()
    #expect(try await pager.outcome(of: call) == nil)
  }

  @Test("A fetch that is under way ends; subscribers are told that the client is closed")
  func underWay() async throws {
    let silent = try SilentServer()
    let client = try GraphQLClient(ClientConfiguration(endpoint: silent.endpoint, timeout: .zero))
    let pager = AsyncGraphQLQueryPager.products(client, first: 100)
    let fetch = Task { await pager.fetch() }
    try await silent.requestArrived()
    await client.shutdown()
    await fetch.value
    await #expect(throws: ClientError.closed) { try await pager.output() }
  }
}

private typealias ProductsPager = AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>
