public import PagerClient
import PagerState

/// Further pages of a list, in its order. A copy shares the pages with the original.
public struct PageCollection<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable,
  RandomAccessCollection
{
  public typealias Element = GraphQLResponse<PaginatedQuery>

  private let pages: PageSequence<PaginationOutput<InitialQuery, PaginatedQuery>.Page>
  private let isReversed: Bool

  init(_ pages: PageSequence<PaginationOutput<InitialQuery, PaginatedQuery>.Page>, isReversed: Bool) {
    self.pages = pages
    self.isReversed = isReversed
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { pages.count }

  public subscript(position: Int) -> GraphQLResponse<PaginatedQuery> {
    switch pages[isReversed ? pages.count - 1 - position : position] {
    case .paginated(let response): response
    case .initial: preconditionFailure("an initial page among the further ones")
    }
  }
}
