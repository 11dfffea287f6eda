import PagerCache
import PagerClient
import PagerState
import PagerThreads

/// The pages of a pager that its client's cache watches, by their places.
final class PageWatches: Sendable {
  private struct Guarded {
    var watches: [PageID: CacheEntryWatch] = [:]
    /// For the pages that have changed.
    var changes: [PageID: ChangeCount] = [:]
    /// Which of the pages that were at a place is there now.
    var arrivals: [PageID: UInt64] = [:]
    var lastArrival: UInt64 = 0
    /// The pages that the cache does not have whole.
    var unreadable: Set<PageID> = []

    mutating func remove(_ id: PageID) -> CacheEntryWatch? {
      changes[id] = nil
      arrivals[id] = nil
      unreadable.remove(id)
      return watches.removeValue(forKey: id)
    }
  }

  /// How many changes of a page a thread began to show, and how many it has shown.
  struct ChangeCount: Sendable {
    var begun = 0
    var shown = 0
  }

  private let guarded = Lock(Guarded())
  private let client: GraphQLClient
  /// For pages that the cache has lost a part of; nil: they stay as they are.
  private let refetches: PageRefetches?

  /// Nil if the client has no cache.
  init?(_ client: GraphQLClient) {
    guard client.cache != nil else { return nil }
    self.client = client
    refetches = PageRefetches(client)
  }

  deinit {
    refetches?.end()
    for watch in guarded.withLock({ $0.watches.values }) { watch.end() }
  }

  /// Watches the page that has come to a place, in place of the page before it.
  ///
  /// - Parameters:
  ///   - subject: the subject of the page's request, for observers.
  ///   - shown: the changes that had been shown before it came. A later one is of the page that was there, and may have
  ///     been shown in place of it.
  ///   - changed: takes the page as the cache has it after a change. Runs on the cache's thread and must not wait.
  func begin(
    _ entry: CacheEntry, at id: PageID, _ subject: RequestSubject, after shown: Int,
    changed: @escaping @Sendable (Answer) -> Void
  ) {
    let arrival = nextArrival(at: id)
    let watch = entry.watch { [weak self] news in
      guard let self else { return }
      switch news {
      case .changed(let answer):
        refetches?.remove(id)
        find(id, arrival)
        changed(answer)
      case .withoutGuess(let answer):
        changed(answer)
      case .lost(let part):
        lose(id, arrival, part, subject)
        refetches?.add(id, entry)
      case .neverWhole(let part):
        lose(id, arrival, part, subject)
      }
    }
    if let watch { add(watch, at: id, after: shown) }
    if let part = entry.refusal { lose(id, arrival, part, subject) }
  }

  private func add(_ watch: CacheEntryWatch, at id: PageID, after shown: Int) {
    let (before, isOverwritten) = guarded.withLock { guarded in
      (guarded.watches.updateValue(watch, forKey: id), (guarded.changes[id]?.begun ?? 0) != shown)
    }
    before?.end()
    if isOverwritten { watch.refresh() }
  }

  /// What was shown of changes so far.
  var changes: [PageID: ChangeCount] {
    guarded.withLock { $0.changes }
  }

  /// Shows a change of a page.
  ///
  /// - Parameter replace: puts the newest state of the page in its place; false if that place no longer holds a page.
  func show(_ id: PageID, _ replace: () -> Bool) {
    guarded.withLock { $0.changes[id, default: ChangeCount()].begun += 1 }
    guard replace() else { return end(id) }
    guarded.withLock { $0.changes[id]?.shown += 1 }
  }

  /// Whether a page is watched.
  func has(_ id: PageID) -> Bool {
    guarded.withLock { $0.watches[id] != nil }
  }

  /// Ends the watch of a page.
  func end(_ id: PageID) {
    refetches?.remove(id)
    guarded.withLock { $0.remove(id) }?.end()
  }

  /// Ends the watches of all other pages.
  func keep(_ places: HeldPages) {
    let gone = guarded.withLock { $0.arrivals.keys.filter { !places.contains($0) } }
    for id in gone { end(id) }
  }

  // MARK: Pages that cannot be read back

  /// How many of the held pages are incomplete in the cache. Such pages do not get changes.
  var unreadableCount: Int { guarded.withLock { $0.unreadable.count } }

  /// A page comes to a place, and counts as complete until the cache reports otherwise. Returns the number of its
  /// arrival.
  private func nextArrival(at id: PageID) -> UInt64 {
    guarded.withLock { guarded in
      guarded.lastArrival += 1
      guarded.arrivals[id] = guarded.lastArrival
      guarded.unreadable.remove(id)
      return guarded.lastArrival
    }
  }

  /// The cache has the page whole again. A page that has left its place is ignored.
  private func find(_ id: PageID, _ arrival: UInt64) {
    guarded.withLock { if $0.arrivals[id] == arrival { $0.unreadable.remove(id) } }
  }

  /// The page is incomplete in the cache. Observers learn this once, until it is complete again.
  private func lose(_ id: PageID, _ arrival: UInt64, _ part: CacheMiss, _ subject: RequestSubject) {
    let isNew = guarded.withLock { $0.arrivals[id] == arrival && $0.unreadable.insert(id).inserted }
    if isNew { client.noteUnreadablePage(part, subject) }
  }
}

/// Asks the server for pages that the cache has lost a part of, one at a time: a cleared cache must not cause one
/// request for each page at once.
///
/// The server's answer enters the cache, and the cache's watch then has the whole page. Until then a page is requested
/// only once. Otherwise two queries whose answers leave out each other's fields would repeat for ever. If the request
/// fails, the page stays as it was.
final class PageRefetches: Sendable {
  private struct Guarded {
    var waiting: [(id: PageID, entry: CacheEntry)] = []
    /// The pages that wait, and the pages that were requested.
    var incomplete: Set<PageID> = []
    var execution: Execution?
    var isOver = false
    /// The thread that starts requests, and whether it has to look for a further one.
    var runner = OneRunner()
    var mustLook = false
  }

  private let client: GraphQLClient
  private let guarded = Lock(Guarded())

  /// Nil if the client's cache does not want it.
  init?(_ client: GraphQLClient) {
    guard client.refetchesIncompletePages else { return nil }
    self.client = client
  }

  /// Ends all of it.
  func end() {
    guarded.withLock { guarded in
      guarded.isOver = true
      guarded.waiting = []
      return guarded.execution.take()
    }?.cancel()
  }

  /// A page cannot be read whole any more.
  func add(_ id: PageID, _ entry: CacheEntry) {
    let isNext = guarded.withLock { guarded in
      guard !guarded.isOver, guarded.incomplete.insert(id).inserted else { return false }
      guarded.waiting.append((id, entry))
      return guarded.execution == nil
    }
    if isNext { startNext() }
  }

  /// A page is whole again, or gone.
  func remove(_ id: PageID) {
    guarded.withLock { guarded in
      guard guarded.incomplete.remove(id) != nil else { return }
      guarded.waiting.removeAll { $0.id == id }
    }
  }

  /// Requests may fail while they start. The loop starts them one after the other, so the calls do not nest.
  private func startNext() {
    let isFirst = guarded.withLock { guarded in
      guarded.execution = nil
      guarded.mustLook = true
      return guarded.runner.begin()
    }
    guard isFirst else { return }
    while let execution = next() { execution.start() }
  }

  private func next() -> Execution? {
    guarded.withLock { guarded in
      guard guarded.mustLook, !guarded.isOver, !guarded.waiting.isEmpty else {
        guarded.runner.end()
        return nil
      }
      guarded.mustLook = false
      let body = RequestBody { [entry = guarded.waiting.removeFirst().entry] in entry.body }
      guarded.execution = client.prepare(.fetchIgnoringCacheData, body, readBy: client.responses) { [weak self] in
        self?.receive($0)
      }
      return guarded.execution
    }
  }

  private func receive(_ event: ExecutionEvent) {
    guard case .answered(let answer) = event, (try? client.responses.read(answer) { _ in }) != nil else {
      return startNext()
    }
    answer.whenKept(on: InlineExecutor()) { [self] _ in
      answer.entry?.announce()
      startNext()
    }
  }
}
