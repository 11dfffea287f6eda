import Synchronization

/// A point that a thread passes once, for other threads that wait for it.
final class Moment: Sendable {
  private let isOver = Atomic(false)

  var hasPassed: Bool { isOver.load(ordering: .acquiring) }

  func pass() {
    isOver.store(true, ordering: .releasing)
  }

  /// Waits without sleeping, then a little longer: so many turns of a loop.
  func wait(andSpin turns: Int = 0) {
    while !hasPassed {}
    for _ in 0..<turns { _ = hasPassed }
  }
}
