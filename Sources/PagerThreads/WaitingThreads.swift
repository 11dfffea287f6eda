/// Threads that wait, in the order in which they began to, each with its purpose.
///
/// The owner keeps the list under its lock, and decides which threads to wake. A thread that is woken leaves the list
/// then. A thread that gives up removes itself.
public struct WaitingThreads<Purpose> {
  public struct Waiting {
    public let semaphore: WaitSemaphore
    public let purpose: Purpose

    init(semaphore: WaitSemaphore, purpose: Purpose) {
      (self.semaphore, self.purpose) = (semaphore, purpose)
    }
  }

  // Public, like a lock: only public generic code can the compiler specialise for its owners, in other modules.
  private var threads: [Waiting] = []

  public init() {}

  public var isEmpty: Bool { threads.isEmpty }

  /// Adds the calling thread. It waits with the semaphore after it has left the lock.
  public mutating func add(_ semaphore: WaitSemaphore, for purpose: Purpose) {
    threads.append(Waiting(semaphore: semaphore, purpose: purpose))
  }

  /// A thread has given up.
  public mutating func remove(_ semaphore: WaitSemaphore) {
    threads.removeAll { $0.semaphore === semaphore }
  }

  /// Takes the thread that began to wait last. It may not be asleep yet, and its data is the likeliest to be in the
  /// processor's caches.
  public mutating func takeLast(where isMeant: (Purpose) -> Bool = { _ in true }) -> Waiting? {
    for index in threads.indices.reversed() where isMeant(threads[index].purpose) { return threads.remove(at: index) }
    return nil
  }

  /// Takes all threads that are meant, in their order.
  public mutating func takeAll(where isMeant: (Purpose) -> Bool, then take: (WaitSemaphore) -> Void) {
    threads.removeAll { thread in
      guard isMeant(thread.purpose) else { return false }
      take(thread.semaphore)
      return true
    }
  }
}
