/// What a pager holds and what it is doing: a pure value that turns events into a new state and actions.
///
/// It knows no clock, lock, task or network. Each method is one event; it returns the actions that the engine has to run,
/// in order. At most one operation is under way; an event of an operation or a load that was superseded has no effect.
package struct PagerState<Types: PagerTypes>: Sendable {
  package typealias Request = Types.Request
  package typealias Action = PagerAction<Types>
  package typealias Update = PagerUpdate<Types>

  let initialRequest: Request
  let retention: PageRetention

  var list = PageList<Types>()
  var active: ActiveOperation<Types>?
  /// What a new subscriber is told first: the newest state of the list, or why there is no page yet.
  var current: Update?
  /// How many updates each subscriber has been handed and has not finished with.
  var backlogs: [SubscriberID: Int] = [:]
  private var lastLoad: UInt64 = 0

  package init(initialRequest: Request, retention: PageRetention) {
    self.initialRequest = initialRequest
    self.retention = retention
  }

  // MARK: Questions

  /// Whether there is more beyond an end of the list.
  package func canLoad(_ end: ListEnd) -> Bool {
    switch list.turn(at: end) {
    case .open, .unresolved: true
    case .closed, .broken, nil: false
    }
  }

  /// What lies beyond an end of the list; nil before the first page with data.
  package func turn(at end: ListEnd) -> Turn<Request>? { list.turn(at: end) }

  /// How many pages are retained.
  package var pagesHeld: Int { list.held.count }

  /// What the operation under way asks for; nil when there is none.
  package var loading: OperationKind? { active?.kind }

  /// What is known of the list, retained or not.
  package var summary: PageListSummary { list.summary }

  /// The pages as they would be with one more; nil when the load was superseded.
  ///
  /// For functions of a user that read the page info from all pages, before the page is received.
  package func preview(_ page: Types.Page, of load: LoadID) -> PageSnapshot<Types.Page>? {
    guard let active, active.isWaiting(for: load) else { return nil }
    return list.adding(page, as: active.role, retention: retention)
  }

  // MARK: Operations

  /// Begins an operation, or says why not. A fetch and a walk supersede what is under way.
  package mutating func start(_ operation: OperationID, _ kind: OperationKind) throws(Refusal) -> [Action] {
    switch kind {
    case .fetch:
      return restart(operation, kind)
    case .load(let end):
      guard active == nil else { throw .usage(.loadInProgress) }
      let request = try list.request(at: end)
      return begin(operation, kind, request, end.role)
    case .loadAll(let walk):
      if walk.fromInitialPage { return restart(operation, kind) }
      guard let step = try list.nextStep() else { return [.finish(operation, .success)] }
      let unpublished = active?.unpublished
      return supersede() + begin(operation, kind, step.request, step.role, unpublished: unpublished)
    }
  }

  /// Ends an operation with `cancelled`; pages it loaded stay, and subscribers get those they have not seen.
  package mutating func cancel(_ operation: OperationID) -> [Action] {
    guard let active, active.operation == operation else { return [] }
    return abortLoad() + publishUnpublished() + finish(.usage(.cancelled))
  }

  /// Forgets all pages and ends what is under way. Subscribers stay and are not told.
  package mutating func reset() -> [Action] {
    let actions = supersede()
    list = PageList()
    current = nil
    return actions
  }

  private mutating func restart(_ operation: OperationID, _ kind: OperationKind) -> [Action] {
    let unpublished = active?.unpublished
    return supersede() + begin(operation, kind, initialRequest, .initial, unpublished: unpublished)
  }

  private mutating func begin(
    _ operation: OperationID, _ kind: OperationKind, _ request: Request, _ role: PageRole, unpublished: Update? = nil
  ) -> [Action] {
    let load = nextLoad()
    active = ActiveOperation(
      operation: operation, kind: kind, load: load, request: request, role: role, unpublished: unpublished)
    return [.send(load, request)]
  }

  mutating func nextLoad() -> LoadID {
    lastLoad += 1
    return LoadID(lastLoad)
  }

  /// Ends what is under way in favour of something else.
  private mutating func supersede() -> [Action] {
    guard active != nil else { return [] }
    return abortLoad() + finish(.usage(.cancelled))
  }

  private func abortLoad() -> [Action] {
    guard let active, active.heldBack == nil else { return [] }
    return [.abort(active.load)]
  }

  mutating func finish(_ end: OperationEnd<Types>) -> [Action] {
    guard let ended = active else { return [] }
    active = nil
    return [.finish(ended.operation, end)]
  }
}
