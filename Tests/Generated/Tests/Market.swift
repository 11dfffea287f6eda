import Foundation  // ProcessInfo
import GeneratedCode
import SwiftPager

/// The market of `Tests/servers/market_schema.py`, beside the shop's server.
enum Market {
  static let productCount = 1000

  /// A client of the market.
  ///
  /// - Throws: `NotRunning`.
  static func client() throws -> GraphQLClient {
    guard let shop = ProcessInfo.processInfo.environment["SWIFTPAGER_SHOP_ENDPOINT"] else { throw NotRunning() }
    return try GraphQLClient(endpoint: shop.replacing("/graphql", with: "/market"))
  }

  /// The ids of all products, in the order of the list.
  static let ids = (0..<productCount).map { "p\($0)" }

  struct NotRunning: Error, CustomStringConvertible {
    let description = "SWIFTPAGER_SHOP_ENDPOINT is not set: run `make test`, which starts the shop's server and sets it"
  }
}

extension AsyncGraphQLQueryPager {
  /// Loads all pages, and returns the newest output.
  func loaded() async throws -> Model {
    try await loadAll()
    for await update in updates { return try update.get() }
    throw CancellationError()
  }
}

/// A query had no data, or errors beside it.
struct NoData: Error {}

extension GraphQLClient {
  /// The data of a query.
  func data<Query: GraphQLQuery>(_ query: Query) async throws -> Query.Data {
    let response = try await fetch(query)
    guard let data = response.data, response.errors.isEmpty else { throw NoData() }
    return data
  }
}
