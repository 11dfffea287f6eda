/// What a pager holds and what it is doing: a pure value that turns events into a new state and actions.
///
/// It knows no clock, lock, task or network. Each method is one event; it adds the actions that the engine has to run,
/// in order, to those of the caller. At most one operation is under way; an event of an operation or a load that was
/// superseded has no effect.
public struct PagerState: Sendable {
  let initialRequest: ListRequest
  /// The end toward which the first page is requested.
  let opening: ListEnd
  /// What an operation retains by default.
  private let defaultRetention: PageRetention
  /// What the newest operation retains.
  private(set) var retention: PageRetention

  var list = PageList(number: 0)
  var active: ActiveOperation?
  /// The newest state of the list, if subscribers have not got it.
  var unpublished: UnpublishedPages?
  /// What a new subscriber gets first: the newest state of the list, or why there is no page yet.
  public internal(set) var current: PagerUpdate?
  var subscribers = Subscribers()
  /// The end of the newest load of a first page, if the load failed and there is no page with data.
  private var failedBeginning: ByReference<OperationEnd>?
  var unseen = UnseenPages()
  var unfinished = UnfinishedPages()
  /// How often the pager was reset.
  public private(set) var generation: UInt64 = 0
  private var lastLoad: UInt64 = 0
  private var lastUpdate: UInt64 = 0

  /// Not inlined: a state is large, and a caller's stack may be small.
  ///
  /// - Parameter position: where the list continues; nil: it begins.
  @inline(never)
  public init(
    initialRequest: ListRequest, toward opening: ListEnd = .next, retention: PageRetention,
    resumingAt position: ListPosition? = nil
  ) {
    self.initialRequest = initialRequest
    self.opening = opening
    self.retention = retention
    defaultRetention = retention
    if let position { _ = resume(at: position) }
  }

  // MARK: Questions

  /// Whether there is more beyond an end of the list.
  public func canLoad(_ end: ListEnd) -> Bool {
    switch frontier(at: end) {
    case .open, .unresolved: true
    case .closed, .broken, nil: false
    }
  }

  /// What lies beyond an end of the list; nil before the first page with data.
  public func frontier(at end: ListEnd) -> Frontier? {
    let frontier = list.frontier(at: end)
    guard active == nil, list.hasLostPlace, case .open? = frontier else { return frontier }
    return .broken(.movedOn)
  }

  /// The failure of the newest load of the first page; nil if it was cancelled, or if there is a page with data.
  public var firstLoadFailure: OperationEnd? { list.hasData ? nil : failedBeginning?.value }

  /// The places of the pages that are retained.
  public var places: HeldPages { list.places }

  /// How many pages are retained.
  public var pagesHeld: Int { list.held.count }

  /// What the operation under way asks for; nil when there is none.
  public var loading: OperationKind? { active?.kind }

  /// Whether a load is under way: its page is still wanted.
  public func isLoading(_ load: LoadID) -> Bool { active?.phase.load == load }

  /// What is known of the list, retained or not.
  public var summary: PageListSummary { list.summary }

  /// How far the slowest subscriber has come: what it has finished with, without the updates that wait for it. Without
  /// subscribers it is everything loaded.
  public var finishedPosition: ListPosition { list.position((unfinished.before ?? list.outline).value) }

  /// The same for a reader that has the fingerprints up to a mark: what it costs does not grow with the list.
  public func finishedPosition(after mark: FingerprintMark?) -> PositionStep {
    list.positionStep((unfinished.before ?? list.outline).value, after: mark)
  }

  // MARK: Operations

  /// Begins an operation, or says why not. A fetch and a walk supersede the operation under way.
  ///
  /// - Parameters:
  ///   - retention: what this operation retains; nil: what the pager retains. The pages held stay until its first page
  ///     arrives.
  ///   - reader: a new subscriber that gets the pages of this operation, and nothing before or after.
  ///   - readsFailedPages: whether it also gets a page that has errors in place of the list.
  public mutating func start(
    _ operation: OperationID, _ kind: OperationKind, retaining retention: PageRetention? = nil,
    reader: SubscriberID? = nil, readsFailedPages: Bool = true, into actions: inout [PagerAction]
  ) throws(Refusal) {
    let call = Call(
      operation: operation, kind: kind, retention: retention ?? defaultRetention, reader: reader,
      readsFailedPages: readsFailedPages)
    switch kind {
    case .fetch:
      restart(call, into: &actions)
    case .load(let end):
      guard active == nil else { throw .usage(.loadInProgress) }
      begin(call, try list.step(at: end), into: &actions)
    case .loadAll(let walk):
      if walk.fromInitialPage ?? !isWaitingToResume { return restart(call, into: &actions) }
      // This looks at the list as it will be after the operation under way has ended.
      let step = try ended().list.nextStep()
      supersede(into: &actions)
      guard let step else { return endAtOnce(operation, walk, into: &actions) }
      begin(call, step, into: &actions)
    }
  }

  /// Ends an operation with `cancelled`. Its pages stay, and subscribers get the pages that they have not seen.
  public mutating func cancel(_ operation: OperationID, into actions: inout [PagerAction]) {
    guard active?.operation == operation else { return }
    abortLoad(into: &actions)
    publishUnpublished(into: &actions)
    finish(.usage(.cancelled), into: &actions)
  }

  /// Forgets all pages and ends the operation under way. Subscribers stay and get no update.
  public mutating func reset(into actions: inout [PagerAction]) {
    supersede(into: &actions)
    list = PageList(number: list.number + 1)
    unseen = UnseenPages()
    unfinished = UnfinishedPages()
    unpublished = nil
    current = nil
    failedBeginning = nil
    generation += 1
  }

  /// Whether the list was resumed and holds no page yet.
  private var isWaitingToResume: Bool { list.isResumed && list.held.count == 0 }

  /// Lets a list continue from a position. Returns whether it could, that is, whether nothing has been loaded or is
  /// under way. Not inlined, like `init`.
  @inline(never)
  public mutating func resume(at position: ListPosition) -> Bool {
    guard active == nil, !list.hasData, list.summary.pagesLoaded == 0 else { return false }
    list = PageList(number: list.number, resumingAt: position, orWith: initialRequest, toward: opening)
    return true
  }

  /// The number of the page under way, from 1 and in the order of loading; nil while there is none.
  var numberOfLoadedPage: Int? {
    guard case .loading(_, let step) = active?.phase else { return nil }
    return step.role == .initial ? 1 : list.summary.pagesLoaded + 1
  }

  /// An operation that is to begin.
  private struct Call {
    let operation: OperationID
    let kind: OperationKind
    let retention: PageRetention
    let reader: SubscriberID?
    let readsFailedPages: Bool
  }

  private mutating func restart(_ call: Call, into actions: inout [PagerAction]) {
    supersede(into: &actions)
    begin(call, PageStep(request: initialRequest, role: .initial), into: &actions)
  }

  private mutating func begin(_ call: Call, _ step: PageStep, into actions: inout [PagerAction]) {
    retention = call.retention
    subscribers.beginOperation()
    unfinished.begin(goesOn: step.role != .initial, subscribers)
    if let reader = call.reader { subscribers.add(reader, Backlog(isReader: true)) }
    active = ActiveOperation(
      operation: call.operation, kind: call.kind, reader: call.reader, readsFailedPages: call.readsFailedPages)
    send(step, into: &actions)
  }

  /// Asks for a page.
  ///
  /// - Parameter place: where among the actions; nil: after them.
  mutating func send(_ step: PageStep, at place: Int? = nil, into actions: inout [PagerAction]) {
    lastLoad += 1
    let load = LoadID(lastLoad)
    list.willSend(step.request)
    active?.phase = .loading(load, step)
    actions.insert(.send(load, step.request), at: place ?? actions.endIndex)
  }

  /// A walk over a list that is complete: it shows what has not been shown yet.
  private mutating func endAtOnce(_ operation: OperationID, _ walk: Walk, into actions: inout [PagerAction]) {
    publishUnpublished(into: &actions)
    guard list.summary.gapCount > 0 else { return actions.append(.finish(operation, completeEnd(of: walk))) }
    publish(.incomplete(.pagesChanged), list.held, into: &actions)
    actions.append(.finish(operation, .incomplete(.pagesChanged)))
  }

  /// How a walk ends at the end of a list without gaps.
  func completeEnd(of walk: Walk) -> OperationEnd {
    if walk.requiresTotal || (walk.isStrict && walk.comparesTotal), let shortfall = summary.shortfall {
      return .fewerThanTotal(shortfall)
    }
    if walk.reportsErrors, let partialData = summary.partialData { return .partialData(partialData) }
    let doubts = summary.doubts(comparesTotal: walk.comparesTotal)
    return walk.isStrict && !doubts.isEmpty ? .inDoubt(doubts) : .success
  }

  mutating func nextUpdate(_ event: PagerEvent, _ pages: PageSnapshot) -> PagerUpdate {
    lastUpdate += 1
    return PagerUpdate(id: UpdateID(lastUpdate), generation: generation, pages: pages, event: event)
  }

  /// Ends the operation under way in favour of another operation.
  private mutating func supersede(into actions: inout [PagerAction]) {
    guard active != nil else { return }
    abortLoad(into: &actions)
    finish(.usage(.cancelled), into: &actions)
  }

  /// The state without what is under way.
  private func ended() -> PagerState {
    var (state, actions) = (self, [PagerAction]())
    state.supersede(into: &actions)
    return state
  }

  private func abortLoad(into actions: inout [PagerAction]) {
    switch active?.phase {
    case .loading(let load, _): actions.append(.abort(load))
    // The answer to the load is on its way.
    case .reading(let load, let placed) where !placed.isFinal: actions.append(.abort(load))
    case .reading, .heldBack, nil: break
    }
  }

  mutating func finish(_ end: OperationEnd, into actions: inout [PagerAction]) {
    guard let ended = active.take() else { return }
    failedBeginning = list.hasData || !end.isFailure ? nil : ByReference(end)
    unfinished.end()
    retire(ended.reader, end)
    goBackToUnseenPages()
    // A pager that rests keeps no room for them.
    unseen.rest()
    unfinished.rest()
    actions.append(.finish(ended.operation, end))
  }

  /// Goes back to before the pages that no subscriber was handed, unless one still waits for them.
  mutating func goBackToUnseenPages() {
    guard active == nil, let first = unseen.first, !subscribers.await(first) else { return }
    guard let before = unseen.takeAll() else { return }
    unfinished.goBack(to: first)
    list.goBack(to: before.list)
    unpublished = nil
    current = before.current
  }
}
