package import Dispatch

/// Threads to wake once a lock has been left: woken under it, they would only run into it.
package struct Wakeups {
  private var semaphores: [DispatchSemaphore] = []

  package init() {}

  package mutating func add(_ woken: [DispatchSemaphore]) {
    semaphores += woken
  }

  package var isEmpty: Bool { semaphores.isEmpty }

  /// Wakes the threads. Called outside the lock.
  package func signal() {
    for semaphore in semaphores { semaphore.signal() }
  }
}
