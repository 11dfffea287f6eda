import Peer
import SwiftPager

/// A walk that loads page after page and keeps them all, with one subscriber that reads the newest page.
struct HeldWalk {
  typealias Output = PaginationOutput<ProductsQuery, ProductsQuery>

  private let pager: AsyncGraphQLQueryPager<Output>
  private var updates: AsyncStream<Result<Output, any Error>>.Iterator
  /// The last output of the subscriber. It stays while the next page arrives, so the list must grow without a copy.
  private var latest: Output?

  init(url: String, size: Int) throws {
    pager = try productsPager(url: url, size: size)
    updates = pager.updates.makeAsyncIterator()
  }

  /// Loads the first page and returns the number of items that the subscriber saw in it.
  mutating func fetch() async throws -> Int {
    await pager.fetch()
    return try await read()
  }

  /// Loads further pages, one after the other, and returns the number of items that the subscriber saw in them.
  mutating func loadNext(_ pages: Int) async throws -> Int {
    var items = 0
    for _ in 0..<pages {
      try await pager.loadNext()
      items += try await read()
    }
    return items
  }

  private mutating func read() async throws -> Int {
    guard let output = try await updates.next()?.get() else { return 0 }
    latest = output
    switch output.lastUpdatedPage {
    case .initial(let response), .paginated(let response): return response.data?.products.edges.count ?? 0
    }
  }
}
