import CPlatform
import Dispatch
import Glibc

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

extension DispatchSemaphore {
  /// How long a waiting thread only gives way to others before it sleeps, in nanoseconds: about as long as a page takes
  /// on a fast network, and as putting a thread to sleep and waking it costs. None where there is one processor: the thread
  /// that is waited for needs it.
  private static let patience: UInt64 = swiftpager_usable_processors() > 1 ? 100_000 : 0

  /// Waits to be woken, or for the deadline. Returns whether it was woken.
  ///
  /// It does not sleep at once. On a network where pages come within microseconds, the waking would cost more than the
  /// page. Where another thread wants the processor, giving way takes longer than the patience lasts, and it sleeps.
  func wait(until deadline: Deadline) -> Bool {
    let start = DispatchTime.now().uptimeNanoseconds
    while DispatchTime.now().uptimeNanoseconds &- start < Self.patience && !deadline.isOver {
      if wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success { return true }
      sched_yield()
    }
    switch deadline {
    case .never:
      wait()
      return true
    case .at(let time):
      return wait(timeout: time) == .success
    }
  }
}
