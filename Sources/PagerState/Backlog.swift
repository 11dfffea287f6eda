import DequeModule

/// The updates that one subscriber got and has not finished with, the oldest first.
struct Backlog: Sendable {
  private struct Entry: Sendable {
    let update: UpdateID
    var isHandedOut = false
    var holdsBack: Bool
    /// The page whose change the update shows.
    var changed: PageID?
  }

  /// A change of a page that waits to be handed out.
  private struct WaitingChange: Sendable {
    /// The source of a page that replaced it since, if one did. The subscriber has not got that change.
    var later: PageSource?
  }

  /// What came of handing out an update.
  enum Removal {
    case notAwaited
    case handedOut
    /// It was handed out, and the page of its change has changed again since.
    case outdated(PageID, PageSource)
  }

  /// Whether the subscriber reads one operation. It then gets only that operation's pages; the operation's end says the
  /// rest.
  let isReader: Bool
  /// Whether the subscriber gets updates. A reader gets them from the first page of its operation until the operation
  /// ends, other subscribers until they leave.
  private(set) var isOpen: Bool
  private var entries: Deque<Entry> = []
  /// How many of them count for the walk under way.
  private var holdingBack = 0
  /// How many may wait before they hold it back.
  var lead = 1
  private var changes: [PageID: WaitingChange] = [:]

  init(isReader: Bool = false) {
    self.isReader = isReader
    isOpen = !isReader
  }

  /// Whether a walk has to wait for the subscriber.
  var holdsBack: Bool { holdingBack > lead }

  /// Whether the subscriber has finished with all its updates.
  var isEmpty: Bool { entries.isEmpty }

  /// The operation that the subscriber reads has its first page.
  mutating func open() {
    isOpen = true
  }

  /// The subscriber gets no more updates.
  mutating func close() {
    isOpen = false
  }

  /// The subscriber gets an update.
  ///
  /// - Parameter page: the page that it shows as it is now.
  mutating func add(_ update: UpdateID, showing page: PageID? = nil, holdsBack: Bool) {
    entries.append(Entry(update: update, holdsBack: holdsBack))
    if holdsBack { holdingBack += 1 }
    if let page, !changes.isEmpty { changes[page]?.later = nil }
  }

  /// The subscriber gets the change of a page, unless a change of that page already waits for it. A burst of changes
  /// makes one update that waits, and one more when that update is handed out. Returns whether the subscriber gets it.
  mutating func addChange(_ update: UpdateID, of page: PageID, from source: PageSource) -> Bool {
    if changes[page] != nil {
      changes[page]?.later = source
      return false
    }
    changes[page] = WaitingChange()
    entries.append(Entry(update: update, holdsBack: false, changed: page))
    return true
  }

  /// The subscriber is handed an update.
  mutating func handOut(_ update: UpdateID) -> Removal {
    guard let index = entries.firstIndex(where: { $0.update == update && !$0.isHandedOut }) else { return .notAwaited }
    entries[index].isHandedOut = true
    guard let page = entries[index].changed, let later = changes.removeValue(forKey: page)?.later else {
      return .handedOut
    }
    return .outdated(page, later)
  }

  /// The subscriber has finished with an update. Returns whether it had it.
  mutating func finish(_ update: UpdateID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.update == update }) else { return false }
    if entries.remove(at: index).holdsBack { holdingBack -= 1 }
    return true
  }

  /// These updates no longer hold a walk back.
  mutating func letGo() {
    guard holdingBack > 0 else { return }
    holdingBack = 0
    for index in entries.indices { entries[index].holdsBack = false }
  }

  /// Whether the subscriber got an update and has not finished with it.
  func has(_ update: UpdateID) -> Bool {
    // Callers look for the newest updates, which come last.
    entries.last { $0.update <= update }?.update == update
  }

  /// Whether an update, or one after it, is still to be handed out.
  func awaits(_ update: UpdateID) -> Bool {
    entries.contains { !$0.isHandedOut && $0.update >= update }
  }
}
