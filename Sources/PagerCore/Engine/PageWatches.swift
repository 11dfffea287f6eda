import PagerClient
import PagerLocks
import PagerState

/// The pages of a pager that its client's cache watches, by their places.
final class PageWatches: Sendable {
  private struct Guarded {
    var watches: [PageID: CacheEntryWatch] = [:]
    /// Of the pages that have changed.
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
  /// For pages of which the cache has lost a part; nil: they stay as they are.
  let refetches: PageRefetches?

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

  /// Watches a new page in place of the old one.
  ///
  /// - Parameter shown: the changes that had been shown before it came. A later one is of the page that was there, and
  ///   may have been shown in place of it.
  func add(_ watch: CacheEntryWatch, at id: PageID, after shown: Int) {
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

  /// A page comes to a place, and counts as complete until the cache reports otherwise. Returns the number of its arrival.
  func begin(_ id: PageID) -> UInt64 {
    guarded.withLock { guarded in
      guarded.lastArrival += 1
      guarded.arrivals[id] = guarded.lastArrival
      guarded.unreadable.remove(id)
      return guarded.lastArrival
    }
  }

  /// The cache has the page whole again. A page that has left its place is ignored.
  func find(_ id: PageID, _ arrival: UInt64) {
    guarded.withLock { if $0.arrivals[id] == arrival { $0.unreadable.remove(id) } }
  }

  /// The page is incomplete in the cache. Observers learn this once, until it is complete again.
  func lose(_ id: PageID, _ arrival: UInt64, _ part: MissingPart, _ subject: RequestSubject) {
    let isNew = guarded.withLock { $0.arrivals[id] == arrival && $0.unreadable.insert(id).inserted }
    if isNew { client.noteUnreadablePage(part, subject) }
  }
}

extension PagerEngine {
  /// Takes a page into the list, and has the cache watch it.
  ///
  /// - Parameters:
  ///   - subject: the subject of the page's request, for observers.
  ///   - objection: why the operation ends with this page; nil if it does not. The page is kept even so.
  ///   - place: puts the page among the held pages, and returns what it says about the list; nil if the page is no
  ///     longer wanted.
  ///   - changed: takes the page as the cache has it after a change. Runs on the cache's thread and must not wait.
  func take(
    _ answer: Answer, of load: LoadID, _ subject: RequestSubject, _ watches: PageWatches?,
    objection: Types.Failure? = nil, place: () -> PageInspection<Types.Request>?,
    changed: @escaping @Sendable (Answer, PageID) -> Void
  ) {
    // The next page may have come by now and changed what this page shows. It reports that itself after it is in the
    // list.
    defer { if !answer.isCached { answer.entry?.announceOwn() } }
    guard let inspection = place() else { return }
    let changes = watches?.changes
    let id = conclude(
      load, inspection, from: answer.isCached ? .cache : .server, isFinal: answer.isFinal, objection: objection)
    guard let entry = answer.entry else { return }
    if let id, let watches {
      let arrival = watches.begin(id)
      let watch = entry.watch { [weak watches] news in
        guard let watches else { return }
        switch news {
        case .changed(let answer):
          watches.refetches?.remove(id)
          watches.find(id, arrival)
          changed(answer, id)
        case .withoutGuess(let answer):
          changed(answer, id)
        case .lost(let part):
          watches.lose(id, arrival, part, subject)
          watches.refetches?.add(id, entry)
        case .neverWhole(let part):
          watches.lose(id, arrival, part, subject)
        }
      }
      if let watch { watches.add(watch, at: id, after: changes?[id]?.shown ?? 0) }
      if let part = entry.refusal { watches.lose(id, arrival, part, subject) }
      // The page may have left while its watch began.
      if !read({ $0.places.contains(id) }) { watches.end(id) }
    }
  }
}
