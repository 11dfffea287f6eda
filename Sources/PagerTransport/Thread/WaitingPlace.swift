package import Dispatch
private import PagerThreads

/// Where a thread waits for what a transport brings, and what it does meanwhile.
///
/// A thread waits with a semaphore that only it waits with. The thing that it waits for signals it through the same
/// place.
package protocol WaitingPlace: Sendable {
  /// Waits until the semaphore is signalled, or the deadline has come; nil means no limit.
  ///
  /// Meanwhile the calling thread may do the transport's work, completions included. So the caller holds no lock.
  ///
  /// - Returns: whether the semaphore was signalled.
  func wait(for semaphore: DispatchSemaphore, until deadline: DispatchTime?) -> Bool

  /// Ends the wait for a semaphore, under way or to come. Any thread may call it, if it holds none of the transport's
  /// locks.
  func signal(_ semaphore: DispatchSemaphore)
}

extension WaitingPlace {
  package func wait(for semaphore: DispatchSemaphore, until deadline: DispatchTime?) -> Bool {
    semaphore.sleep(until: deadline)
  }

  package func signal(_ semaphore: DispatchSemaphore) {
    semaphore.signal()
  }
}

/// A place where a waiting thread only sleeps.
package struct SleepingPlace: WaitingPlace {
  package init() {}
}

extension DispatchSemaphore {
  /// Takes a signal that has come. Does not sleep: `.now()`, a moment that has passed, would.
  func isSignalled() -> Bool {
    wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success
  }
}
