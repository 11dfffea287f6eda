import DequeModule

/// The updates that one subscriber was told of and has not finished with, the oldest first.
struct Backlog: Sendable {
  private struct Entry: Sendable {
    let update: UpdateID
    var isHandedOut = false
    var holdsBack: Bool
  }

  /// Whether the subscriber reads one operation: it is told of that operation's pages only, for the rest is in its end.
  let isReader: Bool
  /// Whether the subscriber is told of updates: a reader from the first page of its operation until that ends, others
  /// until they leave.
  private(set) var isOpen: Bool
  private var entries: Deque<Entry> = []
  /// How many of them hold the walk under way back.
  private(set) var holdingBack = 0

  init(isReader: Bool = false) {
    self.isReader = isReader
    isOpen = !isReader
  }

  /// Whether the subscriber has finished with all that it was told of.
  var isEmpty: Bool { entries.isEmpty }

  /// The operation that the subscriber reads has its first page.
  mutating func open() {
    isOpen = true
  }

  /// The subscriber is told of nothing more.
  mutating func close() {
    isOpen = false
  }

  /// The subscriber is told of an update.
  mutating func add(_ update: UpdateID, holdsBack: Bool) {
    entries.append(Entry(update: update, holdsBack: holdsBack))
    if holdsBack { holdingBack += 1 }
  }

  /// The subscriber is handed an update. Returns whether it was waiting for it.
  mutating func handOut(_ update: UpdateID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.update == update && !$0.isHandedOut }) else { return false }
    entries[index].isHandedOut = true
    return true
  }

  /// The subscriber has finished with an update. Returns whether it had it.
  mutating func finish(_ update: UpdateID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.update == update }) else { return false }
    if entries.remove(at: index).holdsBack { holdingBack -= 1 }
    return true
  }

  /// None of these updates holds anything back any more.
  mutating func letGo() {
    guard holdingBack > 0 else { return }
    holdingBack = 0
    for index in entries.indices { entries[index].holdsBack = false }
  }

  /// Whether the subscriber was told of an update and has not finished with it.
  func has(_ update: UpdateID) -> Bool {
    // The newest come last, and are asked for.
    entries.last { $0.update <= update }?.update == update
  }

  /// Whether an update, or one after it, is still to be handed out.
  func awaits(_ update: UpdateID) -> Bool {
    entries.contains { !$0.isHandedOut && $0.update >= update }
  }
}
