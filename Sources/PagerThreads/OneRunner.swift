/// One thread at a time does what has to be done in order, and the others leave their part to it.
///
/// A thread adds work, and becomes the runner unless there is one. The runner looks for work until none is left. Work
/// that adds work therefore does not nest. The value is guarded by the lock that guards the work.
package struct OneRunner: Sendable {
  package private(set) var isRunning = false

  package init() {}

  /// Makes the calling thread the runner. Returns false if there is one, which will find the work.
  package mutating func begin() -> Bool { !exchange(&isRunning, with: true) }

  /// There is nothing left to do.
  package mutating func end() { isRunning = false }
}
