import PagerClient
import PagerState

/// How a pager gets from a page to the queries for the pages around it: by the functions that its user gave.
struct PageStrategy<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable {
  typealias Output = PaginationOutput<InitialQuery, PaginatedQuery>
  typealias Query = PageQuery<InitialQuery, PaginatedQuery>

  private let pageInfo: @Sendable (Output.Page, Output) -> (any PaginationInfo)?
  private let query: @Sendable (any PaginationInfo, PaginationDirection) -> PaginatedQuery?

  /// - Parameters:
  ///   - extract: reads the page info of a page with data, given all pages so far.
  ///   - resolve: the query for the page in a direction; nil, or no function at all, where there is none.
  init<Info: PaginationInfo>(
    extract: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Output>) -> Info,
    resolve: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) {
    pageInfo = { page, output in
      switch page {
      case .initial(let response): response.data.map { extract(.initial($0, output)) }
      case .paginated(let response): response.data.map { extract(.paginated($0, output)) }
      }
    }
    query = { info, direction in
      (info as? Info).flatMap { resolve?($0, direction) }
    }
  }

  /// What a page says of the pages around it.
  func inspect(_ page: Output.Page, among pages: PageSnapshot<Output.Page>) -> PageInspection<Query> {
    guard let info = pageInfo(page, Output(pages, lastUpdatedPage: page)) else { return .withoutData }
    return PageInspection(
      hasData: true, itemCount: 0,
      next: turn(toward: .next, info.canLoadNext, info), previous: turn(toward: .previous, info.canLoadPrevious, info))
  }

  private func turn(toward direction: PaginationDirection, _ canLoad: Bool, _ info: any PaginationInfo) -> Turn<Query> {
    guard canLoad else { return .closed }
    if info.isCursorMissing(toward: direction) { return .broken(.nullCursor) }
    return query(info, direction).map { .open(.paginated($0)) } ?? .unresolved
  }
}
