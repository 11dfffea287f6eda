// Written for ApolloPagination 2.3. The one line that is another: in place of `import Apollo`, `import ApolloAPI` and
// `import ApolloPagination`.
import SwiftPager

struct ProductRow: Hashable, Sendable {
  let id: String
  let title: String
}

@MainActor
final class ProductFeed {
  typealias Output = PaginationOutput<ProductsQuery, ProductsQuery>

  private(set) var rows: [ProductRow] = []
  private(set) var message: String?
  private(set) var isComplete = false
  private let pager: GraphQLQueryPager<Output>

  init(client: GraphQLClient, pageSize: Int = 2) {
    pager = GraphQLQueryPager(
      client: client,
      initialQuery: ProductsQuery(first: pageSize, after: .none),
      extractPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage,
          endCursor: data.products.pageInfo.endCursor
        )
      },
      pageResolver: { page, direction in
        switch direction {
        case .next: ProductsQuery(first: pageSize, after: page.endCursor ?? .none)
        case .previous: nil
        }
      }
    )
    pager.subscribe { [weak self] result in
      self?.show(result)
    }
  }

  func start() async {
    await pager.fetch()
  }

  func refresh() async {
    await pager.refetch(fetchBehavior: FetchBehavior.NetworkOnly)
  }

  func loadMore() async {
    do {
      try await pager.loadNext(fetchBehavior: FetchBehavior.CacheAndNetwork)
    } catch PaginationError.pageHasNoMoreContent {
      isComplete = true
    } catch {
      message = "\(error)"
    }
  }

  func loadEverything() async throws {
    try await pager.loadAll(fetchFromInitialPage: true)
  }

  /// One product, outside of the list.
  static func firstNames(client: GraphQLClient) async throws -> [String] {
    let response = try await client.fetch(query: ProductsQuery(first: 2, after: .none), cachePolicy: .networkFirst)
    return response.data?.products.nodes.map(\.name) ?? []
  }

  private func show(_ result: Result<Output, any Error>) {
    switch result {
    case .success(let output):
      let pages = output.previousPages + [output.initialPage].compactMap { $0 } + output.nextPages
      rows = pages.flatMap { page in
        page.data?.products.nodes.map { ProductRow(id: $0.id, title: $0.name) } ?? []
      }
      message = output.allErrors.first?.message
    case .failure(let error):
      message = "\(error)"
    }
  }
}
