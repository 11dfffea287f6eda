import PagerThreads

/// Runs the effects of decisions after the lock under which they were made, in the order of the decisions.
///
/// A thread that decides while no other thread runs effects becomes the runner, until no effect is left. Other threads
/// leave their effects to it. No effect therefore runs under a lock, and no effect overtakes another.
///
/// A thread can wait until all effects so far have run.
struct EffectRunner<Effect> {
  private var waiting: [Effect] = []
  /// Room for effects, so that a page needs no memory for its own.
  private var spare: [Effect] = []
  private var runner = OneRunner()
  /// How many effects were added, and how many of them have been run.
  private var addedCount: UInt64 = 0
  private var runCount: UInt64 = 0
  /// The threads that wait, each for the effects up to a count.
  private var waiters: [(count: UInt64, semaphore: SteadySemaphore)] = []

  /// Adds an effect. Called under the lock.
  mutating func add(_ effect: Effect) {
    waiting.append(effect)
    addedCount += 1
  }

  /// The calling thread wants to wait until all effects so far have run. Called under the lock.
  ///
  /// - Returns: what the thread waits with once it has left the lock; nil if they have run.
  mutating func wait() -> SteadySemaphore? {
    guard runCount < addedCount else { return nil }
    let semaphore = SteadySemaphore()
    waiters.append((addedCount, semaphore))
    return semaphore
  }

  /// Makes the calling thread the runner if there are effects and no runner. Called under the lock.
  ///
  /// - Returns: the runner's first effects; none if the thread is not the runner.
  mutating func begin() -> [Effect] {
    guard !waiting.isEmpty, runner.begin() else { return [] }
    return exchange(&waiting, with: exchange(&spare, with: []))
  }

  /// The runner's next effects, after it has run the previous ones; none ends its work. Called under the lock.
  ///
  /// - Parameters:
  ///   - effects: none, in the memory of the previous ones.
  ///   - keepsRoom: whether further effects will come soon.
  mutating func next(_ effects: inout [Effect], keepsRoom: Bool) {
    runCount = addedCount - UInt64(waiting.count)
    waiters.removeAll { waiter in
      guard waiter.count <= runCount else { return false }
      waiter.semaphore.signal()
      return true
    }
    if waiting.isEmpty {
      runner.end()
      spare = keepsRoom ? effects : []
      effects = []
    } else {
      swap(&waiting, &effects)
    }
  }
}
