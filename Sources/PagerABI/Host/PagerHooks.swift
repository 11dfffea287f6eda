import CSwiftPager
import PagerBytes
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState

/// Calls the hooks of one pager, on the thread that runs callbacks.
final class PagerHooks: PageHooks {
  let functions: HookFunctions
  let plan: DocumentPlan
  /// The document to send if `resolve_page` does not name one.
  let document: PagedDocument
  let queue: EventQueue
  let owner: EventOwner

  init(
    functions: HookFunctions, plan: DocumentPlan, document: PagedDocument, queue: EventQueue, owner: EventOwner
  ) {
    (self.functions, self.plan, self.document) = (functions, plan, document)
    (self.queue, self.owner) = (queue, owner)
  }

  func enqueue(_ work: @escaping @Sendable () -> Void, whenLeft: @escaping @Sendable () -> Void) {
    queue.enqueue(HookCall(owner: owner, work: work, whenLeft: whenLeft))
  }

  private struct HookCall: Event {
    let owner: EventOwner?
    let work: @Sendable () -> Void
    let whenLeft: @Sendable () -> Void

    func deliver() -> Bool {
      work()
      return true
    }

    func wasLeft() { whenLeft() }
  }

  func read(
    _ page: ListPage, to request: ListRequest, isWanted: () -> Bool
  ) throws(ClientError) -> ListPage {
    let (page, request) = (ConnectionPage.open(page), PageRequest.open(request))
    // Errors in place of the list: there is nothing to read.
    guard !page.hasFailed else { return page }
    guard isWanted() else { throw .closed }
    let info = try info(of: page, to: request)
    var facts = page.facts
    for end in ends(of: request) {
      guard isWanted() else { throw .closed }
      facts[end] = try frontier(at: end, info, page)
    }
    var model: ReceivedBytes?
    if functions.transforms {
      guard isWanted() else { throw .closed }
      model = try self.model(of: page)
    }
    return page.with { page in
      page.facts = facts
      page.model = model
    }
  }

  /// What a page says about the end opposite to its request is ignored.
  private func ends(of request: PageRequest) -> [ListEnd] {
    request == plan.initialRequest ? ListEnd.allCases : [request.end]
  }

  // MARK: extract_page_info

  /// The result of `extract_page_info`. Without that function, the page info in the response itself.
  private func info(of page: ConnectionPage, to request: PageRequest) throws(ClientError) -> PageInfoText? {
    guard functions.extracts else { return try PageInfoText(page.facts) }
    let result = try functions.extracted(from: page.body.text, isInitial: request == plan.initialRequest)
    return try result.map { result throws(ClientError) in try PageInfoText(result) }
  }

  // MARK: The ends

  private func frontier(at end: ListEnd, _ info: PageInfoText?, _ page: ConnectionPage) throws(ClientError) -> Frontier
  {
    if !functions.extracts {
      // If the response is at fault, there is nothing to resolve.
      if case .broken(let reason) = page.facts[end] { return .broken(reason) }
      if !functions.resolves { return page.facts[end] }
    }
    guard let info else { return .broken(.missingPageInfo) }
    guard info.canLoad(end) else { return .closed }
    if functions.extracts, page.items == nil, !plan.first.shape.acceptsNull { return .broken(.nullList) }
    if functions.resolves {
      return try functions.resolved(end, info.text, document, listAt: plan.first.shape)
    }
    guard case .hooked(let list) = plan.first.kind else { return .unresolved }
    return list.frontier(at: end, info.cursor(at: end))
  }

  // MARK: transform

  private func model(of page: ConnectionPage) throws(ClientError) -> ReceivedBytes? {
    try functions.transformed(page.body.text)?.bytes
  }
}
