import PagerState

/// A pager written a second time, as plainly as it goes: one function an event, texts instead of values.
///
/// It returns what a timeline would show, and a random test compares it with the state.
struct ModelPager {
  let retention: PageRetention
  private(set) var list = ModelList()
  private(set) var running: Running?

  private var lastLoad: UInt64 = 0
  private var lastUpdate = 0
  private var backlogs: [SubscriberID: [Told]] = [:]
  /// The readers of operations, and whether they are told of pages now.
  private var readers: [SubscriberID: Bool] = [:]
  /// Whole copies of what was before pages that were shown to subscribers, none of whom has been handed them.
  private var unseen: [(update: Int, before: Before)] = []
  private var beforeUnshown: Before?
  /// What a late subscriber is told first, and the number of that update.
  private var current: (text: String, update: Int)?
  /// The newest page that subscribers have not been told of.
  private var unshown: (name: String, role: String, isCached: Bool)?
  /// The list as they were told of it.
  private var shown = ModelList()

  private typealias Call = (operation: OperationID, kind: OperationKind, reader: SubscriberID?)
  private typealias Before = (list: ModelList, current: (text: String, update: Int)?)

  /// What a subscriber was told of and has not finished with.
  private struct Told {
    let update: Int
    var isHandedOut = false
    var holdsBack = true
    /// The place of the page whose change it tells, and whether that has changed again since.
    var place: ModelList.Place?
    var isOutdated = false

    var letGo: Told {
      var told = self
      told.holdsBack = false
      return told
    }

    var upToDate: Told {
      var told = self
      told.isOutdated = false
      return told
    }
  }

  struct Running {
    let operation: OperationID
    let kind: OperationKind
    let reader: SubscriberID?
    var load = LoadID(0)
    var request = ""
    var end: ListEnd?
    /// Whether it is a walk that waits for its subscribers.
    var isWaiting = false
    /// The items of the page that came ahead of the answer.
    var itemsAhead: Int?
    var pages = 0
    var items = 0
    /// The subscribers at the beginning, and whether they were told of a page.
    var audience: [SubscriberID: Bool]
    var hasLostAudience = false
  }

  init(retention: PageRetention) {
    self.retention = retention
  }

  /// What waits for an answer.
  var inFlight: (load: LoadID, request: String)? {
    running.flatMap { !$0.isWaiting ? ($0.load, $0.request) : nil }
  }

  mutating func play(_ event: RandomEvent) -> String {
    let steps: [String] =
      switch event {
      case .start(let operation, let kind, let reader): start((operation, kind, reader))
      case .cancel(let operation): cancel(operation)
      case .release(let operation, let reader): cancel(operation) + unsubscribe(reader)
      case .reset: reset()
      case .receive(let load, let page, let facts): inFlight?.load == load ? receive(page, facts) : []
      case .receiveAhead(let load, let page, let facts):
        inFlight?.load == load ? receiveAhead(page, facts) : []
      case .fail(let load):
        inFlight?.load == load ? showing() + publishing("offline with", list.held(retention)) + ending("offline") : []
      case .subscribe(let subscriber): subscribe(subscriber)
      case .unsubscribe(let subscriber): unsubscribe(subscriber)
      case .handOut(let subscriber): handOut(subscriber)
      case .consumed(let subscriber): consumed(subscriber)
      case .replace(let name, let page, let facts): replace(name, page, facts)
      }
    return steps.joined(separator: "; ")
  }

  // MARK: Calls

  private mutating func start(_ call: Call) -> [String] {
    switch call.kind {
    case .fetch: restart(call)
    case .load(let end): load(call, end)
    case .loadAll(let walk): walk.fromInitialPage ?? true ? restart(call) : goOn(call)
    }
  }

  private mutating func cancel(_ operation: OperationID) -> [String] {
    running?.operation == operation ? aborting() + showing() + ending("cancelled") : []
  }

  private mutating func restart(_ call: Call) -> [String] {
    superseding() + beginning(call, firstRequest, nil)
  }

  private mutating func load(_ call: Call, _ end: ListEnd) -> [String] {
    if running != nil { return ["refused: loadInProgress"] }
    switch list.frontiers[end] {
    case .open(let request): return beginning(call, request.word, list.pageCount == 0 ? nil : end)
    case .closed: return ["refused: pageHasNoMoreContent"]
    case .unresolved: return ["refused: noQuery"]
    case .broken(let reason): return ["refused: \(reason)"]
    case nil: return ["refused: missingInitialPage"]
    }
  }

  /// A walk that begins with the pages held.
  private mutating func goOn(_ call: Call) -> [String] {
    var later = self
    _ = later.superseding()
    if !later.list.hasData { return ["refused: missingInitialPage"] }
    switch later.list.openEnd {
    case nil:
      let steps = superseding() + showing()
      let end = list.gapCount > 0 ? "pagesChanged" : "success"
      let told = list.gapCount > 0 ? publishing("pagesChanged with", list.held(retention)) : []
      return steps + told + ["finish \(call.operation.number) \(end)"]
    case (let end, .open(let request))?:
      let isFirst = later.list.pageCount == 0
      return superseding() + beginning(call, request.word, isFirst ? nil : end)
    case (_, .broken(let reason))?: return ["refused: \(reason)"]
    default: return ["refused: noQuery"]
    }
  }

  private mutating func reset() -> [String] {
    let steps = superseding()
    (list, current, unshown, unseen, beforeUnshown) = (list.empty(), nil, nil, [], nil)
    shown = list
    return steps
  }

  // MARK: Answers

  private mutating func receive(_ page: TestPage, _ facts: PageFacts) -> [String] {
    guard let running else { return [] }
    let role = running.end.map { "\($0)" } ?? "initial"
    if !facts.hasData, list.hasData, running.end == nil || retention != .all || running.itemsAhead != nil {
      let shown = running.end == nil ? "[(\(page.name))]" : "[\(page.name)]"
      let before = showing()
      openReader()
      return before + telling("\(role) \(page.name) in \(shown)") + ending("without data: \(page.name)")
    }
    take(page, facts, isCached: false)
    self.running?.itemsAhead = nil
    guard facts.hasData else { return showing() + ending("without data: \(page.name)") }
    guard !facts.endsOperation else { return showing() + ending("with errors: \(page.name)") }
    switch running.kind {
    case .fetch: return showing() + endingLoad(at: [.next, .previous])
    case .load(let end): return showing() + endingLoad(at: [end])
    case .loadAll(let walk): return goOn(walk)
    }
  }

  private mutating func receiveAhead(_ page: TestPage, _ facts: PageFacts) -> [String] {
    guard let running, facts.hasData else { return [] }
    take(page, facts, isCached: true)
    self.running?.itemsAhead = facts.itemCount
    if case .loadAll(let walk) = running.kind, !walk.emitsEachPage { return [] }
    return showing(holdsBack: false)
  }

  private mutating func take(_ page: TestPage, _ facts: PageFacts, isCached: Bool) {
    guard let running else { return }
    openReader()
    if running.itemsAhead == nil {
      if running.end == nil { (unseen, beforeUnshown) = ([], nil) }
      if retention != .all, beforeUnshown == nil {
        beforeUnshown = running.end == nil ? (.beginning(with: running.request), nil) : (list, current)
      }
      self.running?.pages += 1
    }
    list.take(page, at: running.end, answering: running.request, facts, inPlaceOf: running.itemsAhead)
    unshown = (page.name, running.end.map { "\($0)" } ?? "initial", isCached)
    self.running?.items += facts.itemCount - (running.itemsAhead ?? 0)
  }

  private mutating func endingLoad(at ends: [ListEnd]) -> [String] {
    for end in ends {
      if case .broken(let reason) = list.frontiers[end] { return endingIncomplete(reason) }
    }
    return ending("success")
  }

  private mutating func goOn(_ walk: Walk) -> [String] {
    switch list.openEnd {
    case nil: return showing() + (list.gapCount > 0 ? endingIncomplete(.pagesChanged) : ending("success"))
    case (_, .broken(let reason))?: return showing() + endingIncomplete(reason)
    case (_, .open)?:
      let loaded = (pages: running?.pages ?? 0, items: running?.items ?? 0)
      if loaded.pages >= walk.maximumPages ?? .max || loaded.items >= walk.maximumItems ?? .max {
        return showing() + endingIncomplete(.pageLimit)
      }
      let shown = walk.emitsEachPage ? showing() : []
      running?.isWaiting = true
      return continuing() + shown
    default: return showing() + ending("noQuery")
    }
  }

  // MARK: Subscribers

  private mutating func subscribe(_ subscriber: SubscriberID) -> [String] {
    backlogs[subscriber] = current.map { [Told(update: $0.update)] } ?? []
    return current.map { ["replay \(subscriber.number): \($0.text)"] } ?? []
  }

  private mutating func unsubscribe(_ subscriber: SubscriberID) -> [String] {
    guard backlogs.removeValue(forKey: subscriber) != nil else { return [] }
    readers[subscriber] = nil
    if running?.audience.removeValue(forKey: subscriber) == true { running?.hasLostAudience = true }
    goBack()
    return continuing()
  }

  private mutating func handOut(_ subscriber: SubscriberID) -> [String] {
    guard let told = backlogs[subscriber]?.first, !told.isHandedOut else { return [] }
    backlogs[subscriber]?[0].isHandedOut = true
    unseen.removeAll { $0.update <= told.update }
    guard told.isOutdated, let place = told.place, list.name(at: place) != nil, let name = shown.name(at: place) else {
      return []
    }
    lastUpdate += 1
    backlogs[subscriber]?.append(Told(update: lastUpdate, holdsBack: false, place: place))
    return ["replay \(subscriber.number): \(place.role) \(name) from cache in \(shown.carried(retention))"]
  }

  private mutating func consumed(_ subscriber: SubscriberID) -> [String] {
    guard backlogs[subscriber]?.isEmpty == false else { return [] }
    let later = handOut(subscriber)
    backlogs[subscriber]?.removeFirst()
    forgetReader(subscriber)
    return continuing() + later
  }

  private mutating func replace(
    _ name: String, _ page: TestPage, _ facts: PageFacts?
  ) -> [String] {
    guard let place = list.place(of: name), list.rename(place, to: page.name) else { return [] }
    if let facts, facts.hasData {
      list.change(place, to: facts)
      if let running, let items = running.itemsAhead, place.end == running.end, place == list.newestPlace(at: place.end)
      {
        self.running?.itemsAhead = facts.itemCount
        self.running?.items += facts.itemCount - items
      }
    }
    if unshown?.name == name { unshown?.name = page.name }
    if unshown == nil { shown = list } else if !shown.rename(place, to: page.name) { return [] }
    lastUpdate += 1
    let update = "\(place.role) \(page.name) from cache in \(shown.carried(retention))"
    current = (update, lastUpdate)
    let subscribers = backlogs.keys.filter { readers[$0] == nil }
    var isTold = subscribers.isEmpty
    for subscriber in subscribers {
      if let index = backlogs[subscriber]?.firstIndex(where: { $0.place == place && !$0.isHandedOut }) {
        backlogs[subscriber]?[index].isOutdated = true
      } else {
        backlogs[subscriber]?.append(Told(update: lastUpdate, holdsBack: false, place: place))
        isTold = true
      }
    }
    return isTold ? ["publish \(update)"] : []
  }

  // MARK: Readers

  /// The first page of an operation is here: its reader is told of it and of those that follow.
  private mutating func openReader() {
    guard let reader = running?.reader, readers[reader] == false else { return }
    readers[reader] = true
    running?.audience[reader] = false
  }

  private mutating func closeReader(_ reader: SubscriberID, _ end: String) {
    if end == "cancelled" {
      (backlogs[reader], readers[reader]) = (nil, nil)
    } else if readers[reader] != nil {
      readers[reader] = false
      forgetReader(reader)
    }
  }

  private mutating func forgetReader(_ reader: SubscriberID) {
    if readers[reader] == false, backlogs[reader]?.isEmpty == true { (backlogs[reader], readers[reader]) = (nil, nil) }
  }

  // MARK: Steps

  private mutating func beginning(_ call: Call, _ request: String, _ end: ListEnd?) -> [String] {
    backlogs = backlogs.mapValues { $0.map(\.letGo) }
    let audience = backlogs.filter { readers[$0.key] == nil }.mapValues { _ in false }
    running = Running(operation: call.operation, kind: call.kind, reader: call.reader, audience: audience)
    if let reader = call.reader { (backlogs[reader], readers[reader]) = ([], false) }
    return sending(request, end)
  }

  private mutating func continuing() -> [String] {
    guard let running, running.isWaiting, case .loadAll(let walk) = running.kind,
      backlogs.values.allSatisfy({ $0.count { $0.holdsBack } < 2 })
    else { return [] }
    self.running?.isWaiting = false
    guard case (let end, .open(let request))? = list.openEnd else { return goOn(walk) }
    return sending(request.word, end)
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
    if let reader = ended.reader { closeReader(reader, end) }
    goBack()
    return ["finish \(ended.operation.number) \(end)"]
  }

  private mutating func endingIncomplete(_ reason: IncompleteReason) -> [String] {
    publishing("\(reason) with", list.held(retention)) + ending("\(reason)")
  }

  private mutating func showing(holdsBack: Bool = true) -> [String] {
    guard let page = unshown else { return [] }
    let update = "\(page.role) \(page.name) \(page.isCached ? "from cache in" : "in") \(list.carried(retention))"
    (unshown, shown) = (nil, list)
    let isAwaited = running == nil ? backlogs.keys.contains { readers[$0] == nil } : running?.audience.isEmpty == false
    if let before = beforeUnshown, isAwaited || (unseen.isEmpty && running?.hasLostAudience == true) {
      unseen.append((lastUpdate + 1, before))
    }
    beforeUnshown = nil
    let told = running?.audience.mapValues { _ in true }
    running?.audience = told ?? [:]
    current = retention == .none ? nil : (update, lastUpdate + 1)
    // A subscriber that waits for a change of this page will be told of no later one.
    let place = list.place(of: page.name)
    backlogs = backlogs.mapValues { $0.map { $0.place == place ? $0.upToDate : $0 } }
    return telling(update, holdsBack: holdsBack)
  }

  private mutating func publishing(_ event: String, _ pages: String) -> [String] {
    let steps = telling("\(event) \(pages)", toReaders: false)
    if list.pageCount == 0 { current = ("\(event) \(pages)", lastUpdate) }
    return steps
  }

  private mutating func telling(_ update: String, holdsBack: Bool = true, toReaders: Bool = true) -> [String] {
    lastUpdate += 1
    for subscriber in backlogs.keys where readers[subscriber].map({ $0 && toReaders }) ?? true {
      backlogs[subscriber]?.append(Told(update: lastUpdate, holdsBack: holdsBack))
    }
    return ["publish \(update)"]
  }

  /// Makes the list what it was before the pages that no subscriber was handed, unless one will be.
  private mutating func goBack() {
    guard running == nil, let first = unseen.first else { return }
    for told in backlogs.values.joined() where !told.isHandedOut && told.update >= first.update { return }
    (list, current) = (first.before.list, first.before.current)
    (unshown, unseen, beforeUnshown, shown) = (nil, [], nil, first.before.list)
  }
}
