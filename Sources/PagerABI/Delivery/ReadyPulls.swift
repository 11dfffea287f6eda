import DequeModule

/// C's handle of an operation or a subscription that is pulled.
struct PulledHandle: Sendable, Hashable {
  let isOperation: Bool
  let key: UInt
}

/// The pulled operations and subscriptions that have something for C, in the order in which they came to have it.
///
/// A call *names* them, the first ones first. It names again what C has not pulled since, as far as what is new leaves
/// room; if the room is too small for all of that, the calls take turns.
struct ReadyPulls {
  private struct Entry {
    let number: UInt64
    let handle: PulledHandle
  }

  /// What no call has named, and what one has named. An entry whose number is not that of its handle is outdated.
  private var unnamed: Deque<Entry> = []
  private var named: Deque<Entry> = []
  private var numbers: [PulledHandle: UInt64] = [:]
  private var lastNumber: UInt64 = 0
  private var lastNamed: UInt64 = 0
  /// How many no call has named yet.
  private(set) var unnamedCount = 0

  /// Outdated entries that may stay. More of them leave when the next one comes, because a program may stop asking.
  private static let mostOutdated = 64

  /// Adds a handle at the end, unless it is there.
  mutating func add(_ handle: PulledHandle) {
    guard numbers[handle] == nil else { return }
    if unnamed.count + named.count > 2 * numbers.count + Self.mostOutdated { dropOutdated() }
    lastNumber += 1
    numbers[handle] = lastNumber
    unnamed.append(Entry(number: lastNumber, handle: handle))
    unnamedCount += 1
  }

  mutating func remove(_ handle: PulledHandle) {
    guard let number = numbers.removeValue(forKey: handle) else { return }
    if number > lastNamed { unnamedCount -= 1 }
  }

  /// Names those that have waited longest.
  mutating func name(atMost limit: Int) -> [PulledHandle] {
    let room = limit - min(limit, unnamedCount)
    let again = Self.take(min(room, numbers.count - unnamedCount), of: &named, in: numbers)
    let first = Self.take(limit - again.count, of: &unnamed, in: numbers)
    if let last = first.last { lastNamed = last.number }
    unnamedCount -= first.count
    named.append(contentsOf: again)
    named.append(contentsOf: first)
    return (again + first).map(\.handle)
  }

  /// Takes out the first ones that are not outdated.
  private static func take(
    _ count: Int, of list: inout Deque<Entry>, in numbers: [PulledHandle: UInt64]
  ) -> [Entry] {
    var taken: [Entry] = []
    while taken.count < count, let entry = list.popFirst() {
      if numbers[entry.handle] == entry.number { taken.append(entry) }
    }
    return taken
  }

  private mutating func dropOutdated() {
    unnamed = unnamed.filter { numbers[$0.handle] == $0.number }
    named = named.filter { numbers[$0.handle] == $0.number }
  }
}
