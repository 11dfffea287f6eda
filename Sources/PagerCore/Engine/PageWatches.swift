import PagerClient
import PagerLocks
import PagerState

/// The pages of a pager that its client's cache watches, by their places.
final class PageWatches: Sendable {
  private struct Guarded {
    var watches: [PageID: CacheEntryWatch] = [:]
    /// Of the pages that have changed.
    var changes: [PageID: ChangeCount] = [:]

    mutating func remove(_ id: PageID) -> CacheEntryWatch? {
      changes[id] = nil
      return watches.removeValue(forKey: id)
    }
  }

  /// How many changes of a page were begun to be shown, and how many were shown.
  struct ChangeCount: Sendable {
    var begun = 0
    var shown = 0
  }

  private let guarded = Mutex(Guarded())
  /// Of pages of which the cache has lost a part; nil: they stay as they are.
  let refetches: PageRefetches?

  /// Nil where the client has no cache.
  init?(_ client: GraphQLClient) {
    guard client.cache != nil else { return nil }
    refetches = PageRefetches(client)
  }

  deinit {
    refetches?.end()
    for watch in guarded.withLock({ $0.watches.values }) { watch.end() }
  }

  /// Watches a page that came in, in place of the one that was there.
  ///
  /// - Parameter shown: the changes that had been shown before it came. A later one is of the page that was there, and may
  ///   have been shown in place of it.
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
  /// - Parameter replace: puts the page as it is now in its place; false where that does not hold a page any more.
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
    let gone = guarded.withLock { $0.watches.keys.filter { !places.contains($0) } }
    for id in gone { end(id) }
  }
}

extension PagerEngine {
  /// Takes a page into the list, and has the cache watch it.
  ///
  /// - Parameters:
  ///   - objection: why the operation ends with this page, which is kept all the same; nil where it does not.
  ///   - place: puts the page among those held, and says what it tells of the list; nil where it is not wanted any more.
  ///   - changed: takes the page as the cache has it after a change. Runs on the cache's thread and must not wait.
  func take(
    _ answer: Answer, of load: LoadID, _ watches: PageWatches?, objection: Types.Failure? = nil,
    place: () -> PageInspection<Types.Request>?, changed: @escaping @Sendable (Answer, PageID) -> Void
  ) {
    // The next page may have come by now, and changed what this one shows: it tells of that itself, once it is in the list.
    defer { if !answer.isCached { answer.entry?.announceOwn() } }
    guard let inspection = place() else { return }
    let changes = watches?.changes
    let id = conclude(
      load, inspection, from: answer.isCached ? .cache : .server, isFinal: answer.isFinal, objection: objection)
    guard let entry = answer.entry else { return }
    if let id, let watches {
      let watch = entry.watch { [weak refetches = watches.refetches] answer in
        if let answer {
          refetches?.remove(id)
          changed(answer, id)
        } else {
          refetches?.add(id, entry)
        }
      }
      if let watch { watches.add(watch, at: id, after: changes?[id]?.shown ?? 0) }
      // The page may have left while its watch began.
      if !read({ $0.places.contains(id) }) { watches.end(id) }
    }
  }
}
