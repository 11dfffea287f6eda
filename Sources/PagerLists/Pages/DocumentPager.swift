package import PagerClient
package import PagerEngine
import PagerJSON
package import PagerState
import PagerTransport

extension PagerEngine {
  /// Makes a pager of a client.
  ///
  /// - Parameters:
  ///   - position: where its list continues; nil: it begins.
  ///   - hooks: functions of the host that read its pages; nil if the plan says it all.
  package convenience init(
    client: GraphQLClient, plan: CurrentPlan, retention: PageRetention,
    resumingAt position: ListPosition? = nil, hooks: (any PageHooks)? = nil
  ) {
    let initialRequest = plan.opening.plan.initialRequest
    self.init(
      initialRequest: initialRequest, toward: initialRequest.end, retention: retention,
      resumingAt: position, loader: Self.loader(client, plan, hooks))
  }

  /// Not inlined, so that its part of a caller's stack, which may be small, is not added to the engine's.
  @inline(never)
  private static func loader(
    _ client: GraphQLClient, _ plan: CurrentPlan, _ hooks: (any PageHooks)?
  ) -> any PageLoader {
    ReadingLoader(
      client: client, executor: InlineExecutor(),
      reader: DocumentPageReader(responses: client.responses, plan: plan, hooks: hooks))
  }
}

/// Reads raw pages of a list.
///
/// The place of the page info is known in advance, or the first answer shows it. An answer is therefore read on the
/// thread that received it, and the next request leaves from there.
final class DocumentPageReader: PageReader {
  let responses: ResponseReader
  private let list: CurrentPlan
  let hooks: (any PageHooks)?
  private let duplicates: DuplicateFilter?
  private let interest = ItemInterest()

  init(responses: ResponseReader, plan: CurrentPlan, hooks: (any PageHooks)? = nil) {
    self.responses = responses
    list = plan
    self.hooks = hooks
    duplicates = plan.identifiesItems ? DuplicateFilter(initial: plan.opening.plan.initialRequest) : nil
  }

  /// The plan, as far as it is known.
  var shared: SharedPlan { list.current }

  func operationName(of request: ListRequest) -> String? { shared[PageRequest.open(request).query].operationName }

  func body(of request: ListRequest) throws -> [UInt8] {
    let request = PageRequest.open(request)
    if let made = request.place.made { return made.body }
    return try shared[request.query].requests.body(of: request)
  }

  func body(of request: ListRequest, halvings: Int) throws -> [UInt8]? {
    let request = PageRequest.open(request)
    if request.place.made != nil { return nil }
    return try shared[request.query].requests.body(of: request, halvings: halvings)
  }

  func page(in answer: Answer, to request: ListRequest) throws -> ListPage {
    try page(in: answer, to: PageRequest.open(request))
  }

  private func page(in answer: Answer, to request: PageRequest) throws -> ConnectionPage {
    if list.isPending(request.query) {
      try list.complete(request.query) { pending in try responses.names(of: pending, in: answer.response) }
    }
    let shared = shared
    let query = shared[request.query]
    var shape = query.shape
    // The host may have used another document for the request.
    if let items = request.place.made?.items { shape = shape.showing(items) }
    let page = try responses.page(
      in: answer, to: request, shape: shape, query.kind.list, interest: interest,
      since: shared.since)
    let endsOperation = shared.errorRule == .fail && page.facts.errors != nil
    // A page that ends its operation does not let the mark move, even if the list is read on.
    let breaksTrail = page.since != nil && objection(to: page) != nil
    guard endsOperation || breaksTrail else { return page }
    return page.with { page in
      if endsOperation { page.facts.endsOperation = true }
      if breaksTrail { page.breakTrail(at: request.end) }
    }
  }

  func showsPositions(_ page: ListPage, to request: ListRequest) -> Bool {
    guard let since = ConnectionPage.open(page).since, since.trail.hasPositions, shared.since?.rule.order != .descending
    else {
      return false
    }
    return PageRequest.open(request).trail?.hasPositions != true
  }

  func completion(
    of request: ListRequest, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion)? {
    let request = PageRequest.open(request)
    if list.isPending(request.query) {
      return DeferredDrain { [self] in drain(of: request, by: client, terms) }
    }
    return shared[request.query].drain == nil ? nil : drain(of: request, by: client, terms)
  }

  private func drain(of request: PageRequest, by client: GraphQLClient, _ terms: RequestTerms) -> NestedDrain? {
    shared[request.query].drain.map { drain in
      NestedDrain(client, terms, drain) { try self.page(in: $0, to: request) }
    }
  }

  func pagesAhead(
    by client: GraphQLClient, _ scale: PageScale
  ) -> (any PagesAhead)? {
    OffsetPagesAhead(client, self, scale) ?? NextPageAhead(client, self, scale)
  }

  func admit(_ page: ListPage, to request: ListRequest, _ load: LoadID) -> ListPage {
    duplicates?.filter(ConnectionPage.open(page), of: load, to: PageRequest.open(request)) ?? page
  }

  func admitChanges(of page: ListPage) -> @Sendable (ListPage) -> ListPage {
    guard duplicates != nil else { return { $0 } }
    let omitted = ConnectionPage.open(page).omission?.identities ?? []
    return { DuplicateFilter.filter(ConnectionPage.open($0), leavingOut: omitted) }
  }

  func objection(to page: ListPage) -> (any Error)? {
    let page = ConnectionPage.open(page)
    guard !page.hasFailed else { return nil }
    if let fault = page.since?.fault { return RequestFailure(fault, attempts: 0) }
    guard !shared.reportsNested else { return nil }
    return page.nested?.shortfall.map { RequestFailure($0, attempts: 0) }
  }

  func inspect(
    _ page: ListPage, to request: ListRequest, among pages: PageSnapshot?
  ) -> PageFacts? {
    ConnectionPage.open(page).facts
  }

  func foreseen(_ page: ListPage) -> PageFacts? {
    // If items may be left out, the page says less of the list than it will.
    duplicates == nil && hooks == nil && objection(to: page) == nil ? ConnectionPage.open(page).facts : nil
  }

  func failure(_ error: any Error, attempts: Int) -> any Error {
    switch error {
    case let error as ClientError: RequestFailure(error, attempts: attempts)
    case let error as DocumentPlanError: RequestFailure(.badResponse(message: error.ofAnswer), attempts: attempts)
    case let error as JSONTextError where error.isOutOfMemory:
      RequestFailure(.outOfResources(message: error.message), attempts: attempts)
    case let error as JSONTextError: RequestFailure(.network(message: error.message), attempts: attempts)
    default: RequestFailure(.network(message: "\(error)"), attempts: attempts)
    }
  }
}
