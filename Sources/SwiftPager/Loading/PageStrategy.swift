import PagerClient
import PagerState

/// How a pager gets from a page to the queries for the pages around it: by the functions that its user gave.
struct PageStrategy<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable {
  typealias Output = PaginationOutput<InitialQuery, PaginatedQuery>
  typealias Query = PageQuery<InitialQuery, PaginatedQuery>

  private let inspection: @Sendable (Output.Page, Output) -> PageInspection<Query>

  /// - Parameters:
  ///   - extract: reads the page info of a page with data, given all pages so far.
  ///   - resolve: the query for the page in a direction; nil, or no function at all, where there is none.
  init<Info: PaginationInfo>(
    extract: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Output>) -> Info,
    resolve: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) {
    inspection = { page, output in
      guard let data = PageExtractionData(page, output) else { return .withoutData }
      let info = extract(data)
      return PageInspection(
        hasData: true, itemCount: 0, next: Self.turn(toward: .next, info, resolve),
        previous: Self.turn(toward: .previous, info, resolve))
    }
  }

  /// What a page says of the pages around it, given all pages held.
  func inspect(_ page: Output.Page, among pages: PageSnapshot<Output.Page>) -> PageInspection<Query> {
    inspection(page, Output(pages, lastUpdatedPage: page))
  }

  private static func turn<Info: PaginationInfo>(
    toward direction: PaginationDirection, _ info: Info,
    _ resolve: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) -> Turn<Query> {
    let canLoad =
      switch direction {
      case .next: info.canLoadNext
      case .previous: info.canLoadPrevious
      }
    guard canLoad else { return .closed }
    guard !info.isCursorMissing(toward: direction) else { return .broken(.nullCursor) }
    return resolve?(info, direction).map { .open(.paginated($0)) } ?? .unresolved
  }
}

extension PageExtractionData where Output == PaginationOutput<InitialQuery, PaginatedQuery> {
  /// A page with data; nil for one that has none.
  fileprivate init?(_ page: Output.Page, _ output: Output) {
    switch page {
    case .initial(let response):
      guard let data = response.data else { return nil }
      self = .initial(data, output)
    case .paginated(let response):
      guard let data = response.data else { return nil }
      self = .paginated(data, output)
    }
  }
}
