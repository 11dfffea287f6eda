/// Runs the effects of decisions after the lock under which they were made, in the order of the decisions.
///
/// A thread that decides while no other thread runs effects becomes the runner, until no effect is left. Other threads
/// leave their effects to it. No effect therefore runs under a lock, and no effect overtakes another.
struct EffectRunner<Effect> {
  private var waiting: [Effect] = []
  private var isRunning = false
  /// How many effects were added, and how many of them have been run.
  private var addedCount: UInt64 = 0
  private var runCount: UInt64 = 0

  /// Adds an effect. Called under the lock.
  mutating func add(_ effect: Effect) {
    waiting.append(effect)
    addedCount += 1
  }

  /// The ticket of a caller that waits until all effects so far have run. Called under the lock.
  var ticket: UInt64 { addedCount }

  /// Whether all effects up to a ticket have been run. Called under the lock.
  func isPast(_ ticket: UInt64) -> Bool { runCount >= ticket }

  /// Makes the calling thread the runner if there are effects and no runner. Called under the lock.
  mutating func becomeRunner() -> Bool {
    guard !isRunning, !waiting.isEmpty else { return false }
    isRunning = true
    return true
  }

  /// The runner's next effects, after it has run the previous ones; nil ends its work. Called under the lock.
  mutating func next() -> [Effect]? {
    runCount = addedCount - UInt64(waiting.count)
    guard !waiting.isEmpty else {
      isRunning = false
      return nil
    }
    return exchange(&waiting, with: [])
  }
}
