import PagerState

/// A pager written a second time, as plainly as it goes: one function an event, texts instead of values.
///
/// It returns what a timeline would show, and a random test compares it with the state.
struct ModelPager {
  let retention: PageRetention
  private(set) var list = ModelList()
  private(set) var running: Running?

  private var lastLoad: UInt64 = 0
  private var backlogs: [SubscriberID: Int] = [:]
  private var current: String?
  /// The update that shows what subscribers have not seen yet.
  private var unshown: String?

  struct Running {
    let operation: OperationID
    let kind: OperationKind
    var load = LoadID(0)
    var request = ""
    var end: ListEnd?
    /// The next request of a walk that waits for its subscribers.
    var waiting: (request: String, end: ListEnd)?
    var pages = 0
    var items = 0
  }

  init(retention: PageRetention) {
    self.retention = retention
  }

  /// What waits for an answer.
  var inFlight: (load: LoadID, request: String)? {
    running.flatMap { $0.waiting == nil ? ($0.load, $0.request) : nil }
  }

  mutating func play(_ event: RandomEvent) -> String {
    let steps: [String] =
      switch event {
      case .start(let operation, .fetch): restart(operation, .fetch)
      case .start(let operation, .load(let end)): load(operation, end)
      case .start(let operation, .loadAll(let walk)): loadAll(operation, walk)
      case .cancel(let operation): running?.operation == operation ? aborting() + showing() + ending("cancelled") : []
      case .reset: reset()
      case .receive(let load, let page, let inspection): inFlight?.load == load ? receive(page, inspection) : []
      case .fail(let load):
        inFlight?.load == load ? showing() + publishing("offline with", list.held(retention)) + ending("offline") : []
      case .subscribe(let subscriber): subscribe(subscriber)
      case .unsubscribe(let subscriber): unsubscribe(subscriber)
      case .consumed(let subscriber): consumed(subscriber)
      }
    return steps.joined(separator: "; ")
  }

  // MARK: Calls

  private mutating func restart(_ operation: OperationID, _ kind: OperationKind) -> [String] {
    superseding() + beginning(operation, kind, firstRequest, nil)
  }

  private mutating func load(_ operation: OperationID, _ end: ListEnd) -> [String] {
    if running != nil { return ["refused: loadInProgress"] }
    switch list.turns[end] {
    case .open(let request): return beginning(operation, .load(end), request, end)
    case .closed: return ["refused: pageHasNoMoreContent"]
    case .unresolved: return ["refused: noQuery"]
    case .broken(let reason): return ["refused: \(reason)"]
    case nil: return ["refused: missingInitialPage"]
    }
  }

  private mutating func loadAll(_ operation: OperationID, _ walk: Walk) -> [String] {
    if walk.fromInitialPage { return restart(operation, .loadAll(walk)) }
    if !list.hasData { return ["refused: missingInitialPage"] }
    switch list.openEnd {
    case nil: return ["finish \(operation.number) success"]
    case (let end, .open(let request))?: return superseding() + beginning(operation, .loadAll(walk), request, end)
    case (_, .broken(let reason))?: return ["refused: \(reason)"]
    default: return ["refused: noQuery"]
    }
  }

  private mutating func reset() -> [String] {
    let steps = superseding()
    (list, current, unshown) = (ModelList(), nil, nil)
    return steps
  }

  // MARK: Answers

  private mutating func receive(_ page: TestPage, _ inspection: PageInspection<String>) -> [String] {
    guard let running else { return [] }
    let role = running.end.map { "\($0)" } ?? "initial"
    if !inspection.hasData, list.hasData, running.end == nil || retention != .all {
      let shown = running.end == nil ? "[(\(page.name))]" : "[\(page.name)]"
      return showing() + telling("\(role) \(page.name) in \(shown)") + ending("without data: \(page.name)")
    }
    list.take(page, at: running.end, answering: running.request, inspection)
    unshown = "\(role) \(page.name) in \(list.carried(retention))"
    self.running?.pages += 1
    self.running?.items += inspection.itemCount
    guard inspection.hasData else { return showing() + ending("without data: \(page.name)") }
    switch running.kind {
    case .fetch: return showing() + endingLoad(at: [.next, .previous])
    case .load(let end): return showing() + endingLoad(at: [end])
    case .loadAll(let walk): return goOn(walk)
    }
  }

  private mutating func endingLoad(at ends: [ListEnd]) -> [String] {
    for end in ends {
      if case .broken(let reason) = list.turns[end] { return endingIncomplete(reason) }
    }
    return ending("success")
  }

  private mutating func goOn(_ walk: Walk) -> [String] {
    switch list.openEnd {
    case nil: return showing() + ending("success")
    case (_, .broken(let reason))?: return showing() + endingIncomplete(reason)
    case (let end, .open(let request))?:
      let loaded = (pages: running?.pages ?? 0, items: running?.items ?? 0)
      if loaded.pages >= walk.maximumPages ?? .max || loaded.items >= walk.maximumItems ?? .max {
        return showing() + endingIncomplete(.pageLimit)
      }
      let shown = walk.emitsEachPage ? showing() : []
      running?.waiting = (request, end)
      return continuing() + shown
    default: return showing() + ending("noQuery")
    }
  }

  // MARK: Subscribers

  private mutating func subscribe(_ subscriber: SubscriberID) -> [String] {
    backlogs[subscriber] = current == nil ? 0 : 1
    return current.map { ["replay \(subscriber.number): \($0)"] } ?? []
  }

  private mutating func unsubscribe(_ subscriber: SubscriberID) -> [String] {
    backlogs[subscriber] = nil
    return continuing()
  }

  private mutating func consumed(_ subscriber: SubscriberID) -> [String] {
    if let backlog = backlogs[subscriber] { backlogs[subscriber] = max(0, backlog - 1) }
    return continuing()
  }

  // MARK: Steps

  private mutating func beginning(
    _ operation: OperationID, _ kind: OperationKind, _ request: String, _ end: ListEnd?
  ) -> [String] {
    running = Running(operation: operation, kind: kind)
    return sending(request, end)
  }

  private mutating func continuing() -> [String] {
    guard let waiting = running?.waiting, backlogs.values.allSatisfy({ $0 < 2 }) else { return [] }
    running?.waiting = nil
    return sending(waiting.request, waiting.end)
  }

  private mutating func sending(_ request: String, _ end: ListEnd?) -> [String] {
    lastLoad += 1
    running?.load = LoadID(lastLoad)
    running?.request = request
    running?.end = end
    return ["send #\(lastLoad) \(request)"]
  }

  private mutating func superseding() -> [String] {
    aborting() + ending("cancelled")
  }

  private func aborting() -> [String] {
    inFlight.map { ["abort #\($0.load.number)"] } ?? []
  }

  private mutating func ending(_ end: String) -> [String] {
    guard let ended = running else { return [] }
    running = nil
    return ["finish \(ended.operation.number) \(end)"]
  }

  private mutating func endingIncomplete(_ reason: IncompleteReason) -> [String] {
    publishing("\(reason) with", list.held(retention)) + ending("\(reason)")
  }

  private mutating func showing() -> [String] {
    guard let update = unshown else { return [] }
    unshown = nil
    current = retention == .none ? nil : update
    return telling(update)
  }

  private mutating func publishing(_ event: String, _ pages: String) -> [String] {
    if list.pageCount == 0 { current = "\(event) \(pages)" }
    return telling("\(event) \(pages)")
  }

  private mutating func telling(_ update: String) -> [String] {
    for subscriber in backlogs.keys { backlogs[subscriber]? += 1 }
    return ["publish \(update)"]
  }
}
