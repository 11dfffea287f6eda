import DequeModule

/// C's handle of an operation or a subscription that is pulled.
struct PulledHandle: Sendable, Hashable {
  let isOperation: Bool
  let key: UInt
}

/// The pulled operations and subscriptions that have something for C, in the order in which they came to have it.
///
/// A call *names* them, the first ones first. What it has named keeps its place until C pulls it.
struct ReadyPulls {
  private struct Entry {
    let number: UInt64
    let handle: PulledHandle
  }

  /// In order. An entry whose number is not that of its handle any more is outdated.
  private var entries: Deque<Entry> = []
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
    if entries.count > 2 * numbers.count + Self.mostOutdated { dropOutdated() }
    lastNumber += 1
    numbers[handle] = lastNumber
    entries.append(Entry(number: lastNumber, handle: handle))
    unnamedCount += 1
  }

  mutating func remove(_ handle: PulledHandle) {
    guard let number = numbers.removeValue(forKey: handle) else { return }
    if number > lastNamed { unnamedCount -= 1 }
  }

  /// Names those that have waited longest.
  mutating func name(atMost limit: Int) -> [PulledHandle] {
    while let first = entries.first, isOutdated(first) { entries.removeFirst() }
    var named: [PulledHandle] = []
    for entry in entries {
      if named.count == limit { break }
      if isOutdated(entry) { continue }
      named.append(entry.handle)
      if entry.number > lastNamed {
        lastNamed = entry.number
        unnamedCount -= 1
      }
    }
    return named
  }

  private func isOutdated(_ entry: Entry) -> Bool { numbers[entry.handle] != entry.number }

  private mutating func dropOutdated() {
    entries = entries.filter { !isOutdated($0) }
  }
}
