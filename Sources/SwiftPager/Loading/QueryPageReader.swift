import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState

/// Reads decoded pages. It runs a user's code: variables that encode, data that decodes, functions that read the page
/// info. It therefore runs on the pager's own serial queues, never on the network thread and never under a lock.
struct QueryPageReader<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: PageReader {
  typealias Types = QueryPagerTypes<InitialQuery, PaginatedQuery>

  let strategy: PageStrategy<InitialQuery, PaginatedQuery>
  private let strictness: Strictness
  /// One thread at a time uses it, and rarely two: pages from or for the cache have their own queue.
  let responses: ResponseReader
  /// How the server writes dates.
  private let dates: DateStrategy?
  private let initialSearch: NestedSearch
  private let paginatedSearch: NestedSearch

  init(strategy: PageStrategy<InitialQuery, PaginatedQuery>, strictness: Strictness, dates: DateStrategy?) {
    self.strategy = strategy
    self.dates = dates
    responses = ResponseReader(dates: dates)
    self.strictness = strictness
    initialSearch = NestedSearch(document: InitialQuery.document, operationName: InitialQuery.operationName.name)
    paginatedSearch =
      InitialQuery.self == PaginatedQuery.self
      ? initialSearch
      : NestedSearch(document: PaginatedQuery.document, operationName: PaginatedQuery.operationName.name)
  }

  func operationName(of query: Types.Request) -> String? {
    switch query.query {
    case .initial: InitialQuery.operationName.name
    case .paginated: PaginatedQuery.operationName.name
    }
  }

  func body(of query: Types.Request) throws -> [UInt8] {
    if let body = query.body { return body }
    return switch query.query {
    case .initial(let query): try query.requestBody(dates: dates)
    case .paginated(let query): try query.requestBody(dates: dates)
    }
  }

  /// Only the author of a query knows which variable is the size of a page.
  func body(of query: Types.Request, halvings: Int) throws -> [UInt8]? { nil }

  func page(in answer: Answer, to query: Types.Request) throws -> Types.Page {
    switch query.query {
    case .initial(let query):
      .initial(try responses.response(to: query, in: answer) { initialSearch.lists(in: $0) })
    case .paginated(let query):
      .paginated(try responses.response(to: query, in: answer) { paginatedSearch.lists(in: $0) })
    }
  }

  func objection(to page: Types.Page) -> LoadFailure? {
    guard strictness.nested == .error else { return nil }
    let search =
      switch page {
      case .initial: initialSearch
      case .paginated: paginatedSearch
      }
    let unsearched = search.fault.map { ClientError.nestedIncomplete(message: $0, path: "") }
    return (page.nested.shortfall ?? unsearched).map { LoadFailure(underlying: $0) }
  }

  func inspect(
    _ page: Types.Page, to query: Types.Request, among pages: PageSnapshot<Types.Page>?
  ) -> PageInspection<Types.Request>? {
    // A user's function decides, and may look at all pages.
    guard let pages else { return nil }
    var inspection = strategy.inspect(page, to: query, among: pages)
    inspection.errors = ErrorsBesideData(page.errors)
    inspection.endsOperation = inspection.hasData && strictness.isStrict && !page.errors.isEmpty
    return inspection
  }

  func failure(_ error: any Error, attempts: Int) -> LoadFailure { LoadFailure(underlying: error) }
}
