import Dispatch

/// The threads that wait for something of a client, in the order in which they began to. Kept under the queue's lock.
///
/// An event wakes one thread, and the end of an operation wakes the threads that wait for it. With hundreds of threads,
/// waking all for everything would cost more than the work.
struct WaitingThreads {
  private var threads: [WaitingThread] = []
  /// The thread that was woken to run events, and has not come yet.
  private var summoned: WaitingThread?
  /// Threads to wake once the lock has been left. If they were woken under it, they would only run into it.
  private var woken: [DispatchSemaphore] = []

  /// Adds the calling thread; it waits with the semaphore after it has left the lock.
  mutating func add(for goal: EventQueue.Goal) -> WaitingThread {
    let thread = WaitingThread(for: goal)
    threads.append(thread)
    return thread
  }

  /// Takes a thread out that has given up waiting.
  mutating func remove(_ thread: WaitingThread) {
    threads.removeAll { $0 === thread }
  }

  /// A thread that waited is back.
  mutating func hasCome(_ thread: WaitingThread) {
    if summoned === thread { summoned = nil }
  }

  /// Wakes a thread to run events, unless one is on its way. It wakes the one that began to wait last, because that one
  /// may not be asleep yet.
  mutating func summon(where canRun: (EventQueue.Goal) -> Bool) {
    guard summoned == nil, let index = threads.lastIndex(where: { canRun($0.goal) }) else { return }
    summoned = threads[index]
    wake(at: index)
  }

  /// Wakes a thread that pulls: there is an update for it.
  mutating func wakePuller(of updates: PulledUpdates) {
    if let index = threads.lastIndex(where: { $0.pulls(updates) }) { wake(at: index) }
  }

  /// Wakes the threads that pull what has come to its end.
  mutating func wakePullers(of updates: PulledUpdates) {
    wakeAll { $0.pulls(updates) }
  }

  /// Wakes the threads whose goal has been reached.
  mutating func wakeReached() {
    wakeAll { $0.isReached }
  }

  /// Wakes all: each looks again at what it waits for.
  mutating func wakeAll() {
    wakeAll { _ in true }
  }

  private mutating func wakeAll(where isMeant: (WaitingThread) -> Bool) {
    threads.removeAll { thread in
      guard isMeant(thread) else { return false }
      woken.append(thread.semaphore)
      return true
    }
  }

  private mutating func wake(at index: Int) {
    woken.append(threads.remove(at: index).semaphore)
  }

  /// What wakes the threads; empty from then on.
  mutating func takeWoken() -> [DispatchSemaphore] {
    guard !woken.isEmpty else { return [] }
    defer { woken = [] }
    return woken
  }
}

/// A thread that waits for callbacks to run, or for its goal to be reached by another thread.
final class WaitingThread: Sendable {
  let semaphore = DispatchSemaphore(value: 0)
  let goal: EventQueue.Goal

  init(for goal: EventQueue.Goal) {
    self.goal = goal
  }

  /// Whether the operation that the thread waits for has ended.
  var isReached: Bool {
    if case .wait(let isReached) = goal { isReached() } else { false }
  }

  func pulls(_ updates: PulledUpdates) -> Bool {
    if case .pull(let own) = goal { own === updates } else { false }
  }
}

/// What `swiftpager_client_wake` has asked for: which calls return early. Kept under the queue's lock.
///
/// A wake ends all waits that are under way when it comes, also that of a thread which is running a callback meanwhile.
/// If there are none, it is kept for the next wait. A call that may not wait at all does not count as a wait.
struct Wakes {
  private var count: UInt64 = 0
  /// How many threads wait.
  private var sleepers = 0
  /// Whether the thread that runs a callback does so in a call that waits.
  private var runnerWaits = false
  /// The next call that would wait returns instead.
  private var isPending = false

  mutating func wake() {
    count &+= 1
    if sleepers == 0 && !runnerWaits { isPending = true }
  }

  /// A call takes a step. What came before its first one does not concern it.
  func begin(_ progress: inout RunProgress) {
    if progress.wakesAtStart == nil { progress.wakesAtStart = count }
  }

  mutating func beginSleep(of progress: RunProgress) {
    if progress.canBeWoken { sleepers += 1 }
  }

  mutating func endSleep(of progress: RunProgress) {
    if progress.canBeWoken { sleepers -= 1 }
  }

  mutating func beginRun(by progress: RunProgress) {
    runnerWaits = progress.canBeWoken
  }

  mutating func endRun() {
    runnerWaits = false
  }

  /// Whether a call that would wait returns instead.
  mutating func interrupt(_ progress: RunProgress) -> Bool {
    if progress.wakesAtStart != count { return true }
    defer { isPending = false }
    return isPending
  }
}

/// Threads that wait for something that a lock guards. Kept under that lock.
struct Waiters {
  private var semaphores: [DispatchSemaphore] = []

  /// Adds the calling thread; it waits with the semaphore after it has left the lock.
  mutating func add() -> DispatchSemaphore {
    let semaphore = DispatchSemaphore(value: 0)
    semaphores.append(semaphore)
    return semaphore
  }

  /// Takes a thread out that has given up waiting.
  mutating func remove(_ semaphore: DispatchSemaphore) {
    semaphores.removeAll { $0 === semaphore }
  }

  /// Takes all out, to wake them: each looks again at what it waits for.
  mutating func takeAll() -> [DispatchSemaphore] {
    defer { semaphores = [] }
    return semaphores
  }
}
