import PagerBytes
import PagerCache
import PagerLocks

/// The shown effects of a request until its answer; they are taken back once.
final class OptimisticShow: Sendable {
  private let cache: Cache
  private let write: Lock<OptimisticWrite?>

  init(_ text: ReceivedBytes, in cache: Cache) throws(CacheError) {
    self.cache = cache
    write = Lock(try cache.writeOptimistic(text))
  }

  deinit {
    end()
  }

  /// Takes it back. Pages that show it get the change later, from the code that knows what replaced it: see `announce`.
  ///
  /// - Parameter hasFailed: whether nothing replaced it.
  func take(hasFailed: Bool) {
    if let write = write.withLock({ exchange(&$0, with: nil) }) { cache.endOptimistic(write, hasFailed: hasFailed) }
  }

  /// Takes it back, with nothing in its place.
  func end() {
    take(hasFailed: true)
    cache.announce()
  }
}
