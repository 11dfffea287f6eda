import CPlatform

/// What threads sleep with until others signal it. As many signals as came end as many sleeps.
///
/// The system's own semaphores of this kind count their time by the time of day: if that is set back while a thread
/// sleeps, the thread sleeps so much longer. This one sleeps by `CLOCK_MONOTONIC`.
public final class SteadySemaphore: @unchecked Sendable {  // C reads and changes the counts atomically.
  private let signals: UnsafeMutablePointer<swiftpager_signals>

  package init() {
    signals = .allocate(capacity: 1)
    signals.initialize(to: swiftpager_signals())
  }

  deinit {
    signals.deallocate()
  }

  /// Ends a sleep, under way or to come.
  package func signal() {
    // The thread that it wakes may release its semaphore.
    withExtendedLifetime(self) { swiftpager_signal(signals) }
  }

  /// Sleeps until it is signalled, or until the deadline. Returns whether it was signalled.
  ///
  /// A fork does not wait for a thread that sleeps here.
  @discardableResult
  package func sleep(until deadline: Deadline = .never) -> Bool {
    isSignalled()
      || withExtendedLifetime(self) {
        ForkGate.outside { swiftpager_sleep_for_signal(signals, deadline.nanoseconds) }
      }
  }

  /// Takes a signal that has come. Does not sleep.
  package func isSignalled() -> Bool {
    withExtendedLifetime(self) { swiftpager_take_signal(signals) }
  }
}
