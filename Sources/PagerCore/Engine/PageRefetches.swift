import PagerClient
import PagerLocks
import PagerState

/// Asks the server for pages of which the cache has lost a part, one at a time: a cache that was cleared must not make
/// as many requests at once as there are pages.
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
    /// Whether a thread starts requests, and whether it has to look for a further one.
    var isStarting = false
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
      return !exchange(&guarded.isStarting, with: true)
    }
    guard isFirst else { return }
    while let execution = next() { execution.start() }
  }

  private func next() -> Execution? {
    guarded.withLock { guarded in
      guard guarded.mustLook, !guarded.isOver, !guarded.waiting.isEmpty else {
        guarded.isStarting = false
        return nil
      }
      guarded.mustLook = false
      let body = RequestBody { [entry = guarded.waiting.removeFirst().entry] in entry.body }
      guarded.execution = client.prepare(.fetchIgnoringCacheData, body) { [weak self] in self?.take($0) }
      return guarded.execution
    }
  }

  private func take(_ event: ExecutionEvent) {
    guard case .answered(let answer) = event, (try? client.responses.read(answer) { _ in }) != nil else {
      return startNext()
    }
    answer.whenKept(on: InlineExecutor()) { [self] _ in
      answer.entry?.announce()
      startNext()
    }
  }
}
