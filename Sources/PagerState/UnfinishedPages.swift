import DequeModule

/// Pages that no update has shown yet.
struct UnpublishedPages: Sendable {
  /// The newest of them.
  var change: PageChange
  /// The pages that an update would carry.
  var pages: PageSnapshot
}

/// Pages that were loaded for subscribers, that the pager does not keep, and that no subscriber has been handed yet.
///
/// A consumer that stops half-way leaves such pages behind. The list then goes back to before the first of them. The
/// next operation requests it again, so no page is missing.
struct UnseenPages: Sendable {
  /// The state of the pager before pages came in.
  private struct Entry: Sendable {
    let list: ListCheckpoint
    let current: PagerUpdate?
  }

  /// The oldest first.
  private var entries: Deque<Entry> = []
  /// The updates that show their pages. No update has shown the pages of the last entry, if there is one more.
  private var updates: Deque<UpdateID> = []

  /// The update that shows the first of them.
  var first: UpdateID? { updates.first }

  /// A page came in.
  ///
  /// - Parameters:
  ///   - before: the list before it.
  ///   - current: what a new subscriber got first.
  mutating func add(before: ListCheckpoint, current: PagerUpdate?) {
    if entries.count == updates.count { entries.append(Entry(list: before, current: current)) }
  }

  /// An update shows the pages that came in.
  ///
  /// - Parameter isAwaited: whether a subscriber that they were loaded for is going to be handed it.
  /// - Parameter isMeant: whether they were loaded for a subscriber that has left.
  mutating func publish(in update: UpdateID, isAwaited: Bool, isMeant: Bool) {
    guard entries.count > updates.count else { return }
    // Without a subscriber they are never handed out on their own: they share the fate of the pages before them.
    if isAwaited || (isMeant && entries.count == 1) {
      updates.append(update)
    } else {
      entries.removeLast()
    }
  }

  /// A subscriber was handed an update, and so all up to it are seen.
  mutating func handOut(_ update: UpdateID) {
    while let first, first <= update {
      updates.removeFirst()
      entries.removeFirst()
    }
  }

  /// Keeps no room for more of them.
  mutating func rest() {
    if entries.isEmpty { (entries, updates) = ([], []) }
  }

  /// Takes all of them out. Returns the state before the first; nil if no update has shown it.
  mutating func takeAll() -> (list: ListCheckpoint, current: PagerUpdate?)? {
    guard let first = entries.first, !updates.isEmpty else { return nil }
    self = UnseenPages()
    return (first.list, first.current)
  }
}

/// Pages that some subscriber has not finished with. A resume token must not cover them.
struct UnfinishedPages: Sendable {
  /// What the list was before a page came in, without its pages.
  typealias Before = ByReference<ListOutline>

  private struct Entry: Sendable {
    let update: UpdateID
    let before: Before
    /// The subscriber that works on the update; mostly there is one.
    var holder: SubscriberID?
    var furtherHolders: [SubscriberID] = []
    /// Whether a subscriber has finished with it. A subscriber that leaves early has not.
    var isFinished = false

    var isHeld: Bool { holder != nil || !furtherHolders.isEmpty }

    mutating func add(_ subscriber: SubscriberID) {
      if holder == nil { holder = subscriber } else { furtherHolders.append(subscriber) }
    }

    /// Returns whether the subscriber worked on it.
    mutating func remove(_ subscriber: SubscriberID) -> Bool {
      if holder == subscriber {
        holder = furtherHolders.popLast()
        return true
      }
      guard let index = furtherHolders.firstIndex(of: subscriber) else { return false }
      furtherHolders.remove(at: index)
      return true
    }
  }

  /// Before pages that no update has shown.
  private var unpublished: Before?
  /// The list before the cache's page of the load under way. The server's answer may differ from that page.
  private var ahead: Before?
  /// The updates that showed pages, the oldest first.
  private var entries: Deque<Entry> = []
  /// Whether a subscriber has left in the middle of the operation under way, so that further pages are meant to be
  /// seen.
  private var hasLostSubscriber = false

  /// What the list was before the first page that is not finished with; nil if there is none.
  var before: Before? { entries.first?.before ?? unpublished ?? ahead }

  // MARK: Pages

  /// A page came in.
  ///
  /// - Parameter isFinal: whether no answer will take its place.
  mutating func add(before list: Before, isFinal: Bool) {
    let before = ahead ?? list
    if unpublished == nil { unpublished = before }
    ahead = isFinal ? nil : before
  }

  /// An update shows the pages that came in.
  ///
  /// - Parameter isTold: whether a subscriber gets it.
  mutating func publish(in update: UpdateID, isTold: Bool) {
    guard let before = unpublished.take() else { return }
    // A page that no subscriber gets is meant to be loaded, not seen. It shares the fate of the pages before it.
    if isTold || (hasLostSubscriber && entries.isEmpty) { entries.append(Entry(update: update, before: before)) }
  }

  /// The list goes back to its state before an update. Later operations will request its pages again.
  mutating func goBack(to update: UpdateID) {
    while let last = entries.last, last.update >= update { entries.removeLast() }
    (unpublished, ahead) = (nil, nil)
  }

  // MARK: Subscribers

  mutating func handOut(_ update: UpdateID, to subscriber: SubscriberID) {
    guard let index = entries.index(of: update, { $0.update }) else { return }
    entries[index].add(subscriber)
  }

  /// A subscriber has finished with an update, perhaps after its operation was cancelled.
  mutating func finish(_ update: UpdateID, by subscriber: SubscriberID) {
    guard let index = entries.index(of: update, { $0.update }), entries[index].remove(subscriber) else { return }
    entries[index].isFinished = true
  }

  /// A subscriber leaves.
  ///
  /// - Parameter abandons: whether it will not finish with its current update.
  mutating func leave(_ subscriber: SubscriberID, abandons: Bool, inOperation: Bool) {
    if inOperation { hasLostSubscriber = true }
    if abandons { abandon(by: subscriber) }
  }

  /// A subscriber will not finish with its current update.
  mutating func abandon(by subscriber: SubscriberID) {
    for index in entries.indices { _ = entries[index].remove(subscriber) }
  }

  /// An operation begins.
  ///
  /// - Parameter goesOn: whether it adds to the existing pages. A caller that does so has already handled abandoned
  ///   pages.
  mutating func begin(goesOn: Bool, _ subscribers: Subscribers) {
    hasLostSubscriber = false
    guard goesOn else { return }
    for index in entries.indices where !entries[index].isHeld && !subscribers.have(entries[index].update) {
      entries[index].isFinished = true
    }
    forgetFinished(subscribers)
  }

  /// The operation under way has ended: a page that came ahead of an answer is what there is.
  mutating func end() {
    ahead = nil
  }

  /// Forgets the first ones that all have finished with.
  mutating func forgetFinished(_ subscribers: Subscribers) {
    while let first = entries.first, first.isFinished, !first.isHeld, !subscribers.have(first.update) {
      entries.removeFirst()
    }
  }

  /// Keeps no room for more of them.
  mutating func rest() {
    if entries.isEmpty { entries = [] }
  }
}
