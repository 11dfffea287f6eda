import SwiftPager
import Testing

/// Two outputs are equal if their pages are, and the page that came last.
@Suite("Documentation: equal outputs", .timeLimit(.minutes(1)))
struct OutputEqualityTests {
  private typealias Output = PaginationOutput<ProductsQuery, ProductsQuery>

  /// The output of a list that was opened at an offset of some products, after these calls.
  private static func output(
    openedBehind number: Int, first count: Int, after calls: [PagerCall]
  ) async throws -> Output {
    let client = try Shop.client()
    let cursor = try await BidirectionalTests.cursor(of: number, client)
    let pager = AsyncGraphQLQueryPager<Output>(
      client: client, initialQuery: ProductsQuery(first: .some(count), after: .some(cursor)),
      extractPageInfo: { $0.products.bidirectional },
      pageResolver: { page, direction in
        switch direction {
        case .next: ProductsQuery(first: 20, after: page.endCursor ?? .none)
        case .previous: ProductsQuery(last: 20, before: page.startCursor ?? .none)
        }
      })
    await pager.fetch()
    for call in calls { #expect(await pager.outcome(of: call) == nil) }
    return try await pager.output()
  }

  @Test("Lists that were loaded alike are equal")
  func alike() async throws {
    let first = try await Self.output(openedBehind: 50, first: 40, after: [.loadPrevious, .loadNext])
    let second = try await Self.output(openedBehind: 50, first: 40, after: [.loadPrevious, .loadNext])
    #expect(first == second)
  }

  @Test("Outputs that differ in one thing only differ: previous pages, next pages, the newest page, the initial page")
  func oneDifference() async throws {
    let both = try await Self.output(openedBehind: 50, first: 40, after: [.loadPrevious, .loadNext])

    let withoutPrevious = try await Self.output(openedBehind: 50, first: 40, after: [.loadNext])
    #expect(both.lastUpdatedPage == withoutPrevious.lastUpdatedPage)
    #expect(both != withoutPrevious)

    let previousLast = try await Self.output(openedBehind: 50, first: 40, after: [.loadNext, .loadPrevious])
    #expect(both.allPages == previousLast.allPages)
    #expect(both != previousLast)

    let withoutNext = try await Self.output(openedBehind: 50, first: 40, after: [.loadPrevious])
    #expect(previousLast.lastUpdatedPage == withoutNext.lastUpdatedPage)
    #expect(previousLast != withoutNext)

    // Both lists reach to the same product, so what comes next is the same page.
    let shorter = try await Self.output(openedBehind: 70, first: 20, after: [.loadNext])
    #expect(shorter.lastUpdatedPage == withoutPrevious.lastUpdatedPage)
    #expect(Array(shorter.nextPages) == Array(withoutPrevious.nextPages))
    #expect(shorter != withoutPrevious)
  }
}
