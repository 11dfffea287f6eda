package import Dispatch
private import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Where a thread waits for what a transport brings, and what it does meanwhile.
///
/// A thread waits with a semaphore that only it waits with. What it waits for signals it through the same place.
package protocol WaitingPlace: Sendable {
  /// Waits until the semaphore is signalled, or the deadline has come; nil is no limit.
  ///
  /// Meanwhile the calling thread may do the transport's work, completions included. So the caller holds no lock.
  ///
  /// - Returns: whether the semaphore was signalled.
  func wait(for semaphore: DispatchSemaphore, until deadline: DispatchTime?) -> Bool

  /// Ends the wait for a semaphore, under way or to come. Any thread may call it, but under none of the transport's locks.
  func signal(_ semaphore: DispatchSemaphore)
}

extension WaitingPlace {
  package func wait(for semaphore: DispatchSemaphore, until deadline: DispatchTime?) -> Bool {
    semaphore.wait(patientlyUntil: deadline)
  }

  package func signal(_ semaphore: DispatchSemaphore) {
    semaphore.signal()
  }
}

/// A place where a waiting thread only sleeps.
package struct Bench: WaitingPlace {
  package init() {}
}

extension DispatchSemaphore {
  /// How long a waiting thread only gives way to others before it sleeps, in nanoseconds: about as long as putting a
  /// thread to sleep and waking it costs.
  static let patience: UInt64 = 50_000

  /// Takes a signal that has come. Does not sleep: `.now()`, a moment that has passed, would.
  func isSignalled() -> Bool {
    wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success
  }

  /// Gives way to other threads until it is signalled, the patience is over or the deadline has come. Where another thread
  /// wants the processor, giving way takes longer than the patience lasts. Returns whether it was signalled.
  func isSignalledSoon(until deadline: DispatchTime?, patience: UInt64 = DispatchSemaphore.patience) -> Bool {
    ForkGate.outside {
      let start = DispatchTime.now()
      while DispatchTime.now().uptimeNanoseconds &- start.uptimeNanoseconds < patience {
        if isSignalled() { return true }
        if let deadline, deadline <= .now() { return false }
        sched_yield()
      }
      return false
    }
  }

  /// Waits to be signalled, or for the deadline; nil is no limit. Returns whether it was signalled.
  ///
  /// It does not sleep at once. On a network where pages come within microseconds, the waking would cost more than the
  /// page.
  func wait(patientlyUntil deadline: DispatchTime?) -> Bool {
    isSignalledSoon(until: deadline) || sleep(until: deadline)
  }
}
