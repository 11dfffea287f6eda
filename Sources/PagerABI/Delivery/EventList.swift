import DequeModule
import Synchronization

/// The events of a client that wait, in order; a thread that pulls takes those of one pager out of the middle.
struct EventList {
  private var events: Deque<Event> = []
  private var commonCount = 0

  var count: Int { events.count }
  var isEmpty: Bool { events.isEmpty }

  /// How many of them a thread runs that pulls from a pager.
  func countToRun(by pager: PagerObject) -> Int { Self.count(of: pager) + commonCount }

  /// How many of them belong to a pager.
  static func count(of pager: PagerObject) -> Int { pager.waitingEvents.load(ordering: .relaxed) }

  mutating func append(_ event: Event) {
    events.append(event)
    note(event, 1)
  }

  mutating func prepend(_ event: Event) {
    events.prepend(event)
    note(event, 1)
  }

  mutating func popFirst() -> Event? {
    guard let event = events.popFirst() else { return nil }
    note(event, -1)
    return event
  }

  /// The first one that a thread runs which pulls from a pager: one of the pager, or one that concerns the whole client. Looked
  /// for only where there is one: a pager without callbacks costs nothing.
  mutating func popFirst(of pager: PagerObject) -> Event? {
    guard countToRun(by: pager) > 0, let index = events.firstIndex(where: { $0.pager === pager || $0.isCommon })
    else { return nil }
    let event = events.remove(at: index)
    note(event, -1)
    return event
  }

  private mutating func note(_ event: Event, _ change: Int) {
    if event.isCommon { commonCount += change }
    event.pager?.waitingEvents.wrappingAdd(change, ordering: .relaxed)
  }
}
