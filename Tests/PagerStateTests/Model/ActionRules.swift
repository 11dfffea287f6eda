import PagerState

/// The rules that hold for the actions of any pager, whatever the order of events; it knows nothing of pages or ends.
struct ActionRules {
  private(set) var violations: [String] = []
  private(set) var counts = Counts()
  private(set) var newestLoad: UInt64 = 0

  private var unfinished: Set<OperationID> = []
  private var walk: OperationID?
  private var inFlight: LoadID?
  /// What each subscriber has not finished with: whether it holds the operation under way back.
  private var backlogs: [SubscriberID: [Bool]] = [:]
  /// Those among them that read one operation.
  private var readers: [OperationID: SubscriberID] = [:]

  /// How often what happened. A run in which something never happens tests nothing.
  struct Counts {
    var started = 0
    var finished = 0
    var sent = 0
    var answered = 0
    var aborted = 0
    var published = 0
    var heldBack = 0
    var refused = 0
    var ignored = 0
    var ahead = 0
    var putOff = 0
  }

  mutating func refuse() {
    counts.refused += 1
  }

  /// Takes in an event that was accepted, and what it brought.
  mutating func observe(
    _ event: RandomEvent, _ actions: [PagerAction], in state: PagerState
  ) {
    var isStart = false
    switch event {
    case .start(let operation, let kind, _):
      isStart = true
      counts.started += 1
      unfinished.insert(operation)
      if case .loadAll = kind { walk = operation }
    case .receive(let load, _, _), .fail(let load): answer(load, actions)
    case .receiveAhead(let load, _, _):
      if load == inFlight { counts.ahead += 1 }
      require(load == inFlight || actions.isEmpty, "a page ahead of an answer that was not waited for had an effect")
    case .subscribe(let subscriber): backlogs[subscriber] = []
    case .unsubscribe(let subscriber), .release(_, let subscriber): backlogs[subscriber] = nil
    case .consumed(let subscriber): backlogs[subscriber] = backlogs[subscriber].map { Array($0.dropFirst()) }
    case .cancel, .reset, .handOut, .replace: break
    }
    let sends = actions.contains { if case .send = $0 { true } else { false } }
    // Updates that were told before an operation began do not hold it back.
    if isStart && sends { backlogs = backlogs.mapValues { $0.map { _ in false } } }
    for action in actions { observe(action, of: event, in: state) }
    if case .start(let operation, _, let reader?) = event, unfinished.contains(operation) {
      backlogs[reader] = []
      readers[operation] = reader
    }

    require(!sends || isStart || areAllClose, "a walk ran ahead of a subscriber")
    require(unfinished.count <= 1, "two operations at a time")
    // Nothing is forgotten: what is under way either waits for an answer, or for a subscriber.
    if let operation = unfinished.first, inFlight == nil {
      counts.heldBack += 1
      require(operation == walk && !areAllClose, "operation \(operation.number) waits for nothing")
    }
  }

  private var areAllClose: Bool { backlogs.values.allSatisfy { $0.count { $0 } <= 1 } }

  private mutating func answer(_ load: LoadID, _ actions: [PagerAction]) {
    guard load == inFlight else {
      counts.ignored += 1
      require(actions.isEmpty, "an answer that was not waited for had an effect")
      return
    }
    inFlight = nil
    counts.answered += 1
  }

  private mutating func observe(
    _ action: PagerAction, of event: RandomEvent, in state: PagerState
  ) {
    switch action {
    case .send(let load, _):
      require(inFlight == nil, "two requests at a time")
      require(load.number > newestLoad, "a load's number was used before")
      (inFlight, newestLoad) = (load, load.number)
      counts.sent += 1
    case .abort(let load):
      require(inFlight == load, "an abort of a request that is not in flight")
      inFlight = nil
      counts.aborted += 1
    case .publish(let update):
      var holdsBack = true
      if case .page(let change) = update.event { holdsBack = change.source == .server }
      for subscriber in backlogs.keys where state.hasTold(subscriber, of: update.id) {
        backlogs[subscriber]?.append(holdsBack)
      }
      counts.published += 1
    case .replay(let subscriber, _):
      var isNew = false
      if case .subscribe = event { isNew = true }
      if !isNew { counts.putOff += 1 }
      backlogs[subscriber]?.append(isNew)
    case .finish(let operation, _):
      require(unfinished.remove(operation) != nil, "operation \(operation.number) ended twice, or never began")
      counts.finished += 1
      // What a reader has not finished with when its operation has ended holds nothing back.
      if let reader = readers.removeValue(forKey: operation) { backlogs[reader] = nil }
    }
  }

  private mutating func require(_ condition: Bool, _ violation: String) {
    if !condition { violations.append(violation) }
  }
}
