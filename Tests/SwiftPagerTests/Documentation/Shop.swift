import Foundation  // ProcessInfo
import SwiftPager

/// The real GraphQL server that these tests run against: `Tests/servers/shop.py`.
enum Shop {
  /// How many products it has unless told otherwise. They are numbered from 1.
  static let productCount = 1000

  /// A client of the server.
  ///
  /// - Throws: `NotRunning`, which fails the test: these tests are not skipped.
  static func client() throws -> GraphQLClient {
    try GraphQLClient(endpoint: endpoint())
  }

  /// The server's address.
  ///
  /// - Throws: `NotRunning`.
  static func endpoint() throws -> String {
    guard let endpoint = ProcessInfo.processInfo.environment["SWIFTPAGER_SHOP_ENDPOINT"] else { throw NotRunning() }
    return endpoint
  }

  struct NotRunning: Error, CustomStringConvertible {
    let description = "SWIFTPAGER_SHOP_ENDPOINT is not set: run `make test`, which starts the shop's server and sets it"
  }
}
