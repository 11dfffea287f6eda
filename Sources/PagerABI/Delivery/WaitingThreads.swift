import Dispatch
import Synchronization

/// The threads that wait for the callbacks of a client, in the order in which they began to. Kept under the queue's lock.
///
/// An event wakes one thread, the end of an operation those that wait for it: with hundreds of threads, waking all for
/// everything would cost more than the work.
struct WaitingThreads {
  private var threads: [WaitingThread] = []
  /// Threads to wake once the lock has been left: woken under it, they would only run into it.
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

  /// Wakes the thread that began to wait last: it may not be asleep yet.
  mutating func wakeLast() {
    if let thread = threads.popLast() { woken.append(thread.semaphore) }
  }

  /// Makes one dispatch return. Returns false where none waits.
  mutating func wakeDispatch() -> Bool {
    guard let index = threads.lastIndex(where: { $0.isDispatch }) else { return false }
    let thread = threads.remove(at: index)
    thread.setWoken()
    woken.append(thread.semaphore)
    return true
  }

  /// Wakes the threads whose goal has been reached.
  mutating func wakeReached() {
    threads.removeAll { thread in
      guard thread.isReached else { return false }
      woken.append(thread.semaphore)
      return true
    }
  }

  /// Wakes all: each looks again at what it waits for.
  mutating func wakeAll() {
    for thread in threads { woken.append(thread.semaphore) }
    threads.removeAll()
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
  /// Whether what the thread waits for has come; nil for a dispatch, which waits for any callback.
  private let goal: (@Sendable () -> Bool)?
  private let woken = Atomic(false)

  init(for goal: EventQueue.Goal) {
    switch goal {
    case .wait(let isReached): self.goal = isReached
    case .dispatch, .drain: self.goal = nil
    }
  }

  var isDispatch: Bool { goal == nil }
  var isReached: Bool { goal?() ?? false }

  /// Whether somebody asked for this dispatch to return.
  var isWoken: Bool { woken.load(ordering: .relaxed) }
  func setWoken() { woken.store(true, ordering: .relaxed) }
}
