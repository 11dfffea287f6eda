import PagerClient
import SwiftPager
import TestSupport
import Testing

/// Calls that end after a time, whatever their attempts do.
@Suite("Documentation: time limits of calls", .timeLimit(.minutes(1)))
struct TimeLimitTests {
  /// The calls with a limit.
  enum Call: CaseIterable {
    case fetch, perform, optimistic, all, pages
  }

  private func run(_ call: Call, _ client: GraphQLClient, timeout: Duration) async throws {
    let query = ProductsQuery(first: 10)
    switch call {
    case .fetch: _ = try await client.fetch(query, cachePolicy: .fetchIgnoringCacheData, timeout: timeout)
    case .perform: _ = try await client.perform(query, timeout: timeout)
    case .optimistic: _ = try await client.perform(Rename(), timeout: timeout) { _ in }
    case .all: _ = try await query.itemPager(client: client).all(timeout: timeout)
    case .pages: for try await _ in query.pages(client: client, timeout: timeout) {}
    }
  }

  @Test("A request that is not answered ends with timedOut, and its connection is closed", arguments: Call.allCases)
  func silent(call: Call) async throws {
    let silent = try SilentServer()
    let client = try GraphQLClient(ClientConfiguration(endpoint: silent.endpoint, timeout: .zero))
    let error = await #expect(throws: ClientError.self) { try await run(call, client, timeout: .milliseconds(50)) }
    guard case .timedOut(let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("0.05 seconds"))
    try await silent.connectionClosed()
    await client.shutdown()
  }

  @Test("The limit holds over attempts and the waits between them", arguments: [Call.fetch, .all, .pages])
  func attempts(call: Call) async throws {
    // Nothing listens there: each attempt fails at once, and the client waits before the next.
    let retry = RetryOptions(baseDelay: .seconds(30), budget: .seconds(60))
    let client = try GraphQLClient(ClientConfiguration(endpoint: "http://127.0.0.1:9/graphql", retry: retry))
    let error = await #expect(throws: ClientError.self) { try await run(call, client, timeout: .milliseconds(50)) }
    guard case .timedOut? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await client.shutdown()
  }

  @Test("A call that ends in time is not disturbed", arguments: [Call.fetch, .perform, .all, .pages])
  func inTime(call: Call) async throws {
    try await run(call, try Shop.client(), timeout: .seconds(50))
  }

  @Test("A reader that takes longer than the limit of a page gets all pages")
  func slowReader() async throws {
    var count = 0
    for try await page in ProductsQuery(first: 100).pages(client: ScriptedShop.client(), timeout: .seconds(2)) {
      if count == 0 { try await Task.sleep(for: .milliseconds(2_100)) }
      count += page.items.count
    }
    #expect(count == Shop.productCount)
  }

  @Test("Shutting down without a blocked thread ends what is under way, also twice")
  func shutdown() async throws {
    let silent = try SilentServer()
    let client = try GraphQLClient(ClientConfiguration(endpoint: silent.endpoint, timeout: .zero))
    let reading = Task { try await run(.pages, client, timeout: .seconds(50)) }
    try await silent.requestArrived()
    #expect(await client.shutdown())
    await #expect(throws: ClientError.closed) { try await reading.value }
    #expect(await client.shutdown(timeout: .zero))
  }
}

private struct Rename: GraphQLMutation {
  static let document = "mutation { renameProduct(id: \"1\", name: \"Lamp\") { id } }"
  struct Data: Decodable, Hashable, Sendable {}
}
