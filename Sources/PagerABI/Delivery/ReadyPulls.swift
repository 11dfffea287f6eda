import DequeModule

/// The pulled operations and subscriptions that have something for C, in the order in which they came to have it.
///
/// A call *names* them, the first ones first. What it has named keeps its place until C pulls it.
struct ReadyPulls {
  private struct Entry {
    let number: UInt64
    let updates: any Pulled
  }

  /// In order. An entry whose number is not that of its object any more is outdated.
  private var entries: Deque<Entry> = []
  private var numbers: [ObjectIdentifier: UInt64] = [:]
  private var lastNumber: UInt64 = 0
  private var lastNamed: UInt64 = 0
  /// How many no call has named yet.
  private(set) var unnamedCount = 0

  /// Adds an object at the end unless it is there, or removes it.
  mutating func set(_ updates: any Pulled, isReadable: Bool) {
    let id = ObjectIdentifier(updates)
    guard isReadable else { return remove(id) }
    guard numbers[id] == nil else { return }
    lastNumber += 1
    numbers[id] = lastNumber
    entries.append(Entry(number: lastNumber, updates: updates))
    unnamedCount += 1
  }

  /// C has pulled from an object. If there is more, that begins to wait now.
  mutating func wasPulled(_ updates: any Pulled) {
    remove(ObjectIdentifier(updates))
  }

  /// C has given the handle back. An entry would keep the object, and with it the client that has this list.
  mutating func forget(_ updates: any Pulled) {
    remove(ObjectIdentifier(updates))
    entries.removeAll { $0.updates === updates }
  }

  private mutating func remove(_ id: ObjectIdentifier) {
    guard let number = numbers.removeValue(forKey: id) else { return }
    if number > lastNamed { unnamedCount -= 1 }
  }

  /// The handles of the objects that have waited longest.
  mutating func name(atMost limit: Int) -> [PulledHandle] {
    entries.removeAll { numbers[ObjectIdentifier($0.updates)] != $0.number }
    let named = entries.prefix(limit)
    if let last = named.last, last.number > lastNamed {
      unnamedCount -= named.count { $0.number > lastNamed }
      lastNamed = last.number
    }
    return named.map(\.updates.handle)
  }
}
