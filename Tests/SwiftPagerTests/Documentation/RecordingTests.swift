import Foundation  // FileManager, UUID
import SwiftPager
import Testing

@Suite("Recordings: a list is walked without a network", .timeLimit(.minutes(1)))
struct RecordingTests {
  private func numbers(_ configuration: ClientConfiguration) async throws -> [Int] {
    let client = try GraphQLClient(configuration)
    let pager = AsyncGraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 100),
      extractPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
      },
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: 100, after: page.endCursor ?? .none) : nil
      })
    try await pager.loadAll()
    let output = try await pager.output()
    // The recording is whole after this.
    await client.shutdown()
    return (output.initialPage?.data?.products.numbers ?? [])
      + output.nextPages.compactMap(\.data).flatMap(\.products.numbers)
  }

  @Test func recordAndReplay() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let all = Array(1...Shop.productCount)
    #expect(try await numbers(ClientConfiguration(endpoint: Shop.endpoint(), record: path)) == all)
    // No server listens there.
    var configuration = ClientConfiguration(endpoint: "http://127.0.0.1:9/graphql", replay: path)
    #expect(try await numbers(configuration) == all)

    let client = try GraphQLClient(configuration)
    let error = await #expect(throws: ClientError.self) { try await client.perform(ProductsQuery(first: 3)) }
    guard case .notRecorded(let message) = error else { throw Unexpected() }
    #expect(message.contains("its variable `first` is 100, not 3"))

    configuration.record = path
    #expect(throws: ClientConfigurationError.self) { try GraphQLClient(configuration) }
  }

  @Test func aFileThatIsNotThere() {
    let configuration = ClientConfiguration(endpoint: "http://127.0.0.1:9/graphql", replay: "/nowhere/a")
    let error = #expect(throws: ClientConfigurationError.self) { try GraphQLClient(configuration) }
    #expect(error?.message == "the recording /nowhere/a cannot be read: No such file or directory")
  }

  private struct Unexpected: Error {}
}
