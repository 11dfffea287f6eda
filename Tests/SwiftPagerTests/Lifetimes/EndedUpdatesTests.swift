import SwiftPager
import TestSupport
import Testing

/// The asynchronous sequence of a pager holds the outputs that its reader has not taken yet. With its reader they have to
/// go: the pager lives on.
@Suite("Lifetimes: updates", .timeLimit(.minutes(1)))
struct EndedUpdatesTests {
  /// How the reading of a sequence can end.
  enum End: CaseIterable {
    case neverRead
    case loopLeft
  }

  @Test("A sequence that ended ends its subscription, and lets go of what was not read", arguments: End.allCases)
  func ended(end: End) async throws {
    let counts = Notebook<WeakCount>()
    let pager = AsyncGraphQLQueryPager<PageCount>(
      client: try Shop.client(), initialQuery: ProductsQuery(first: 100), extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 100, after: page.endCursor ?? .none) },
      transform: { (output: PaginationOutput<ProductsQuery, ProductsQuery>) in
        let count = PageCount(output.allPages.count)
        counts.note(WeakCount(count))
        return count
      })
    try await Self.load(with: pager, end)
    #expect(counts.history.count == 4)
    // The last one is the current output.
    try await eventually("the earlier outputs go") { counts.history.dropLast().allSatisfy { $0.count == nil } }
    #expect(counts.history.last?.count != nil)
  }

  /// Loads four pages, beside a sequence whose reader takes two outputs at most.
  private static func load(with pager: AsyncGraphQLQueryPager<PageCount>, _ end: End) async throws {
    let updates = pager.updates
    await pager.fetch()
    for _ in 1...3 { try await pager.loadNext() }
    switch end {
    case .neverRead:
      break
    case .loopLeft:
      for await update in updates {
        if try update.get().pages == 2 { break }
      }
    }
  }
}

/// An output whose life can be watched.
private final class PageCount: Sendable {
  let pages: Int

  init(_ pages: Int) {
    self.pages = pages
  }
}

private struct WeakCount: Sendable {
  weak let count: PageCount?

  init(_ count: PageCount) {
    self.count = count
  }
}
