import SwiftPager
import SwiftPagerTesting
import Testing

@Suite("A transport of an app's own", .timeLimit(.minutes(1)))
struct TransportTests {
  /// Answers with what it was asked.
  private struct Echo: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let what: JSONValue = [
        "data": [
          "method": .string(request.method.rawValue), "url": .string(request.url),
          "key": .string(request.headers["X-Key"] ?? ""), "type": .string(request.headers["Content-Type"] ?? ""),
        ]
      ]
      return HTTPResponse(headers: ["content-type": "application/json"], text: try what.text())
    }
  }

  /// Never answers, and says when it was told not to.
  private struct Silent: HTTPTransport {
    let told: AsyncStream<Bool>.Continuation

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      told.yield(true)
      let never = AsyncStream<Void> { _ in }
      for await _ in never {}
      told.yield(false)
      throw CancellationError()
    }
  }

  private struct EchoQuery: GraphQLQuery {
    static let document = "query Echo { method url key type }"
    struct Data: Decodable, Hashable, Sendable {
      var method: String
      var url: String
      var key: String
      var type: String
    }
  }

  private static func body(_ text: String, status: Int = 200, _ headers: [String: String] = [:]) -> ScriptedTransport {
    ScriptedTransport { _ in .body(text, status: status) }
  }

  @Test("The transport gets the address, the headers and the body")
  func request() async throws {
    let client = try GraphQLClient(
      ClientConfiguration(endpoint: "https://shop.example/graphql", headers: ["X-Key": "k"]), transport: Echo())
    let data = try await client.fetch(EchoQuery()).data
    #expect(
      data
        == EchoQuery.Data(
          method: "POST", url: "https://shop.example/graphql", key: "k", type: "application/json"))
  }

  @Test("A client with a transport has a function for the keys of objects, too", arguments: [false, true])
  func cacheKey(hasConfiguration: Bool) async throws {
    struct PersonQuery: GraphQLQuery {
      static let document = "query Person { person { id name } }"
      struct Data: Codable, Hashable, Sendable {
        struct Person: Codable, Hashable, Sendable { var name: String }
        var person: Person
      }
    }
    let transport = ScriptedTransport { _ in
      .body(#"{"data":{"person":{"__typename":"Person","id":"1","name":"Luke"}}}"#)
    }
    let key: @Sendable (CacheKeyInfo) -> String? = { $0.typename == "Person" ? $0.fields["name"]?.string : nil }
    let client =
      hasConfiguration
      ? try GraphQLClient(ClientConfiguration(endpoint: "http://localhost/"), transport: transport, cacheKey: key)
      : try GraphQLClient(transport: transport, cacheKey: key)
    _ = try await client.fetch(PersonQuery())
    let person = try await client.store.withinReadTransaction { transaction in
      try transaction.readObject(ofType: PersonQuery.Data.Person.self, withKey: "Person:Luke")
    }
    #expect(person.name == "Luke")
  }

  @Test("A configuration that replays has no room for it")
  func refused() {
    #expect(throws: ClientConfigurationError.self) {
      try GraphQLClient(ClientConfiguration(endpoint: "http://localhost/", replay: "file"), transport: Echo())
    }
    #expect(throws: ClientConfigurationError.self) {
      try GraphQLClient(ClientConfiguration(endpoint: "ftp://localhost/"), transport: Echo())
    }
  }

  @Test("A status that is not a success, and a body over the limit")
  func badAnswers() async throws {
    let teapot = try GraphQLClient(transport: Self.body("no tea", status: 418))
    await #expect(
      throws: ClientError.http(
        status: 418, message: "the server answered HTTP 418 without a GraphQL response; the body begins with: no tea",
        errors: nil, retryAfter: nil)
    ) {
      try await teapot.fetch(EchoQuery())
    }
    let large = try GraphQLClient(
      ClientConfiguration(endpoint: "http://localhost/", maximumResponseBytes: 10),
      transport: Self.body(#"{"data":null,"errors":[]}"#))
    let error = await #expect(throws: ClientError.self) { try await large.fetch(EchoQuery()) }
    guard case .network = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "The transport is cancelled with the request, at its time limit, and with the client",
    arguments: [0, 1, 2])
  func cancelled(how: Int) async throws {
    let (told, continuation) = AsyncStream<Bool>.makeStream()
    var events = told.makeAsyncIterator()
    let configuration = ClientConfiguration(
      endpoint: "http://localhost/", timeout: how == 1 ? .milliseconds(50) : .zero, retry: .never)
    let client = try GraphQLClient(configuration, transport: Silent(told: continuation))
    let task = Task { try await client.fetch(EchoQuery()) }
    #expect(await events.next() == true)
    if how == 0 { task.cancel() }
    if how == 2 { await client.shutdown() }
    let error = await #expect(throws: (any Error).self) { try await task.value }
    switch (how, error) {
    case (0, is CancellationError), (1, ClientError.timedOut?), (2, ClientError.closed?): break
    default: Issue.record("\(String(describing: error))")
    }
    #expect(await events.next() == false)
  }

  @Test("The transport's errors are network failures, unless it throws another kind")
  func errors() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the wire is cut" }
    for (thrown, expected) in [
      (Broken() as any Error, ClientError.network(message: "the wire is cut")),
      (ClientError.timedOut(message: "late"), .timedOut(message: "late")),
      (ClientError.outOfResources(message: "full"), .outOfResources(message: "full")),
    ] {
      let client = try GraphQLClient(transport: ScriptedTransport { _ in .failure(thrown) })
      await #expect(throws: expected) { try await client.fetch(EchoQuery()) }
    }
  }
}
