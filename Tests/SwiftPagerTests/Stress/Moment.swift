import Glibc
import Synchronization

/// A point that a thread passes once, for another thread that waits for it.
final class Moment: Sendable {
  private let isOver = Atomic(false)

  var hasPassed: Bool { isOver.load(ordering: .acquiring) }

  func pass() {
    isOver.store(true, ordering: .releasing)
  }

  /// Waits without sleeping, and then a little longer: so many turns of a loop.
  ///
  /// - Returns: whether the moment has passed. The limit guards against hangs only.
  func wait(andSpin turns: Int) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while !hasPassed {
      guard ContinuousClock.now < deadline else { return false }
      sched_yield()
    }
    for _ in 0..<turns { _ = hasPassed }
    return true
  }
}
