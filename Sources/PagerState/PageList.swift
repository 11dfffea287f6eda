/// The list as far as it was loaded: its pages, what lies beyond its ends, and which requests led here.
struct PageList<Types: PagerTypes>: Sendable {
  typealias Request = Types.Request

  /// The pages that are retained.
  private(set) var held = PageSnapshot<Types.Page>()
  private(set) var summary = PageListSummary()
  private var ends: [ListEnd: End] = [:]
  /// Fingerprints of the requests whose pages are in the list, to notice a cycle of cursors. A fingerprint takes 8 bytes
  /// where a request would take hundreds; two requests share one with a probability of 2⁻⁶⁴.
  private var answered: Set<Int> = []

  private struct End: Sendable {
    var turn: Turn<Request>
    /// The newest page at this end carries errors only; the page asked for next takes its place.
    var newestLacksData = false
  }

  /// What lies beyond an end; nil before the first page with data.
  func turn(at end: ListEnd) -> Turn<Request>? { ends[end]?.turn }

  /// Whether a page with data has been loaded.
  var hasData: Bool { ends[.next] != nil }

  /// The request for the page beyond an end, or why there is none.
  func request(at end: ListEnd) throws(Refusal) -> Request {
    switch turn(at: end) {
    case .open(let request): return request
    case .closed: throw .usage(.pageHasNoMoreContent)
    case .unresolved: throw .usage(.noQuery)
    case .broken(let reason): throw .incomplete(reason)
    case nil: throw .usage(.missingInitialPage)
    }
  }

  /// A walk's next request: all next pages come first, then the previous ones. Nil when the list is complete.
  func nextStep() throws(Refusal) -> (request: Request, role: PageRole)? {
    for end in ListEnd.allCases where turn(at: end) != .closed {
      return (try request(at: end), end.role)
    }
    return nil
  }

  /// The retained pages as they would be with one more.
  func adding(_ page: Types.Page, as role: PageRole, retention: PageRetention) -> PageSnapshot<Types.Page> {
    var pages = retention == .all ? held : PageSnapshot()
    pages.place(page, as: role, replacingNewest: end(of: role).map { ends[$0]?.newestLacksData ?? false } ?? false)
    return pages
  }

  /// Takes a page in, and returns the pages its update carries.
  mutating func receive(
    _ page: Types.Page, as role: PageRole, answering request: Request, inspection: PageInspection<Request>,
    retention: PageRetention
  ) -> PageSnapshot<Types.Page> {
    if role == .initial { self = PageList() }
    let pages = adding(page, as: role, retention: retention)
    held = retention == .none ? PageSnapshot() : pages
    let replaces = end(of: role).map { ends[$0]?.newestLacksData ?? false } ?? false
    summary.count(inspection.itemCount, replacesPage: replaces)
    learn(inspection, from: role, answering: request)
    return pages
  }

  private mutating func learn(_ inspection: PageInspection<Request>, from role: PageRole, answering request: Request) {
    guard inspection.hasData else {
      if let end = end(of: role) { ends[end]?.newestLacksData = true }
      return
    }
    answered.insert(request.hashValue)
    // A page in the middle knows its own far end only: what a next page says of the pages before it is ignored.
    if role != .previous { ends[.next] = End(turn: checked(inspection.next, after: request)) }
    if role != .next { ends[.previous] = End(turn: checked(inspection.previous, after: request)) }
  }

  /// Refuses to go where the list has been already.
  private func checked(_ turn: Turn<Request>, after request: Request) -> Turn<Request> {
    guard case .open(let further) = turn else { return turn }
    if further == request { return .broken(.cursorStuck) }
    return answered.contains(further.hashValue) ? .broken(.cursorCycle) : turn
  }

  private func end(of role: PageRole) -> ListEnd? {
    switch role {
    case .initial: nil
    case .next: .next
    case .previous: .previous
    }
  }
}
