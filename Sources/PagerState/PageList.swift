/// The loaded part of the list: its pages, what is beyond its ends, and the requests that led here.
struct PageList: Sendable {
  /// Distinguishes this list from the lists before it.
  let number: UInt64
  /// The pages that are retained.
  private(set) var held = PageSnapshot()
  /// What the retained pages say about the list.
  private var heldFacts = HeldFactTable()
  private var known = ListOutline()
  /// The requests whose pages are in the list. A fingerprint takes 16 bytes; a request would take hundreds.
  private var answered = AnsweredRequests()
  /// Whether the list continues from the place of another process.
  private(set) var isResumed = false
  /// Whether it begins with its first page if the server refuses the request with which it continues.
  private(set) var restartsIfRefused = false
  /// Whether the server may be at another place than the list: a request that moves it was sent, and its page has not
  /// come into the list.
  private var mayHaveMoved = false

  init(number: UInt64) {
    self.number = number
  }

  /// A list without pages that can begin, with the request for its first page.
  init(number: UInt64, beginningWith request: ListRequest, toward end: ListEnd) {
    self.init(number: number)
    known.next = KnownEnd(frontier: .closed)
    known[end] = KnownEnd(frontier: .open(request))
  }

  /// A list that continues from a position, without the pages that led there.
  init(number: UInt64, resumingAt position: ListPosition, orWith request: ListRequest, toward end: ListEnd) {
    if position.next == nil {
      self.init(number: number, beginningWith: request, toward: end)
    } else {
      self.init(number: number)
      known.next = position.next.map { KnownEnd(frontier: $0) }
      known.previous = position.previous.map { KnownEnd(frontier: $0) }
      known.summary = PageListSummary(upTo: position)
      answered = AnsweredRequests(position.fingerprints)
    }
    isResumed = true
    restartsIfRefused = position.restartsIfRefused && position.next != nil
  }

  var summary: PageListSummary { known.summary }

  /// What lies beyond an end; nil before the first page with data.
  func frontier(at end: ListEnd) -> Frontier? { known[end]?.frontier }

  /// Whether its place at the server is lost: what it has of the server's list does not lead to the next page. The
  /// request for the first page begins the list anew, wherever the server is.
  var hasLostPlace: Bool { mayHaveMoved && summary.pagesLoaded > 0 }

  /// Whether the list knows how it continues.
  var hasData: Bool { known.next != nil }

  /// The step to the page beyond an end, or why there is none.
  func step(at end: ListEnd) throws(Refusal) -> PageStep {
    switch frontier(at: end) {
    case .open(let request):
      if hasLostPlace { throw .incomplete(.movedOn) }
      return PageStep(request: request, role: summary.pagesLoaded == 0 ? .initial : end.role)
    case .closed: throw .usage(.pageHasNoMoreContent)
    case .unresolved: throw .usage(.noQuery)
    case .broken(let reason): throw .incomplete(reason)
    case nil: throw .usage(.missingInitialPage)
    }
  }

  /// A walk's next step: all next pages come first, then the previous ones. Nil when the list is complete.
  func nextStep() throws(Refusal) -> PageStep? {
    for end in ListEnd.allCases where frontier(at: end) != .closed {
      return try step(at: end)
    }
    return nil
  }

  /// The request of a walk after a page that is not in the list yet; nil if it makes none.
  func request(after facts: PageFacts, to step: PageStep) -> ListRequest? {
    for end in ListEnd.allCases {
      let isFarEnd = step.role.end.map { $0 == end } ?? true
      switch isFarEnd ? checked(facts[end], after: step.request.fingerprint) : frontier(at: end) {
      case .closed: continue
      case .open(let request): return request
      case .unresolved, .broken, nil: return nil
      }
    }
    return nil
  }

  /// A request is about to be sent.
  mutating func willSend(_ request: ListRequest) {
    if request.movesList { mayHaveMoved = true }
  }

  // MARK: Pages

  /// The retained pages as they are with one more.
  ///
  /// - Parameter interim: the newest page, if it came from the cache and the new page is the server's answer that
  ///   replaces it.
  func placing(
    _ page: ListPage, as role: PageRole, inPlaceOf interim: InterimPage?, retention: PageRetention
  ) -> PageSnapshot {
    let newest = role.end.flatMap { interim != nil || newestLacksData(at: $0) ? pageCount(at: $0) - 1 : nil }
    var pages = retention == .all ? held : empty(replacing: newest == nil ? nil : role.end)
    guard let newest, pages.replace(page, as: role, at: newest) else {
      pages.add(page, as: role)
      return pages
    }
    return pages
  }

  /// An empty snapshot of the list. New pages keep their places after the pages that are not retained.
  ///
  /// - Parameter end: the end at which the newest page is about to be replaced; nil if it is not.
  private func empty(replacing end: ListEnd? = nil) -> PageSnapshot {
    PageSnapshot(
      skippingNext: pageCount(at: .next) - (end == .next ? 1 : 0),
      previous: pageCount(at: .previous) - (end == .previous ? 1 : 0))
  }

  private func pageCount(at end: ListEnd) -> Int { known[end]?.pageCount ?? 0 }

  /// Adds a placed page to the list, and returns its place.
  mutating func receive(
    _ placed: PlacedPage, _ facts: PageFacts, inPlaceOf interim: InterimPage?,
    retention: PageRetention
  ) -> PageID {
    let role = placed.step.role
    if role == .initial, interim == nil { self = PageList(number: number + 1) }
    let replaces = interim != nil || (role.end.map { newestLacksData(at: $0) } ?? false)
    held = placed.pages
    if let end = role.end, !replaces { known[end]?.pageCount += 1 }
    let id = PageID(list: number, role: role, index: role.end.flatMap { known[$0] }.map { $0.pageCount - 1 } ?? 0)
    known.summary.count(
      facts, inPlaceOf: interim, replacesPage: replaces, at: retention == .all ? id : nil)
    note(facts, placed.step, at: PagePlace(id), isAnswer: interim != nil, retention)
    learn(facts, from: placed.step)
    if retention == .none { held = empty() }
    return id
  }

  /// Notes what a new page says, before the list learns it.
  ///
  /// - Parameter isAnswer: whether a page came ahead of it and was noted.
  private mutating func note(
    _ facts: PageFacts, _ step: PageStep, at place: PagePlace, isAnswer: Bool,
    _ retention: PageRetention
  ) {
    let before = heldFacts[place]
    var said = HeldFacts(facts, asked: step.request.fingerprint)
    said.isApart = before?.isApart ?? false
    // The page before it may have changed since this page was requested.
    if let end = step.role.end, !isAnswer { said.isApart = frontier(at: end) != .open(step.request) }
    known.summary.count(gap: said.isApart, before: before?.isApart ?? false)
    if retention != .all { heldFacts = HeldFactTable() }
    if retention != .none { heldFacts[place] = said }
  }

  /// Replaces a retained page, and learns what the new page says about the list. Returns whether that place holds a
  /// page.
  mutating func replace(_ page: ListPage, _ facts: PageFacts, at id: PageID) -> Bool {
    guard id.list == number, held.replace(page, as: id.role, at: id.index) else { return false }
    if facts.hasData { known.summary.replace(id, with: facts.errors) }
    learn(facts, ofChangeAt: PagePlace(id))
    return true
  }

  /// The pages that are retained, with another one in the place of one of them; nil if that place holds none.
  func pages(with page: ListPage, at id: PageID) -> PageSnapshot? {
    var pages = held
    return id.list == number && pages.replace(page, as: id.role, at: id.index) ? pages : nil
  }

  /// The places of the pages that are retained.
  var places: HeldPages { held.places(in: number) }

  private func newestLacksData(at end: ListEnd) -> Bool { known[end]?.newestLacksData ?? false }

  // MARK: Ends

  /// A refused request tells that the list ends here.
  mutating func close(_ end: ListEnd, in doubt: ListDoubts = []) {
    known[end]?.frontier = .closed
    known.summary.pageDoubts.formUnion(doubt)
  }

  private mutating func learn(_ facts: PageFacts, from step: PageStep) {
    guard facts.hasData else {
      if let end = step.role.end { known[end]?.newestLacksData = true }
      return
    }
    answered.insert(step.request.fingerprint)
    (restartsIfRefused, mayHaveMoved) = (false, false)
    // A page in the middle knows only its own far end. What a next page says about the pages before it is ignored.
    if step.role != .previous { learn(facts.next, at: .next, from: step.request) }
    if step.role != .next { learn(facts.previous, at: .previous, from: step.request) }
  }

  private mutating func learn(_ frontier: Frontier, at end: ListEnd, from request: ListRequest) {
    let frontier = checked(frontier, after: request.fingerprint)
    known[end] = KnownEnd(frontier: frontier, pageCount: pageCount(at: end))
  }

  /// Refuses a request that the list has already made.
  ///
  /// - Parameter asked: the fingerprint of the request that led to the page.
  private func checked(_ frontier: Frontier, after asked: UInt64) -> Frontier {
    guard case .open(let further) = frontier else { return frontier }
    let fingerprint = further.fingerprint
    if fingerprint == asked { return .broken(.cursorStuck) }
    return answered.contains(fingerprint) ? .broken(.cursorCycle) : frontier
  }

  /// Learns what a page says that replaced another page.
  ///
  /// The outermost page at an end says how the list continues there. A page with others beyond it may now lead
  /// elsewhere. Those pages were requested with what it said before, and no request can repair that.
  private mutating func learn(_ facts: PageFacts, ofChangeAt place: PagePlace) {
    guard facts.hasData, let before = heldFacts[place], before.hasData else { return }
    var said = HeldFacts(facts, asked: before.asked)
    said.isApart = before.isApart
    heldFacts[place] = said
    known.summary.count(facts, inPlaceOf: before)
    for end in ListEnd.allCases where place.isToward(end) && said[end] != before[end] {
      if place == outermost(at: end) {
        let frontier = checked(facts[end], after: before.asked)
        known[end]?.frontier = frontier
        known.summary.trail = facts.trail
      }
      guard var beyond = heldFacts[place.beyond(end)] else { continue }
      known.summary.count(gap: said[end] != .open(beyond.asked), before: beyond.isApart)
      beyond.isApart = said[end] != .open(beyond.asked)
      heldFacts[place.beyond(end)] = beyond
    }
  }

  /// The place of the outermost page with data at an end.
  private func outermost(at end: ListEnd) -> PagePlace {
    PagePlace(toward: end, distance: pageCount(at: end) - (newestLacksData(at: end) ? 1 : 0))
  }

  // MARK: Going back

  /// The list as it is now without its pages, for `position` and for `goBack`.
  var outline: ByReference<ListOutline> {
    var outline = known
    outline.answeredCount = answered.count
    return ByReference(outline)
  }

  /// The list as it is now, for `goBack`.
  ///
  /// - Parameter outline: the list as it is now without its pages.
  func checkpoint(_ outline: ByReference<ListOutline>) -> ListCheckpoint {
    ListCheckpoint(held: held, heldFacts: heldFacts, outline: outline)
  }

  /// Returns the list to its state before the answers to some requests came in.
  mutating func goBack(to checkpoint: ListCheckpoint) {
    (held, heldFacts, known) = (checkpoint.held, checkpoint.heldFacts, checkpoint.outline.value)
    answered.forgetAll(after: known.answeredCount)
    if case .open(let request)? = known.next?.frontier { willSend(request) }
  }

  // MARK: Position

  /// How far the list had come.
  ///
  /// - Parameter known: how many of the fingerprints are left out.
  func position(_ outline: ListOutline, without known: Int = 0) -> ListPosition {
    guard outline.summary.pagesLoaded > 0, let next = outline.next else { return .beginning }
    // Pages with only errors will be requested again.
    let lacking = ListEnd.allCases.filter { outline[$0]?.newestLacksData ?? false }
    let partialData = lacking.reduce(outline.summary.partialData) { counts, end in
      let id = PageID(list: number, role: end.role, index: (outline[end]?.pageCount ?? 0) - 1)
      return counts.flatMap { .replacing(id, with: nil, in: $0) }
    }
    var position = ListPosition(
      next: next.frontier, previous: outline.previous?.frontier, pageCount: outline.summary.pagesLoaded - lacking.count,
      itemCount: outline.summary.itemsLoaded, gapCount: outline.summary.gapCount,
      fingerprints: Array(answered.fingerprints.prefix(outline.answeredCount).dropFirst(known)),
      partialData: partialData, trail: outline.summary.trail)
    position.totals = outline.summary.drift.totals
    position.omittedCount = outline.summary.omittedCount
    position.doubts = outline.summary.pageDoubts
    position.beginsInMiddle = outline.summary.beginsInMiddle
    return position
  }

  /// How far the list had come, for a reader that has the fingerprints up to a mark.
  func positionStep(_ outline: ListOutline, after mark: FingerprintMark?) -> PositionStep {
    var reached = FingerprintMark(list: number, losses: answered.lossCount, count: outline.answeredCount)
    let known = mark.flatMap { $0.leads(to: reached) ? $0.count : nil }
    let position = position(outline, without: known ?? 0)
    reached.count = (known ?? 0) + position.fingerprints.count
    return PositionStep(position: position, continues: known != nil, mark: reached)
  }
}

/// A moment to which a list can go back. It is cheap to keep.
struct ListCheckpoint: Sendable {
  let held: PageSnapshot
  let heldFacts: HeldFactTable
  let outline: ByReference<ListOutline>
}

/// What a list is at one moment, except for its pages and the requests that led to it.
struct ListOutline: Sendable {
  var summary = PageListSummary()
  var next: KnownEnd?
  var previous: KnownEnd?
  /// How many requests were answered; kept in checkpoints only.
  var answeredCount = 0

  subscript(end: ListEnd) -> KnownEnd? {
    get {
      switch end {
      case .next: next
      case .previous: previous
      }
    }
    set {
      switch end {
      case .next: next = newValue
      case .previous: previous = newValue
      }
    }
  }
}

/// What is known of one end of a list.
struct KnownEnd: Sendable {
  var frontier: Frontier
  /// How many pages were added at this end.
  var pageCount = 0
  /// The newest page at this end has only errors; the next page replaces it.
  var newestLacksData = false
}
