/// The subscribers, each with the updates that it got and has not finished with.
///
/// In the order in which they came. An array, because most pagers have one: looking through a few is faster than
/// hashing, and a change in place needs no memory.
struct Subscribers: Sendable {
  private var entries: [(id: SubscriberID, backlog: Backlog)] = []

  private func index(of id: SubscriberID) -> Int? { entries.firstIndex { $0.id == id } }

  subscript(id: SubscriberID) -> Backlog? { index(of: id).map { entries[$0].backlog } }

  mutating func add(_ id: SubscriberID, _ backlog: Backlog) {
    entries.append((id, backlog))
  }

  /// Removes a subscriber and returns its backlog; nil: the subscriber has left already.
  mutating func remove(_ id: SubscriberID) -> Backlog? {
    guard let index = index(of: id) else { return nil }
    let backlog = entries.remove(at: index).backlog
    // A pager that rests keeps no room for them.
    if entries.isEmpty { entries = [] }
    return backlog
  }

  /// Changes the backlog of a subscriber; nil: the subscriber has left.
  @discardableResult
  mutating func change<Result>(_ id: SubscriberID, _ change: (inout Backlog) -> Result) -> Result? {
    guard let index = index(of: id) else { return nil }
    return change(&entries[index].backlog)
  }

  // MARK: Questions

  /// Whether one got an update and has not finished with it.
  func have(_ update: UpdateID) -> Bool { entries.contains { $0.backlog.has(update) } }

  /// Whether an update, or one after it, is still to be handed out to one.
  func await(_ update: UpdateID) -> Bool { entries.contains { $0.backlog.awaits(update) } }

  /// Whether a walk has to wait for one.
  var holdBack: Bool { entries.contains { $0.backlog.holdsBack } }

  /// Whether one has an update that counts for the walk under way.
  var areHeld: Bool { entries.contains { $0.backlog.isHeld } }

  /// Whether one gets updates.
  var areOpen: Bool { entries.contains { $0.backlog.isOpen } }

  /// Whether the pages of the operation under way are loaded for one.
  var attendOperation: Bool { entries.contains { $0.backlog.attendance != .none } }

  // MARK: Operations

  mutating func beginOperation() {
    for index in entries.indices { entries[index].backlog.beginOperation() }
  }

  /// Those for whom the operation under way loads its pages have got one.
  mutating func noteTold() {
    for index in entries.indices where entries[index].backlog.attendance == .waits {
      entries[index].backlog.attendance = .told
    }
  }

  /// The pages of the operation under way are not loaded for a subscriber any more.
  mutating func leaveOperation(_ id: SubscriberID) {
    change(id) { $0.attendance = .none }
  }

  /// The reader of an operation gets updates from now on.
  mutating func open(_ reader: SubscriberID) {
    change(reader) { if !$0.isOpen { $0.open() } }
  }

  /// A reader gets no more updates. Those that wait can still be handed out.
  mutating func close(_ reader: SubscriberID) {
    change(reader) { $0.close() }
    forgetIfDone(reader)
  }

  mutating func forgetIfDone(_ id: SubscriberID) {
    if let index = index(of: id), entries[index].backlog.isDone { _ = remove(id) }
  }

  // MARK: Updates

  /// All get an update.
  ///
  /// - Parameters:
  ///   - page: the page that it shows as it is now.
  ///   - isRead: whether the readers are among them.
  mutating func add(_ update: UpdateID, showing page: PageID?, holdsBack: Bool, isRead: Bool) {
    for index in entries.indices
    where entries[index].backlog.isOpen && (isRead || !entries[index].backlog.isReader) {
      entries[index].backlog.add(update, showing: page, holdsBack: holdsBack)
    }
  }

  /// All but readers get the change of a page, if no change of it waits for them. Returns whether it has to be handed
  /// over: false if it was put off for all of them.
  mutating func addChange(_ update: UpdateID, of page: PageID, from source: PageSource) -> Bool {
    var (isTold, isPutOff) = (false, false)
    for index in entries.indices where entries[index].backlog.isOpen && !entries[index].backlog.isReader {
      if entries[index].backlog.addChange(update, of: page, from: source) { isTold = true } else { isPutOff = true }
    }
    return isTold || !isPutOff
  }
}
