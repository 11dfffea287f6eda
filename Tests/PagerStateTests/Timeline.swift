import PagerState
import Testing

/// Plays events against a state and compares the whole history: for each event, the actions that came back, in order.
///
/// - Parameter rows: events, each with its actions, separated by `; `. Empty: the event has no effect. A question's
///   answer stands in the place of actions.
func expectTimeline(
  retaining retention: PageRetention = .all, resumingAt position: ListPosition? = nil,
  _ rows: [(event: Event, actions: String)], sourceLocation: SourceLocation = #_sourceLocation
) {
  var timeline = Timeline(retaining: retention, resumingAt: position)
  let history = rows.map { "\($0.event.name) → \($0.event.play(&timeline))" }
  let expected = rows.map { "\($0.event.name) → \($0.actions)" }
  #expect(history == expected, sourceLocation: sourceLocation)
}

/// A state under test, and which of its requests was sent last.
struct Timeline {
  var state: PagerState
  private(set) var newestLoad = LoadID(0)
  private var receivesAtOnce = false
  /// What each subscriber was told of and has not finished with, in order.
  private var backlogs: [SubscriberID: [UpdateID]] = [:]
  /// The places of the pages that updates told of.
  private(set) var places: [String: PageID] = [:]
  /// What the pages there said of the list.
  private var allFacts: [PageID: PageFacts] = [:]

  init(retaining retention: PageRetention, resumingAt position: ListPosition? = nil) {
    state = PagerState(initialRequest: firstRequest, retention: retention, resumingAt: position)
  }

  /// Notes what was sent, and writes the actions down.
  mutating func record(_ actions: [PagerAction]) -> String {
    for action in actions {
      switch action {
      case .send(let load, _): newestLoad = load
      case .publish(let update):
        for subscriber in backlogs.keys where state.hasTold(subscriber, of: update.id) {
          backlogs[subscriber]?.append(update.id)
        }
        note(update)
      case .replay(let subscriber, let update): backlogs[subscriber]?.append(update.id)
      case .abort, .finish: break
      }
    }
    return actions.map(\.notation).joined(separator: "; ")
  }

  private mutating func note(_ update: PagerUpdate) {
    if case .page(let change) = update.event, let id = change.id { note(change.page, at: id) }
  }

  private mutating func note(_ page: ListPage, at id: PageID) {
    for (name, place) in places where place == id { places[name] = nil }
    places[page.name] = id
  }

  mutating func subscribe(_ subscriber: SubscriberID) -> [PagerAction] {
    backlogs[subscriber] = []
    return state.subscribe(subscriber)
  }

  mutating func unsubscribe(_ subscriber: SubscriberID) -> [PagerAction] {
    backlogs[subscriber] = nil
    return state.unsubscribe(subscriber)
  }

  /// Hands out the oldest update that a subscriber has not finished with.
  mutating func handOutOldest(to subscriber: SubscriberID) -> [PagerAction] {
    backlogs[subscriber]?.first.flatMap { state.handOut($0, to: subscriber) } ?? []
  }

  func awaits(_ subscriber: SubscriberID) -> Bool {
    var state = state
    guard let update = backlogs[subscriber]?.first else { return false }
    return state.handOut(update, to: subscriber) != nil
  }

  /// Finishes the oldest update that a subscriber has not finished with; one that never was, where there is none.
  mutating func finishOldest(by subscriber: SubscriberID) -> [PagerAction] {
    let update = backlogs[subscriber]?.first ?? UpdateID(0)
    backlogs[subscriber]?.removeAll { $0 == update }
    return state.finish(update, by: subscriber)
  }

  /// Collects the newest update that a subscriber was told of.
  mutating func collectNewest(by subscriber: SubscriberID) -> [PagerAction] {
    guard let update = backlogs[subscriber]?.last else { return [] }
    return (state.handOut(update, to: subscriber) ?? []) + state.collect(update, by: subscriber)
  }

  /// - Parameter change: what the new page says otherwise than the one before it.
  mutating func replace(
    _ name: String, with page: TestPage, _ change: (inout PageFacts) -> Void = { _ in }
  ) -> [PagerAction] {
    guard let place = places.removeValue(forKey: name) else { return [] }
    var facts = allFacts[place] ?? .withoutData
    change(&facts)
    guard let actions = state.replace(page, facts, at: place, from: .cache) else { return [] }
    places[page.name] = place
    allFacts[place] = facts
    return actions
  }

  /// Takes in a page: an answer, or one that comes ahead of it. In one step it has the same effect as in two.
  mutating func receive(
    _ page: TestPage, _ facts: PageFacts, answering load: LoadID, isFinal: Bool = true,
    objection: (any Error)? = nil
  ) -> [PagerAction] {
    let source: PageSource = isFinal ? .server : .cache
    var (actions, id): ([PagerAction], PageID?) = ([], nil)
    var other = state
    if state.place(page, of: load, isFinal: isFinal) != nil {
      (actions, id) = state.conclude(load, facts, from: source, isFinal: isFinal, objection: objection)
    }
    let (otherActions, otherID) = other.receive(
      page, facts, of: load, from: source, isFinal: isFinal, objection: objection)
    #expect(otherActions.map(\.notation) == actions.map(\.notation))
    #expect(otherID == id)
    #expect(other.finishedPosition == state.finishedPosition)
    // Later events go on from either.
    receivesAtOnce.toggle()
    if receivesAtOnce { state = other }
    if let id {
      note(page, at: id)
      allFacts[id] = facts
    }
    return actions
  }

  mutating func start(
    _ operation: UInt64, _ kind: OperationKind, retaining retention: PageRetention? = nil, reader: UInt64? = nil,
    readsFailedPages: Bool = true
  ) -> String {
    do throws(Refusal) {
      return record(
        try begin(
          OperationID(operation), kind, retaining: retention, reader: reader.map { SubscriberID($0) },
          readsFailedPages: readsFailedPages))
    } catch {
      return error.notation
    }
  }

  mutating func begin(
    _ operation: OperationID, _ kind: OperationKind, retaining retention: PageRetention? = nil, reader: SubscriberID?,
    readsFailedPages: Bool = true
  ) throws(Refusal) -> [PagerAction] {
    let actions = try state.start(
      operation, kind, retaining: retention, reader: reader, readsFailedPages: readsFailedPages)
    if let reader { backlogs[reader] = [] }
    return actions
  }
}

/// One event of a timeline, or a question between events.
struct Event: Sendable {
  let name: String
  let play: @Sendable (inout Timeline) -> String

  private init(_ name: String, _ play: @escaping @Sendable (inout Timeline) -> String) {
    self.name = name
    self.play = play
  }
}

extension Event: CustomTestStringConvertible {
  var testDescription: String { name }
}

// MARK: Calls

extension Event {
  static func fetch(_ operation: UInt64, reader: UInt64? = nil) -> Event {
    Event("fetch \(operation)") { $0.start(operation, .fetch, reader: reader) }
  }

  static func load(_ operation: UInt64, _ end: ListEnd = .next, retaining retention: PageRetention) -> Event {
    Event("load \(end) \(operation) retaining \(retention)") {
      $0.start(operation, .load(end), retaining: retention)
    }
  }

  static func load(_ operation: UInt64, _ end: ListEnd = .next, reader: UInt64? = nil) -> Event {
    Event("load \(operation) \(end)") { $0.start(operation, .load(end), reader: reader) }
  }

  /// A walk that emits each page unless `emits` says otherwise.
  static func loadAll(
    _ operation: UInt64, from start: WalkStart = .initialPage, emits emission: WalkEmission = .eachPage,
    maximumPages: Int? = nil, maximumItems: Int? = nil, reportsErrors: Bool = false, reader: UInt64? = nil,
    readsFailedPages: Bool = true
  ) -> Event {
    let walk = Walk(
      fromInitialPage: start.fromInitialPage, emitsEachPage: emission == .eachPage, maximumPages: maximumPages,
      maximumItems: maximumItems, reportsErrors: reportsErrors)
    return Event("loadAll \(operation)") {
      $0.start(operation, .loadAll(walk), reader: reader, readsFailedPages: readsFailedPages)
    }
  }

  static func cancel(_ operation: UInt64) -> Event {
    Event("cancel \(operation)") { $0.record($0.state.cancel(OperationID(operation))) }
  }

  static let reset = Event("reset") { $0.record($0.state.reset()) }
}

enum WalkStart: Sendable {
  case initialPage, heldPages, unsaid

  var fromInitialPage: Bool? { self == .unsaid ? nil : self == .initialPage }
}

enum WalkEmission: Sendable, CaseIterable {
  case eachPage, atTheEnd
}

// MARK: Answers

extension Event {
  /// A page with data; it answers the newest request unless `load` names another.
  static func page(
    _ name: String, next: Frontier = .closed, previous: Frontier = .closed, items: Int = 2,
    answering load: UInt64? = nil
  ) -> Event {
    let facts = PageFacts(hasData: true, itemCount: items, next: next, previous: previous)
    return page(name, facts, load)
  }

  /// A page with data and errors, where errors are not tolerated.
  static func errorsBeside(_ name: String, next: Frontier = .closed) -> Event {
    page(name, PageFacts(hasData: true, itemCount: 2, next: next, previous: .closed, endsOperation: true), nil)
  }

  /// A page with data and errors beside it, which are tolerated. The first error says the page's name.
  static func partial(_ name: String, next: Frontier = .closed, errors: Int = 1) -> Event {
    var facts = PageFacts(hasData: true, itemCount: 2, next: next, previous: .closed)
    facts.errors = ErrorsBesideData(count: errors, message: name, path: nil)
    return page(name, facts, nil)
  }

  /// A page with data that ends the operation all the same.
  static func refused(_ name: String, next: Frontier = .closed) -> Event {
    let facts = PageFacts(hasData: true, itemCount: 2, next: next, previous: .closed)
    return Event("refused \(name)") {
      $0.record($0.receive(TestPage(name: name), facts, answering: $0.newestLoad, objection: TestFailure.offline))
    }
  }

  /// A response that carries errors only.
  static func errorsOnly(_ name: String, answering load: UInt64? = nil) -> Event {
    page(name, .withoutData, load)
  }

  private static func page(_ name: String, _ facts: PageFacts, _ load: UInt64?) -> Event {
    Event("page \(name)") {
      $0.record($0.receive(TestPage(name: name), facts, answering: load.map(LoadID.init) ?? $0.newestLoad))
    }
  }

  /// A page that the cache has, ahead of the answer to the newest request.
  static func ahead(
    _ name: String, next: Frontier = .closed, previous: Frontier = .closed, items: Int = 2,
    hasData: Bool = true, answering load: UInt64? = nil
  ) -> Event {
    let facts = PageFacts(hasData: hasData, itemCount: items, next: next, previous: previous)
    return Event("ahead \(name)") {
      let load = load.map(LoadID.init) ?? $0.newestLoad
      return $0.record($0.receive(TestPage(name: name), facts, answering: load, isFinal: false))
    }
  }

  static func fail(answering load: UInt64? = nil) -> Event {
    Event("fail") { $0.record($0.state.fail(load.map(LoadID.init) ?? $0.newestLoad, TestFailure.offline)) }
  }
}

// MARK: Subscribers

extension Event {
  static func subscribe(_ subscriber: UInt64) -> Event {
    Event("subscribe \(subscriber)") { $0.record($0.subscribe(SubscriberID(subscriber))) }
  }

  static func unsubscribe(_ subscriber: UInt64) -> Event {
    Event("unsubscribe \(subscriber)") { $0.record($0.unsubscribe(SubscriberID(subscriber))) }
  }

  /// The subscriber is handed the oldest update that it was told of.
  static func handedOut(_ subscriber: UInt64) -> Event {
    Event("handed out \(subscriber)") { $0.record($0.handOutOldest(to: SubscriberID(subscriber))) }
  }

  /// The subscriber has finished with the oldest update that it was told of.
  static func consumed(_ subscriber: UInt64) -> Event {
    Event("consumed \(subscriber)") { $0.record($0.finishOldest(by: SubscriberID(subscriber))) }
  }

  /// The subscriber collects its newest update with others, and has not finished with it.
  static func collected(_ subscriber: UInt64) -> Event {
    Event("collected \(subscriber)") { $0.record($0.collectNewest(by: SubscriberID(subscriber))) }
  }

  /// The subscriber lets walks run so many updates ahead.
  static func runAhead(of subscriber: UInt64, by updates: Int) -> Event {
    Event("run ahead of \(subscriber) by \(updates)") {
      $0.record($0.state.letWalksRunAhead(of: SubscriberID(subscriber), by: updates))
    }
  }
}

// MARK: Questions

extension Event {
  static func canLoad(_ end: ListEnd) -> Event {
    Event("can load \(end)?") { "\($0.state.canLoad(end))" }
  }

  static func frontier(_ end: ListEnd) -> Event {
    Event("frontier at \(end)?") { $0.state.frontier(at: end)?.notation ?? "nil" }
  }

  /// Whether a subscriber, or a reader, still waits for the oldest update that it was told of.
  static func awaits(_ subscriber: UInt64) -> Event {
    Event("awaits \(subscriber)?") { "\($0.awaits(SubscriberID(subscriber)))" }
  }

  static let loading = Event("loading?") { timeline in
    switch timeline.state.loading {
    case .fetch: "fetch"
    case .load(let end): "load \(end)"
    case .loadAll: "loadAll"
    case nil: "nil"
    }
  }

  /// Pages held, and pages and items loaded.
  static let counts = Event("counts?") {
    let summary = $0.state.summary
    return "\($0.state.pagesHeld) held, \(summary.pagesLoaded) loaded, \(summary.itemsLoaded) items"
  }

  /// The errors beside the data of the pages.
  static let errors = Event("errors?") { $0.state.summary.partialData?.notation ?? "none" }

  /// How many pages do not begin where the page before them ends.
  static let gaps = Event("gaps?") { "\($0.state.summary.gapCount)" }

  /// How far the slowest subscriber has come.
  static let position = Event("position?") { $0.state.finishedPosition.notation }

  /// A page that has arrived and whose page info has not been read.
  static func placed(_ name: String, answering load: UInt64? = nil) -> Event {
    Event("placed \(name)") {
      let load = load.map(LoadID.init) ?? $0.newestLoad
      return $0.state.place(TestPage(name: name), of: load)?.notation ?? "nil"
    }
  }

  /// What a placed page says of the list.
  static func read(next: Frontier = .closed, answering load: UInt64? = nil) -> Event {
    Event("read") {
      let facts = PageFacts(hasData: true, itemCount: 2, next: next, previous: .closed)
      return $0.record($0.state.conclude(load.map(LoadID.init) ?? $0.newestLoad, facts).actions)
    }
  }

  /// Another page takes the place of one that was told of.
  ///
  /// - Parameters: what it says otherwise than that one.
  static func replace(
    _ name: String, with page: String, next: Frontier? = nil, previous: Frontier? = nil,
    items: Int? = nil
  ) -> Event {
    Event("replace \(name)") {
      $0.record(
        $0.replace(name, with: TestPage(name: page)) { facts in
          facts.next = next ?? facts.next
          facts.previous = previous ?? facts.previous
          facts.itemCount = items ?? facts.itemCount
        })
    }
  }
}
