import Foundation  // FileManager, UUID
import SwiftPager
import SwiftPagerTesting
import TestSupport
import Testing

@Suite("Replaying what an app's server answered", .timeLimit(.minutes(1)))
struct ReplayTransportTests {
  /// As an app has it: it shows a list, and does not know what sends its requests.
  private struct ProductList {
    private let pager: AsyncGraphQLQueryPager<[String]>

    init(_ client: GraphQLClient, pageSize: Int) {
      pager = AsyncGraphQLQueryPager(
        client: client, initialQuery: ProductsQuery(variables: .init(first: .some(pageSize))),
        extractPageInfo: { (data: ProductsQuery.Data) in
          CursorBasedPagination.Forward(
            hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
        },
        pageResolver: { info, direction in
          direction == .next
            ? ProductsQuery(variables: .init(first: .some(pageSize), after: info.endCursor ?? .none)) : nil
        },
        pageTransform: { data in data.products.nodes.map(\.name) })
    }

    /// What it shows of all pages.
    ///
    /// - Throws: why it cannot.
    func names() async throws -> [String] {
      try await pager.loadAll()
      for await update in pager.updates { return try update.get() }
      return []
    }
  }

  /// Has a test record into a file, and removes that.
  private func recording<Result>(_ body: (_ path: String) async throws -> Result) async throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  /// Records what an app asks the shop.
  private func record(_ path: String, _ body: (GraphQLClient) async throws -> Void) async throws {
    let client = try GraphQLClient(
      ClientConfiguration(endpoint: try TestServer.variable("SWIFTPAGER_SHOP_ENDPOINT"), record: path))
    try await body(client)
    await client.shutdown()
  }

  @Test("A list that was recorded is walked without a network, as often as a test likes")
  func walk() async throws {
    try await recording { path in
      var recorded: [String] = []
      try await record(path) { recorded = try await ProductList($0, pageSize: 100).names() }
      #expect(recorded.count == 1000)
      let transport = try ReplayTransport(recording: path)
      for _ in 0..<2 {
        #expect(try await ProductList(GraphQLClient(transport: transport), pageSize: 100).names() == recorded)
      }
    }
  }

  @Test("An unrecorded request is an error that shows the nearest recorded one")
  func notRecorded() async throws {
    try await recording { path in
      let query = ProductsQuery(variables: .init(first: 3))
      try await record(path) { _ = try await $0.fetch(query) }
      let client = try GraphQLClient(transport: try ReplayTransport(recording: path))

      let called = await #expect(throws: ClientError.self) {
        try await client.fetch(ProductsQuery(variables: .init(first: 3, after: "x")))
      }
      #expect(
        called?.notRecorded("it has no variable `after`, which is \"x\" here") == true, "\(String(describing: called))")
      let told = await #expect(throws: ClientError.self) { try await ProductList(client, pageSize: 4).names() }
      #expect(told?.notRecorded("its variable `first` is 3, not 4") == true, "\(String(describing: told))")

      // What was recorded is answered as before.
      #expect(try await client.fetch(query).data?.products.nodes.count == 3)
    }
  }

  @Test("A replayed refusal still says how long to wait")
  func refusal() async throws {
    let trouble = try TestServer.variable("SWIFTPAGER_TROUBLE_ENDPOINT")
    try await recording { path in
      var configuration = ClientConfiguration(
        endpoint: "\(trouble)/http-429?bad=1&after_seconds=60", retry: RetryOptions(budget: .seconds(5)), record: path)
      let recorder = try GraphQLClient(configuration)
      let recorded = await #expect(throws: ClientError.self) { try await recorder.fetch(NamesQuery()) }
      await recorder.shutdown()
      guard case .rateLimited(_, retryAfter: .seconds(60)?, _)? = recorded else {
        Issue.record("\(String(describing: recorded))")
        return
      }
      configuration.record = nil
      let (responses, told) = AsyncStream<HTTPResponse>.makeStream()
      let transport = Overheard(transport: try ReplayTransport(recording: path), told: told)
      let client = try GraphQLClient(configuration, transport: transport)
      let replayed = await #expect(throws: ClientError.self) { try await client.fetch(NamesQuery()) }
      #expect(replayed?.description == recorded?.description)

      let response = try #require(await responses.first { _ in true })
      #expect((response.status, response.headers["retry-after"]) == (429, "60"))
      #expect(response.headers["content-type"]?.hasPrefix("application/") == true)
      // The body is not on a wire.
      #expect(response.headers["content-length"] == nil)
    }
  }

  /// Tells what a transport answers.
  private struct Overheard: HTTPTransport {
    let transport: any HTTPTransport
    let told: AsyncStream<HTTPResponse>.Continuation

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let response = try await transport.send(request)
      told.yield(response)
      return response
    }
  }

  @Test("An app whose client names its queries by hashes gets the same answers", arguments: [false, true])
  func hashes(usesGet: Bool) async throws {
    let query = ProductsQuery(variables: .init(first: 3))
    try await recording { path in
      try await record(path) { _ = try await $0.fetch(query) }
      let client = try GraphQLClient(
        ClientConfiguration(
          endpoint: "https://shop.example/graphql", retry: .never,
          persistedQueries: PersistedQueryOptions(usesGet: usesGet)),
        transport: try ReplayTransport(recording: path))
      for _ in 0..<2 { #expect(try await client.perform(query).data?.products.nodes.count == 3) }

      let error = await #expect(throws: ClientError.self) {
        try await client.fetch(ProductsQuery(variables: .init(first: 4)))
      }
      #expect(error?.notRecorded("its variable `first` is 3, not 4") == true, "\(String(describing: error))")
    }
  }

  @Test("A file that is not there, and one that is not a recording")
  func files() async throws {
    try await recording { path in
      let missing = #expect(throws: ClientConfigurationError.self) { try ReplayTransport(recording: path) }
      #expect(missing?.message == "the recording \(path) cannot be read: No such file or directory")
      try Data("{}\n".utf8).write(to: URL(fileURLWithPath: path))
      let other = #expect(throws: ClientConfigurationError.self) { try ReplayTransport(recording: path) }
      #expect(other?.message.contains("line 1 of \(path)") == true, "\(String(describing: other))")
    }
  }
}

extension ClientError {
  /// Whether it is one of a request that was not recorded, and says this.
  fileprivate func notRecorded(_ words: String) -> Bool {
    if case .notRecorded(let message) = self { message.contains(words) } else { false }
  }
}
