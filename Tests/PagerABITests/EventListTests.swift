import Testing

@testable import PagerABI

@Suite("The events that wait")
struct EventListTests {
  private let one: CallbackFixture
  private let other: CallbackFixture
  private let history = History()
  private var events = EventList()

  init() throws {
    one = try CallbackFixture()
    other = try CallbackFixture()
  }

  /// An event that notes its name when it is delivered.
  private func event(_ name: String, of pager: PagerObject?) -> any Event {
    Destruction(userData: one.userData { [history] in history.note(name) }, owner: pager?.events)
  }

  private func deliver(_ event: (any Event)?) {
    if event?.deliver() == nil { history.note("none") }
  }

  @Test("events leave in their order, and an event that is put back leaves first")
  mutating func order() {
    events.append(event("1", of: one.pager))
    events.append(event("2", of: other.pager))
    events.append(event("3", of: nil))
    let first = events.popFirst()
    if let first { events.prepend(first) }
    for _ in 1...4 { deliver(events.popFirst()) }
    #expect(history.all == ["1", "2", "3", "none"])
  }

  @Test("a pull takes one pager's events, and the others stay in order")
  mutating func ofOnePager() {
    for name in ["a1", "b1", "-", "a2", "b2"] {
      let pager = name.hasPrefix("a") ? one.pager : name.hasPrefix("b") ? other.pager : nil
      events.append(event(name, of: pager))
    }
    for _ in 1...3 { deliver(events.popFirst(for: other.pager.events)) }
    while let event = events.popFirst() { deliver(event) }
    #expect(history.all == ["b1", "b2", "none", "a1", "-", "a2"])
  }

  @Test("the queue counts the events of each pager")
  mutating func counts() {
    var counts: [[Int]] = []
    func note(_ events: EventList) {
      counts.append([EventList.count(of: one.pager.events), EventList.count(of: other.pager.events), events.count])
    }
    for pager in [one.pager, one.pager, other.pager, nil] {
      events.append(event("", of: pager))
      note(events)
    }
    _ = events.popFirst(for: one.pager.events)
    note(events)
    while events.popFirst() != nil {}
    note(events)
    #expect(counts == [[1, 0, 1], [2, 0, 2], [2, 1, 3], [2, 1, 4], [1, 1, 3], [0, 0, 0]])
    #expect(events.isEmpty)
  }
}
