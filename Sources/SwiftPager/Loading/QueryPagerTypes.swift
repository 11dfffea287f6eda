import PagerClient
import PagerState

/// A pager that is described by queries: its pages are decoded responses.
enum QueryPagerTypes<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: PagerTypes {
  typealias Request = PageQuery<InitialQuery, PaginatedQuery>
  typealias Page = PaginationOutput<InitialQuery, PaginatedQuery>.Page
  typealias Failure = LoadFailure
}

/// A query for one page.
enum PageQuery<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable {
  case initial(InitialQuery)
  case paginated(PaginatedQuery)

  /// The query as a value of any type: where both queries are of one type, a further page may ask for the first again.
  private var key: AnyHashable {
    switch self {
    case .initial(let query): AnyHashable(query)
    case .paginated(let query): AnyHashable(query)
    }
  }
}

extension PageQuery: Hashable {
  static func == (left: PageQuery, right: PageQuery) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
}

/// Why a page could not be loaded; subscribers get what is inside.
struct LoadFailure: Error {
  let underlying: any Error
}
