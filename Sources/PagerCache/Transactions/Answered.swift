import Dispatch
import PagerLocks

/// An answer that a thread waits for.
final class Answered: Sendable {
  private let answer = Mutex<Result<CachedAnswer, CacheMiss>?>(nil)
  private let bell = DispatchSemaphore(value: 0)

  func put(_ result: Result<CachedAnswer, CacheMiss>) {
    answer.withLock { $0 = result }
    bell.signal()
  }

  /// Waits for it. Called once.
  func wait() -> Result<CachedAnswer, CacheMiss> {
    bell.wait()
    return answer.withLock { $0 } ?? .failure(CacheMiss(place: "", reason: "the cache did not answer"))
  }
}
