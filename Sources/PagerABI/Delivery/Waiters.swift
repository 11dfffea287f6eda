import Dispatch

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
