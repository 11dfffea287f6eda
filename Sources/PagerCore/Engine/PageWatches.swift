import PagerClient
import PagerLocks
import PagerState

/// The pages of a pager that its client's cache watches, by their places.
final class PageWatches: Sendable {
  private let watches = Mutex<[PageID: CacheEntryWatch]>([:])

  deinit {
    for watch in watches.withLock({ $0.values }) { watch.end() }
  }

  /// Watches a page that came in, in place of the one that was there.
  func add(_ watch: CacheEntryWatch, at id: PageID) {
    watches.withLock { $0.updateValue(watch, forKey: id) }?.end()
  }

  /// Whether a page is watched.
  func has(_ id: PageID) -> Bool {
    watches.withLock { $0[id] != nil }
  }

  /// Ends the watch of a page.
  func end(_ id: PageID) {
    watches.withLock { $0.removeValue(forKey: id) }?.end()
  }

  /// Ends the watches of all other pages.
  func keep(_ places: HeldPages) {
    let gone = watches.withLock { watches in
      let gone = watches.filter { !places.contains($0.key) }
      for id in gone.keys { watches[id] = nil }
      return gone.values
    }
    for watch in gone { watch.end() }
  }
}

extension PagerEngine {
  /// Takes a page into the list, and has the cache watch it.
  ///
  /// - Parameters:
  ///   - place: puts the page among those held, and says what it tells of the list; nil where it is not wanted any more.
  ///   - changed: takes the page as the cache has it after a change. Runs on the cache's thread and must not wait.
  func take(
    _ answer: Answer, of load: LoadID, _ watches: PageWatches?,
    place: () -> PageInspection<Types.Request>?, changed: @escaping @Sendable (Answer, PageID) -> Void
  ) {
    guard let inspection = place() else { return }
    let id = conclude(load, inspection, from: answer.isCached ? .cache : .server, isFinal: answer.isFinal)
    guard let entry = answer.entry else { return }
    if let id, let watches, let watch = entry.watch({ if let answer = $0 { changed(answer, id) } }) {
      watches.add(watch, at: id)
      // The page may have left while its watch began.
      if !read({ $0.places.contains(id) }) { watches.end(id) }
    }
    if !answer.isCached { entry.announce() }
  }
}
