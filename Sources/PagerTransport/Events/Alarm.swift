internal import CCurl
private import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Ends the sleep of the transport's own thread, at a moment that any thread may set: a timer of the kernel,
/// `timerfd_create(2)`.
///
/// Setting it wakes no thread before the moment has come. The loop owns the descriptor: the holder of an alarm drops it
/// before the loop goes.
struct Alarm: Sendable {
  let descriptor: Int32

  /// Ends the sleep that runs, or else the next, after a time. That replaces what was set before.
  func ring(after delay: Duration) {
    let (seconds, attoseconds) = max(delay, .nanoseconds(1)).components
    // Fails only for invalid times.
    _ = ccurl_timer_set(descriptor, seconds, attoseconds / 1_000_000_000)
  }

  /// Sleeps until it rings.
  func sleep() {
    ForkGate.outside {
      var rings: UInt64 = 0
      // The thread that sleeps here blocks all signals. If a read ends early all the same, the thread looks once too
      // often.
      _ = read(descriptor, &rings, MemoryLayout<UInt64>.size)
    }
  }
}
