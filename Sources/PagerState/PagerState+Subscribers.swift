import DequeModule

/// The subscribers, and how far behind they are.
extension PagerState {
  /// Adds a subscriber. It first gets the current state of the list.
  public mutating func subscribe(_ subscriber: SubscriberID) -> [Action] {
    var backlog = Backlog()
    if let current { backlog.add(current.id, holdsBack: true) }
    backlogs[subscriber] = backlog
    return current.map { [.replay(subscriber, $0)] } ?? []
  }

  /// Removes a subscriber. A slow one no longer holds a walk back, and pages that only it was waiting for will be
  /// requested again.
  ///
  /// - Parameter abandons: whether it will not finish with its current update. Otherwise it can still finish it.
  public mutating func unsubscribe(_ subscriber: SubscriberID, abandons: Bool = true) -> [Action] {
    guard backlogs.removeValue(forKey: subscriber) != nil else {
      // The reader of a cancelled operation may still have been working on a page.
      if abandons { unfinished.abandon(by: subscriber) }
      forgetFinishedPages()
      return []
    }
    unfinished.leave(subscriber, abandons: abandons, inOperation: active.map { $0.pages > 0 } ?? false)
    forgetFinishedPages()
    if active?.audience.removeValue(forKey: subscriber) == true { active?.hasLostAudience = true }
    goBackToUnseenPages()
    return releaseHeldBackRequest()
  }

  /// Whether a subscriber got an update and has not finished with it. Not every subscriber gets every update: see
  /// `start`.
  public func hasTold(_ subscriber: SubscriberID, of update: UpdateID) -> Bool {
    backlogs[subscriber]?.has(update) == true
  }

  /// A subscriber is handed an update: its callback begins, or it has pulled it. From now on the update counts as seen.
  ///
  /// - Returns: the actions; nil if the subscriber was not waiting for the update.
  public mutating func handOut(_ update: UpdateID, to subscriber: SubscriberID) -> [Action]? {
    switch backlogs[subscriber]?.handOut(update) {
    case .handedOut:
      unseen.handOut(update)
      unfinished.handOut(update, to: subscriber)
      return []
    case .outdated(let id, let source):
      unseen.handOut(update)
      unfinished.handOut(update, to: subscriber)
      return tellOfLaterChange(of: id, from: source, to: subscriber)
    case .notAwaited, nil: return nil
    }
  }

  /// A subscriber has finished with an update.
  public mutating func finish(_ update: UpdateID, by subscriber: SubscriberID) -> [Action] {
    let later = handOut(update, to: subscriber) ?? []
    let hadIt = backlogs[subscriber]?.finish(update) == true
    unfinished.finish(update, by: subscriber)
    forgetFinishedPages()
    guard hadIt else { return [] }
    forgetReaderIfDone(subscriber)
    let released = releaseHeldBackRequest()
    return later.isEmpty ? released : released + later
  }

  /// A subscriber collects an update with others, and finishes with all of them later. Until then the update holds no
  /// walk back, and no resume token covers it.
  public mutating func collect(_ update: UpdateID, by subscriber: SubscriberID) -> [Action] {
    guard backlogs[subscriber]?.collect(update) == true else { return [] }
    return releaseHeldBackRequest()
  }

  /// Lets walks run this many updates ahead of a subscriber, which takes them in batches.
  public mutating func letWalksRunAhead(of subscriber: SubscriberID, by updates: Int) -> [Action] {
    backlogs[subscriber]?.lead = updates
    return releaseHeldBackRequest()
  }

  /// A resume token covers the pages that all subscribers have finished with.
  private mutating func forgetFinishedPages() {
    unfinished.forgetFinished { [backlogs] update in backlogs.values.contains { $0.has(update) } }
  }

  /// Hands an update to all subscribers and keeps it for later ones.
  mutating func publish(_ event: PagerEvent, _ pages: PageSnapshot) -> [Action] {
    let update = nextUpdate(event, pages)
    remember(update)
    return tell(update, isRead: false)
  }

  /// Hands an update to all subscribers.
  ///
  /// - Parameter isRead: whether the reader of the operation under way is among them: the update shows that operation's
  ///   pages.
  mutating func tell(_ update: Update, holdsBack: Bool = true, isRead: Bool = true) -> [Action] {
    var shown: PageID?
    if case .page(let change) = update.event { shown = change.id }
    for (subscriber, backlog) in backlogs where backlog.isOpen && (isRead || !backlog.isReader) {
      backlogs[subscriber]?.add(update.id, showing: shown, holdsBack: holdsBack)
    }
    return [.publish(update)]
  }

  /// Keeps the update that a late subscriber gets first. A failure is the current state only while there is no page.
  mutating func remember(_ update: Update) {
    switch update.event {
    case .page: current = list.held.count == 0 ? nil : update
    case .failure, .incomplete: if list.summary.pagesLoaded == 0 { current = update }
    }
  }

  // MARK: Readers

  /// The operation under way has its first page: from now on its reader gets updates. The reader does not get what was
  /// loaded before, although other subscribers may get that now.
  mutating func openReader() {
    guard let reader = active?.reader, let backlog = backlogs[reader], !backlog.isOpen else { return }
    backlogs[reader]?.open()
    active?.audience[reader] = false
  }

  /// Ends the updates of an operation's reader. Waiting updates can still be handed out, unless the operation was
  /// cancelled. Then they count as if no reader had waited for them.
  mutating func retire(_ reader: SubscriberID?, _ end: OperationEnd) {
    guard let reader else { return }
    if case .usage(.cancelled) = end {
      backlogs[reader] = nil
      forgetFinishedPages()
    } else {
      closeReader(reader)
    }
  }

  /// A reader gets no more updates. Those that wait can still be handed out.
  mutating func closeReader(_ reader: SubscriberID) {
    backlogs[reader]?.close()
    forgetReaderIfDone(reader)
  }

  private mutating func forgetReaderIfDone(_ reader: SubscriberID) {
    if let backlog = backlogs[reader], !backlog.isOpen, backlog.isEmpty { backlogs[reader] = nil }
  }
}

/// The updates that one subscriber got and has not finished with, the oldest first.
struct Backlog: Sendable {
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

  /// These updates no longer hold a walk back.
  mutating func letGo() {
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
