import DequeModule

/// The updates that one subscriber was told of and has not finished with, the oldest first.
struct Backlog: Sendable {
  private struct Entry: Sendable {
    let update: UpdateID
    var isHandedOut = false
    var holdsBack: Bool
  }

  /// Whether the subscriber reads one operation: it is told of pages only, for the rest is in the operation's end.
  let isReader: Bool
  /// Whether the operation that it reads is under way; others are told until they leave.
  private(set) var isOpen = true
  private var entries: Deque<Entry> = []
  /// How many of them hold the walk under way back.
  private(set) var holdingBack = 0

  init(isReader: Bool = false) {
    self.isReader = isReader
  }

  /// Whether the subscriber has finished with all that it was told of.
  var isEmpty: Bool { entries.isEmpty }

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

  /// Whether an update, or one after it, is still to be handed out.
  func awaits(_ update: UpdateID) -> Bool {
    entries.contains { !$0.isHandedOut && $0.update >= update }
  }
}
