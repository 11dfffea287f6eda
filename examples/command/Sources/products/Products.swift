// Writes a list to standard output, a product a line:
//
//     swift run products http://127.0.0.1:8080/graphql > products.ndjson
import ArgumentParser
import Foundation
import SwiftPager

@main
struct Products: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products",
    abstract: "Writes the products of a shop to standard output, one JSON object a line.",
    discussion: """
      The exit code is 0 if the list is whole, 1 if it is cut (standard error says by what), 64 for wrong arguments,
      130 after Ctrl-C, and 143 after SIGTERM.
      """)

  @Argument(help: "The address of the GraphQL server.")
  var endpoint: String

  @Option(help: "The number of products on a page.")
  var pageSize = 100

  @Option(help: "End after this number of products.")
  var limit: Int?

  @Option(help: "The longest time for a page in seconds, with all its attempts.")
  var timeout = 30

  @Option(help: "An environment variable with a token for the header Authorization.")
  var tokenVariable: String?

  @Flag(help: "Write no progress to standard error.")
  var quiet = false

  func validate() throws {
    guard pageSize > 0 else { throw ValidationError("--page-size is at least 1.") }
    guard timeout > 0 else { throw ValidationError("--timeout is at least 1.") }
    if let limit, limit < 1 { throw ValidationError("--limit is at least 1.") }
    if let tokenVariable, ProcessInfo.processInfo.environment[tokenVariable] == nil {
      throw ValidationError("The environment variable \(tokenVariable) is not set.")
    }
  }

  func run() async throws {
    var configuration = ClientConfiguration(endpoint: endpoint, cache: CacheOptions(store: .none))
    if let tokenVariable, let token = ProcessInfo.processInfo.environment[tokenVariable] {
      configuration.headers["Authorization"] = "Bearer \(token)"
    }
    let client: GraphQLClient
    do {
      client = try GraphQLClient(configuration)
    } catch {
      throw ValidationError("\(error)")
    }
    let walk = Task { try await write(client) }
    let signals = Signals { walk.cancel() }
    let result: Result<Void, any Error> = await walk.result
    await client.shutdown(timeout: .seconds(1))
    if let code: Int32 = signals.code { throw ExitCode(code) }
    if case .failure(let error) = result { throw error }
  }

  /// Walks the list.
  ///
  /// - Throws: `ExitCode`, after it has said on standard error what cut the list.
  private func write(_ client: GraphQLClient) async throws {
    let output = Lines()
    let progress = Progress(isShown: !quiet)
    let size: Int = limit.map { min($0, pageSize) } ?? pageSize
    do {
      for try await page in ProductsQuery(first: size).pages(client: client, timeout: .seconds(timeout)) {
        let missing: Int = limit.map { $0 - progress.count } ?? Int.max
        let products: ArraySlice<Product> = page.items.prefix(missing)
        try output.write(products)
        progress.add(products.count, of: page.data?.products.totalCount)
        if let limit, progress.count >= limit { break }
      }
      progress.end("\(progress.count) products")
    } catch is CancellationError {
      progress.end("interrupted after \(progress.count) products")
      throw ExitCode.failure
    } catch {
      progress.end("the list is cut after \(progress.count) products: \(error)", isError: true)
      throw ExitCode.failure
    }
  }
}
