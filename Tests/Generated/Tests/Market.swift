import Foundation  // replacing
import GeneratedCode
import SwiftPager
import TestSupport

/// The market of `Tests/servers/market_schema.py`, beside the shop's server.
enum Market {
  static let productCount = 1000

  /// A client of the market.
  ///
  /// - Throws: what skips the test, if no server was started for it.
  static func client() throws -> GraphQLClient {
    let shop = try TestServer.variable("SWIFTPAGER_SHOP_ENDPOINT")
    return try GraphQLClient(endpoint: shop.replacing("/graphql", with: "/market"))
  }

  /// The ids of all products, in the order of the list.
  static let ids = (0..<productCount).map { "p\($0)" }
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
