import Foundation
import SwiftPager
import SwiftPagerTesting

/// "Early versions", and the article MovingFromApollo.
extension Migrating {
  /// A model of an app whose pages were their data.
  @MainActor
  final class EarlyModel {
    private(set) var rows: [String] = []
    private(set) var sources: [UpdateSource] = []
    var message: String?

    func take(_ result: Result<Output, any Error>) {
      switch result {
      case .success(let output):
        let source = output.lastUpdatedPage.source
        show(output.initialPage?.data?.products.nodes ?? [], from: source)
        if let last = output.nextPages.last?.data { show(last.products.nodes, from: source) }
      case .failure(let error):
        DispatchQueue.main.async { self.message = "\(error)" }
      }
    }

    func take(_ result: Result<[String], any Error>) {
      if case .success(let rows) = result { self.rows = rows }
    }

    private func show(_ nodes: [ProductsQuery.Data.Product], from source: UpdateSource) {
      rows += nodes.map(\.name)
      sources.append(source)
    }
  }

  static func text(of error: any Error) -> String { error.localizedDescription }

  static func newest(_ output: Output) -> (first: ProductsQuery.Data.Products?, last: ProductsQuery.Data.Products?) {
    (output.initialPage?.data?.products, output.nextPages.last?.data?.products)
  }

  static func everything(_ output: Output) -> [ProductsQuery.Data] {
    output.allData
  }

  /// A function of one page, and a page info function in a constant.
  static func names(_ client: GraphQLClient) -> GraphQLQueryPager<[String]> {
    let extractPageInfo = { @Sendable (data: ProductsQuery.Data) in
      CursorBasedPagination.Forward(
        hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
    }
    return GraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 2, after: .none), extractPageInfo: extractPageInfo,
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: 2, after: page.endCursor ?? .none) : nil
      },
      pageTransform: { (data: ProductsQuery.Data) -> [String] in data.products.nodes.map(\.name) })
  }

  /// A page info that counts what the transforms made, for a list of one page.
  static func counted(_ client: GraphQLClient) -> GraphQLQueryPager<[String]> {
    GraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 2, after: .none),
      extractPageInfo: { (page: PageExtractionData<ProductsQuery, ProductsQuery, [String]?>) in
        OffsetPagination.Forward(offset: page.output?.count ?? 0, canLoadNext: true)
      },
      pageResolver: { (_, _) -> ProductsQuery? in nil },
      initialTransform: { data in data.products.nodes.map(\.name) },
      pageTransform: { data in data.products.nodes.map(\.name) })
  }
}

/// Transactions.
extension Migrating {
  /// A query whose data can be written, too.
  struct WrittenQuery: GraphQLQuery {
    static let document = "query { products { nodes { id name } } }"

    struct Data: Codable, Hashable, Sendable {
      struct Products: Codable, Hashable, Sendable {
        var nodes: [Product]
      }

      struct Product: Codable, Hashable, Sendable {
        var id: String
        var name: String
      }

      var products: Products
    }
  }

  static func removeAll(_ client: GraphQLClient) async throws {
    let query = WrittenQuery()
    try await client.store.withinReadWriteTransaction { transaction in
      try transaction.update(query) { data in data.products.nodes.removeAll() }
    }
  }
}
