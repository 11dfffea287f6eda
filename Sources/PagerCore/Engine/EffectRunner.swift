import Dispatch

/// Runs the effects of decisions after the lock under which they were made, in the order of the decisions.
///
/// Whichever thread decides while no other runs effects becomes the runner, until none is left; the others leave theirs
/// to it. So no effect runs under a lock, and none overtakes another.
///
/// A thread may wait until the effects so far have been run.
struct EffectRunner<Effect> {
  private var waiting: [Effect] = []
  private var isRunning = false
  /// How many effects were added, and how many of them have been run.
  private var addedCount: UInt64 = 0
  private var runCount: UInt64 = 0
  /// The threads that wait, each for the effects up to a count.
  private var waiters: [(count: UInt64, semaphore: DispatchSemaphore)] = []

  /// Adds an effect. Called under the lock.
  mutating func add(_ effect: Effect) {
    waiting.append(effect)
    addedCount += 1
  }

  /// The calling thread wants all effects so far to have been run. Called under the lock.
  ///
  /// - Returns: what it waits with once it has left the lock; nil if they have been run.
  mutating func wait() -> DispatchSemaphore? {
    guard runCount < addedCount else { return nil }
    let semaphore = DispatchSemaphore(value: 0)
    waiters.append((addedCount, semaphore))
    return semaphore
  }

  /// Makes the calling thread the runner, where there is something to run and no runner. Called under the lock.
  mutating func becomeRunner() -> Bool {
    guard !isRunning, !waiting.isEmpty else { return false }
    isRunning = true
    return true
  }

  /// What the runner has to run next, once it has run what it was given before; nil ends its turn. Called under the lock.
  mutating func next() -> [Effect]? {
    runCount = addedCount - UInt64(waiting.count)
    waiters.removeAll { waiter in
      guard waiter.count <= runCount else { return false }
      waiter.semaphore.signal()
      return true
    }
    guard !waiting.isEmpty else {
      isRunning = false
      return nil
    }
    return exchange(&waiting, with: [])
  }
}
