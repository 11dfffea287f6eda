import PagerState
import Testing

/// Plays events against a state and compares the whole history: for each event, the actions that came back, in order.
///
/// - Parameter rows: events, each with its actions, separated by `; `. Empty: the event has no effect. A question's
///   answer stands in the place of actions.
func expectTimeline(
  retaining retention: PageRetention = .all, _ rows: [(event: Event, actions: String)],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var timeline = Timeline(retaining: retention)
  let history = rows.map { "\($0.event.name) → \($0.event.play(&timeline))" }
  let expected = rows.map { "\($0.event.name) → \($0.actions)" }
  #expect(history == expected, sourceLocation: sourceLocation)
}

/// A state under test, and which of its requests was sent last.
struct Timeline {
  var state: PagerState<TestTypes>
  private(set) var newestLoad = LoadID(0)

  init(retaining retention: PageRetention) {
    state = PagerState(initialRequest: firstRequest, retention: retention)
  }

  /// Notes what was sent, and writes the actions down.
  mutating func record(_ actions: [PagerAction<TestTypes>]) -> String {
    for case .send(let load, _) in actions { newestLoad = load }
    return actions.map(\.notation).joined(separator: "; ")
  }

  mutating func start(_ operation: UInt64, _ kind: OperationKind) -> String {
    do throws(Refusal) {
      return record(try state.start(OperationID(operation), kind))
    } catch {
      return error.notation
    }
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
  static func fetch(_ operation: UInt64) -> Event {
    Event("fetch \(operation)") { $0.start(operation, .fetch) }
  }

  static func load(_ operation: UInt64, _ end: ListEnd = .next) -> Event {
    Event("load \(operation) \(end)") { $0.start(operation, .load(end)) }
  }

  /// A walk that emits each page unless `emits` says otherwise.
  static func loadAll(
    _ operation: UInt64, from start: WalkStart = .initialPage, emits emission: WalkEmission = .eachPage,
    maximumPages: Int? = nil, maximumItems: Int? = nil
  ) -> Event {
    let walk = Walk(
      fromInitialPage: start == .initialPage, emitsEachPage: emission == .eachPage, maximumPages: maximumPages,
      maximumItems: maximumItems)
    return Event("loadAll \(operation)") { $0.start(operation, .loadAll(walk)) }
  }

  static func cancel(_ operation: UInt64) -> Event {
    Event("cancel \(operation)") { $0.record($0.state.cancel(OperationID(operation))) }
  }

  static let reset = Event("reset") { $0.record($0.state.reset()) }
}

enum WalkStart: Sendable {
  case initialPage, heldPages
}

enum WalkEmission: Sendable, CaseIterable {
  case eachPage, atTheEnd
}

// MARK: Answers

extension Event {
  /// A page with data; it answers the newest request unless `load` names another.
  static func page(
    _ name: String, next: Turn<String> = .closed, previous: Turn<String> = .closed, items: Int = 2,
    answering load: UInt64? = nil
  ) -> Event {
    let inspection = PageInspection(hasData: true, itemCount: items, next: next, previous: previous)
    return page(name, inspection, load)
  }

  /// A response that carries errors only.
  static func errorsOnly(_ name: String, answering load: UInt64? = nil) -> Event {
    page(name, .withoutData, load)
  }

  private static func page(_ name: String, _ inspection: PageInspection<String>, _ load: UInt64?) -> Event {
    Event("page \(name)") {
      $0.record($0.state.receive(TestPage(name: name), of: load.map(LoadID.init) ?? $0.newestLoad, inspection))
    }
  }

  static func fail(answering load: UInt64? = nil) -> Event {
    Event("fail") { $0.record($0.state.fail(load.map(LoadID.init) ?? $0.newestLoad, .offline)) }
  }
}

// MARK: Subscribers

extension Event {
  static func subscribe(_ subscriber: UInt64) -> Event {
    Event("subscribe \(subscriber)") { $0.record($0.state.subscribe(SubscriberID(subscriber))) }
  }

  static func unsubscribe(_ subscriber: UInt64) -> Event {
    Event("unsubscribe \(subscriber)") { $0.record($0.state.unsubscribe(SubscriberID(subscriber))) }
  }

  static func consumed(_ subscriber: UInt64) -> Event {
    Event("consumed \(subscriber)") { $0.record($0.state.consumed(by: SubscriberID(subscriber))) }
  }
}

// MARK: Questions

extension Event {
  static func canLoad(_ end: ListEnd) -> Event {
    Event("can load \(end)?") { "\($0.state.canLoad(end))" }
  }

  static func turn(_ end: ListEnd) -> Event {
    Event("turn at \(end)?") { $0.state.turn(at: end)?.notation ?? "nil" }
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

  /// The pages as they would be with one more.
  static func preview(_ name: String, answering load: UInt64? = nil) -> Event {
    Event("preview \(name)?") {
      let load = load.map(LoadID.init) ?? $0.newestLoad
      return $0.state.preview(TestPage(name: name), of: load)?.notation ?? "nil"
    }
  }
}
