import DequeModule
import Synchronization

/// The events of a client that wait, in order; a thread that pulls takes those of one pager out of the middle.
struct EventList {
  private var events: Deque<Event> = []

  var count: Int { events.count }
  var isEmpty: Bool { events.isEmpty }

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

  /// The first one that belongs to a pager. Looked for only where there is one: a pager without callbacks costs nothing.
  mutating func popFirst(of pager: PagerObject) -> Event? {
    guard Self.count(of: pager) > 0, let index = events.firstIndex(where: { $0.pager === pager }) else { return nil }
    let event = events.remove(at: index)
    note(event, -1)
    return event
  }

  private func note(_ event: Event, _ change: Int) {
    event.pager?.waitingEvents.wrappingAdd(change, ordering: .relaxed)
  }
}
