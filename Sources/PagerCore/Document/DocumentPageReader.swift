import PagerClient
import PagerJSON
import PagerState
import PagerTransport

/// Reads raw pages of a list.
///
/// The place of the page info is known in advance. An answer is therefore read on the thread that received it, and the
/// next request leaves from there. A class, because the plan is large and a caller's stack may be small.
final class DocumentPageReader: PageReader {
  typealias Types = DocumentPagerTypes

  let responses: ResponseReader
  let plan: DocumentPlan
  private let duplicates: DuplicateFilter?
  private let interest = ItemInterest()

  init(responses: ResponseReader, plan: DocumentPlan) {
    self.responses = responses
    self.plan = plan
    duplicates = plan.first.shape.offset?.identity == nil ? nil : DuplicateFilter()
  }

  func operationName(of request: PageRequest) -> String? { plan[request.query].operationName }

  func body(of request: PageRequest) throws -> [UInt8] {
    if let body = request.body { return body }
    return try plan[request.query].requests.body(of: request)
  }

  func body(of request: PageRequest, halvings: Int) throws -> [UInt8]? {
    if request.body != nil { return nil }
    return try plan[request.query].requests.body(of: request, halvings: halvings)
  }

  func page(in answer: Answer, to request: PageRequest) throws -> ConnectionPage {
    var shape = plan[request.query].shape
    // The host may have used another document for the request.
    if let items = request.items { shape.learn(items) }
    var page = try responses.page(in: answer, to: request, shape: shape, interest: interest)
    if plan.errorRule == .fail, page.inspection.errors != nil { page.inspection.endsOperation = true }
    return page
  }

  func completion(
    of request: PageRequest, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion<DocumentPagerTypes>)? {
    plan[request.query].drain.map { drain in NestedDrain(client, terms, drain) { try self.page(in: $0, to: request) } }
  }

  func pagesAhead(
    by client: GraphQLClient, _ scale: PageScale
  ) -> (any PagesAhead<DocumentPagerTypes>)? {
    OffsetPagesAhead(client, self, scale) ?? NextPageAhead(client, self, scale)
  }

  func admit(_ page: ConnectionPage, to request: PageRequest, _ load: LoadID) -> ConnectionPage {
    guard let duplicates, let offset = request.offset else { return page }
    return duplicates.filter(page, of: load, at: offset.number)
  }

  func admitChanges(of page: ConnectionPage) -> @Sendable (ConnectionPage) -> ConnectionPage {
    let omitted = page.omission?.identities ?? []
    return { DuplicateFilter.filter($0, leavingOut: omitted) }
  }

  func objection(to page: ConnectionPage) -> RequestFailure? {
    guard plan.nested != .report, !page.hasFailed else { return nil }
    return page.nested?.shortfall.map { RequestFailure($0, attempts: 0) }
  }

  func inspect(
    _ page: ConnectionPage, to request: PageRequest, among pages: PageSnapshot<ConnectionPage>
  ) -> PageInspection<PageRequest> {
    page.inspection
  }

  func foreseen(_ page: ConnectionPage) -> PageInspection<PageRequest>? {
    // If items may be left out, the page says less of the list than it will.
    duplicates == nil && objection(to: page) == nil ? page.inspection : nil
  }

  func failure(_ error: any Error, attempts: Int) -> RequestFailure {
    switch error {
    case let error as ClientError: RequestFailure(error, attempts: attempts)
    case let error as JSONTextError: RequestFailure(.network(message: error.message), attempts: attempts)
    default: RequestFailure(.network(message: "\(error)"), attempts: attempts)
    }
  }
}
