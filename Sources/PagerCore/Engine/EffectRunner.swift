import Synchronization

/// Runs the effects of decisions after the lock under which they were made, in the order of the decisions.
///
/// Whichever thread decides while no other runs effects becomes the runner, until none is left; the others leave theirs
/// to it. So no effect runs under a lock, and none overtakes another.
struct EffectRunner<Effect> {
  private var waiting: [Effect] = []
  private var isRunning = false

  /// Adds an effect. Called under the lock.
  mutating func add(_ effect: Effect) {
    waiting.append(effect)
  }

  /// Makes the calling thread the runner, where there is something to run and no runner. Called under the lock.
  mutating func becomeRunner() -> Bool {
    guard !isRunning, !waiting.isEmpty else { return false }
    isRunning = true
    return true
  }

  /// What the runner has to run next; nil ends its turn. Called under the lock.
  mutating func next() -> [Effect]? {
    guard !waiting.isEmpty else {
      isRunning = false
      return nil
    }
    return exchange(&waiting, with: [])
  }
}
