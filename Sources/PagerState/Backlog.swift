import DequeModule

/// The updates that one subscriber got and has not finished with, the oldest first.
struct Backlog: Sendable {
  /// The part that a subscriber has in an operation. One that came after the operation began may only want the current
  /// state of the list.
  enum Attendance: Sendable {
    case none
    /// Its pages are loaded for the subscriber, which has got none.
    case waits
    case told
  }

  private struct Entry: Sendable {
    let update: UpdateID
    var isHandedOut = false
    var holdsBack: Bool
    /// The page that changed.
    var changed: PageID?
  }

  /// A change of a page that waits to be handed out.
  private struct WaitingChange: Sendable {
    /// The source of a page that replaced it since, if one did. The subscriber has not got that change.
    var later: PageSource?
  }

  /// The result of handing out an update.
  enum Removal {
    case notAwaited
    case handedOut
    /// It was handed out, and the page of its change has changed again since.
    case outdated(PageID, PageSource)
  }

  /// Whether the subscriber reads one operation. It then gets only that operation's pages; the operation's end says the
  /// rest.
  let isReader: Bool
  /// Its part in the operation under way, or in the newest one.
  var attendance = Attendance.none
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

  /// Whether the subscriber has an update that counts for the walk under way.
  var isHeld: Bool { holdingBack > 0 }

  /// Whether the subscriber gets no more updates, and has finished with all that it got.
  var isDone: Bool { !isOpen && entries.isEmpty }

  /// The operation that the subscriber reads has its first page.
  mutating func open() {
    isOpen = true
    attendance = .waits
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
    guard let index = entries.index(of: update, { $0.update }), !entries[index].isHandedOut else { return .notAwaited }
    entries[index].isHandedOut = true
    guard let page = entries[index].changed, let later = changes.removeValue(forKey: page)?.later else {
      return .handedOut
    }
    return .outdated(page, later)
  }

  /// The subscriber has finished with an update. Returns whether it had it.
  mutating func finish(_ update: UpdateID) -> Bool {
    guard let index = entries.index(of: update, { $0.update }) else { return false }
    if entries.remove(at: index).holdsBack { holdingBack -= 1 }
    return true
  }

  /// The subscriber collects an update, which no longer holds a walk back. Returns whether it did so before.
  mutating func collect(_ update: UpdateID) -> Bool {
    guard let index = entries.index(of: update, { $0.update }), entries[index].holdsBack else { return false }
    entries[index].holdsBack = false
    holdingBack -= 1
    return true
  }

  /// An operation begins: the updates from before do not hold it back.
  mutating func beginOperation() {
    attendance = isOpen ? .waits : .none
    guard holdingBack > 0 else { return }
    holdingBack = 0
    for index in entries.indices { entries[index].holdsBack = false }
  }

  /// Whether the subscriber got an update and has not finished with it.
  func has(_ update: UpdateID) -> Bool {
    entries.index(of: update, { $0.update }) != nil
  }

  /// Whether an update, or one after it, is still to be handed out.
  func awaits(_ update: UpdateID) -> Bool {
    entries.contains { !$0.isHandedOut && $0.update >= update }
  }
}

extension Deque {
  /// The index of the element of an update. The elements are in the order of their updates, and each update comes once.
  func index(of update: UpdateID, _ updateOf: (Element) -> UpdateID) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if updateOf(self[middle]) < update { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && updateOf(self[low]) == update ? low : nil
  }
}
