import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState

/// Reads decoded pages. It runs a user's code: variables that encode, data that decodes, functions that read the page
/// info. It therefore runs on the pager's own serial queues, never on the network thread and never under a lock.
final class QueryPageReader<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: PageReader {
  typealias Request = PageQuery<InitialQuery, PaginatedQuery>
  typealias Page = QueryPage<InitialQuery, PaginatedQuery>

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

  func operationName(of request: ListRequest) -> String? {
    switch Request.open(request).query {
    case .initial: InitialQuery.operationName.name
    case .paginated: PaginatedQuery.operationName.name
    }
  }

  func body(of request: ListRequest) throws -> [UInt8] {
    let request = Request.open(request)
    if let body = request.body { return body }
    return switch request.query {
    case .initial(let query): try query.requestBody(dates: dates)
    case .paginated(let query): try query.requestBody(dates: dates)
    }
  }

  /// Only the author of a query knows which variable is the size of a page.
  func body(of request: ListRequest, halvings: Int) throws -> [UInt8]? { nil }

  func page(in answer: Answer, to request: ListRequest) throws -> ListPage {
    switch Request.open(request).query {
    case .initial(let query):
      Page(.initial(try responses.response(to: query, in: answer) { [initialSearch] in initialSearch.lists(in: $0) }))
    case .paginated(let query):
      Page(
        .paginated(try responses.response(to: query, in: answer) { [paginatedSearch] in paginatedSearch.lists(in: $0) })
      )
    }
  }

  func objection(to page: ListPage) -> (any Error)? {
    guard strictness.nested == .error else { return nil }
    let page = Page.open(page).output
    let search =
      switch page {
      case .initial: initialSearch
      case .paginated: paginatedSearch
      }
    let unsearched = search.fault.map { ClientError.nestedIncomplete(message: $0, path: "") }
    return page.nested.shortfall ?? unsearched
  }

  func inspect(
    _ page: ListPage, to request: ListRequest, among pages: PageSnapshot?
  ) -> PageFacts? {
    // A user's function decides, and may look at all pages.
    guard let pages else { return nil }
    let page = Page.open(page).output
    var inspection = strategy.inspect(page, to: Request.open(request), among: pages)
    inspection.errors = ErrorsBesideData(page.errors)
    inspection.endsOperation = inspection.hasData && strictness.isStrict && !page.errors.isEmpty
    return inspection
  }

  func failure(_ error: any Error, attempts: Int) -> any Error { error }
}
