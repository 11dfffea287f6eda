import SwiftPager
import Testing

@Suite("GraphQLClient.perform: one query or mutation", .timeLimit(.minutes(1)))
struct PerformTests {
  struct BrokenQuery: GraphQLQuery {
    static let document = "{ nothing }"

    struct Data: Decodable, Hashable, Sendable {}
  }

  struct RefusedQuery: GraphQLQuery {
    static let document = "{ shop { name } }"

    struct Refusal: Error {}

    struct Variables: Encodable, Hashable, Sendable {
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    struct Data: Decodable, Hashable, Sendable {}

    let variables = Variables()
  }

  @Test("A mutation changes what the next query brings")
  func mutation() async throws {
    let client = try Shop.client(of: "performing")
    let last = try #require(try await client.perform(ProductsQuery(last: 1)).data?.products.nodes.first)
    let name = "Renamed \(last.number)"

    let response = try await client.perform(RenameProduct(id: last.id, name: name))

    #expect(response.data?.renameProduct == Product(id: last.id, name: name))
    #expect(response.errors.isEmpty)
    #expect(response.httpStatus == 200)
    #expect(try await client.perform(ProductsQuery(last: 1)).data?.products.nodes.first?.name == name)
  }

  @Test("Errors of the server are part of the response")
  func serverErrors() async throws {
    let response = try await Shop.client().perform(RenameProduct(id: "missing", name: "Nothing"))
    #expect(response.data == nil)
    #expect(response.errors.count == 1)

    let broken = try await Shop.client().perform(BrokenQuery())
    #expect(broken.errors.first?.message.contains("nothing") == true)
  }

  @Test("Without a listening server it throws a network failure")
  func network() async throws {
    let client = try GraphQLClient(endpoint: "http://127.0.0.1:1/graphql")
    await #expect {
      try await client.perform(ProductsQuery(first: 1))
    } throws: { error in
      guard case .network? = error as? ClientError else { return false }
      return true
    }
  }

  @Test("After shutdown it throws closed")
  func shutdown() async throws {
    let client = try Shop.client()
    await client.shutdown()
    await #expect(throws: ClientError.closed) { try await client.perform(ProductsQuery(first: 1)) }
  }

  @Test("An error of the variables' encoding is thrown")
  func encoding() async throws {
    let client = try Shop.client()
    await #expect(throws: RefusedQuery.Refusal.self) { try await client.perform(RefusedQuery()) }
  }

  @Test("A task that was cancelled before gets CancellationError, and nothing is sent")
  func cancelledBefore() async throws {
    let client = try Shop.client()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await client.perform(ProductsQuery(first: 1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Cancelling the task ends a request that is never answered")
  func cancelledMeanwhile() async throws {
    let silent = try SilentServer()
    // Without a time limit, and alive to the end: nothing but the cancellation can close the connection.
    let client = try GraphQLClient(ClientConfiguration(endpoint: silent.endpoint, timeout: .zero))
    let task = Task { try await client.perform(ProductsQuery(first: 1)) }
    try await silent.requestArrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The transfer is aborted: the other side sees the end of the connection.
    try await silent.connectionClosed()
    await client.shutdown()
  }
}
