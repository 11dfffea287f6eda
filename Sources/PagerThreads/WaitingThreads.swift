/// Threads that wait, in the order in which they began to, each with its purpose.
///
/// The owner keeps the list under its lock, and decides which threads to wake. A thread that is woken leaves the list
/// then. A thread that gives up removes itself.
package struct WaitingThreads<Purpose> {
  private var threads: [(semaphore: WaitSemaphore, purpose: Purpose)] = []

  package init() {}

  package var isEmpty: Bool { threads.isEmpty }

  /// Adds the calling thread. It waits with the semaphore after it has left the lock.
  package mutating func add(_ semaphore: WaitSemaphore, for purpose: Purpose) {
    threads.append((semaphore, purpose))
  }

  /// A thread has given up.
  package mutating func remove(_ semaphore: WaitSemaphore) {
    threads.removeAll { $0.semaphore === semaphore }
  }

  /// Takes the thread that began to wait last. It may not be asleep yet, and its data is the likeliest to be in the
  /// processor's caches.
  package mutating func takeLast(
    where isMeant: (Purpose) -> Bool = { _ in true }
  ) -> (semaphore: WaitSemaphore, purpose: Purpose)? {
    threads.lastIndex { isMeant($0.purpose) }.map { threads.remove(at: $0) }
  }

  /// Takes all threads that are meant, in their order.
  package mutating func takeAll(where isMeant: (Purpose) -> Bool, then take: (WaitSemaphore) -> Void) {
    threads.removeAll { thread in
      guard isMeant(thread.purpose) else { return false }
      take(thread.semaphore)
      return true
    }
  }
}
