// Written for ApolloPagination 1.25. The one line that is another: in place of `import Apollo`, `import ApolloAPI`,
// `import ApolloPagination` and `import Combine`.
import Foundation
import SwiftPagerFoundation

/// A row of the list. A class, and not Sendable, as rows of an app of that time are.
class ProductRow {
  let id: String
  var title: String

  init(_ node: ProductsQuery.Data.Products.Node) {
    id = node.id
    title = node.name
  }
}

class ProductListViewModel {
  private(set) var rows: [ProductRow] = []
  private(set) var message: String?
  private(set) var refreshes = 0
  var onChange: (() -> Void)?

  private let pager: GraphQLQueryPager<[ProductRow]>
  private var cancellables: Set<AnyCancellable> = []

  init(client: GraphQLClient, pageSize: Int = 2) {
    pager = GraphQLQueryPager(
      client: client,
      initialQuery: ProductsQuery(first: pageSize, after: nil),
      watcherDispatchQueue: .main,
      extractPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage,
          endCursor: data.products.pageInfo.endCursor
        )
      },
      pageResolver: { page, direction in
        switch direction {
        case .next:
          return ProductsQuery(first: pageSize, after: page.endCursor ?? .none)
        case .previous:
          return nil
        }
      },
      pageTransform: { data in
        data.products.nodes.map(ProductRow.init)
      }
    )
    pager
      .receive(on: RunLoop.main)
      .sink { [weak self] result in
        self?.show(result)
      }
      .store(in: &cancellables)
  }

  var canLoadMore: Bool { pager.canLoadNext }

  func start() {
    pager.fetch()
  }

  func refresh() {
    pager.refetch { [weak self] in
      self?.refreshes += 1
    }
  }

  func loadMore(completion: ((PaginationError?) -> Void)? = nil) {
    guard pager.canLoadNext else { return }
    pager.loadNext { error in
      completion?(error)
    }
  }

  func loadEverything(completion: @escaping () -> Void) {
    pager.loadAll { error in
      if let error { self.message = self.text(for: error) }
      completion()
    }
  }

  /// docs/migrating.md, "Calls": in an async function a call that is not awaited needs its completion.
  func prefetch() async {
    pager.loadNext(completion: nil)
  }

  func clear() {
    pager.reset()
    rows = []
  }

  private func show(_ result: Result<[ProductRow], any Error>) {
    switch result {
    case .success(let rows):
      self.rows = rows
      message = nil
    case .failure(let error):
      message = "\(error)"
    }
    onChange?()
  }

  private func text(for error: PaginationError) -> String {
    switch error {
    case .missingInitialPage, .pageHasNoMoreContent, .noQuery: return "There is nothing to load."
    case .loadInProgress, .cancellation: return "Please try again."
    case .unknown(let error): return "\(error)"
    }
  }
}
