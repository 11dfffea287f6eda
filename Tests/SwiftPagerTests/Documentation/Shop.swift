import SwiftPager
import Synchronization
import TestSupport

/// The real GraphQL server that these tests run against: `Tests/servers/shop.py`.
enum Shop {
  /// How many products it has unless told otherwise. They are numbered from 1.
  static let productCount = 1000

  /// A client of the server.
  ///
  /// - Parameter name: a shop of the test's own, for a test that changes it; nil: the one that all tests share, also
  ///   those of other languages.
  /// - Throws: what skips the test, if no server was started for it.
  static func client(of name: String? = nil) throws -> GraphQLClient {
    try GraphQLClient(endpoint: endpoint(of: name))
  }

  /// The server's address.
  ///
  /// - Throws: what skips the test, if no server was started for it.
  static func endpoint(of name: String? = nil) throws -> String {
    let endpoint = try TestServer.variable("SWIFTPAGER_SHOP_ENDPOINT")
    return name.map { "\(endpoint)?shop=\($0)" } ?? endpoint
  }
}

extension QueryPager {
  /// The newest output, as the first of its updates; waits for one.
  func output() async throws -> Model {
    for await update in updates { return try update.get() }
    throw NoOutput()
  }
}

/// The pager ended, or the test ran out of time.
struct NoOutput: Error {}

extension AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>> {
  /// The shop's products, read forward.
  static func products(_ client: GraphQLClient, first count: GraphQLNullable<Int>) -> Self {
    Self(
      client: client, initialQuery: ProductsQuery(first: count), extractPageInfo: { $0.products.forward },
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: count, after: page.endCursor ?? .none) : nil
      })
  }
}

/// What a callback was given so far; a test can wait for more. One wait at a time.
final class Collected<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let arrivals = AsyncStream.makeStream(of: Void.self)

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) {
    values.withLock { $0.append(value) }
    arrivals.continuation.yield()
  }

  /// Waits until there are so many at least. The time limit of a test ends the wait early.
  func wait(for count: Int) async -> [Value] {
    var iterator = arrivals.stream.makeAsyncIterator()
    while all.count < count, await iterator.next() != nil {}
    return all
  }
}
