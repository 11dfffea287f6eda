private import CPlatform

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// How a wait ended.
package enum WaitEnd: Sendable {
  case signalled
  /// Its time is over.
  case timedOut
  /// A signal handler of the process ran on the thread that waited.
  case interrupted
}

/// What one thread sleeps with until other threads signal it. As many signals as came end as many sleeps.
public enum WaitSemaphore: Sendable {
  /// Sleeps on while signal handlers run on its thread.
  case plain(SteadySemaphore)
  /// A signal handler that runs on its thread ends a sleep. It has a descriptor.
  case interruptible(KernelSemaphore)

  /// - Parameter isInterruptible: whether signal handlers end a sleep. They do not if no descriptor is free.
  package init(isInterruptible: Bool = false) {
    if isInterruptible, let semaphore = KernelSemaphore() {
      self = .interruptible(semaphore)
    } else {
      self = .plain(SteadySemaphore())
    }
  }

  /// Whether a signal handler ends a sleep.
  package var isInterruptible: Bool { if case .interruptible = self { true } else { false } }

  /// Ends a sleep, under way or to come.
  package func signal() {
    switch self {
    case .plain(let semaphore): semaphore.signal()
    case .interruptible(let semaphore): semaphore.signal()
    }
  }

  /// Takes a signal that has come. Does not sleep.
  package func isSignalled() -> Bool {
    switch self {
    case .plain(let semaphore): semaphore.isSignalled()
    case .interruptible(let semaphore): semaphore.isSignalled()
    }
  }

  /// Sleeps until it is signalled, or until the deadline. A fork does not wait for a thread that sleeps here.
  package func sleep(until deadline: Deadline) -> WaitEnd {
    switch self {
    case .plain(let semaphore): semaphore.sleep(until: deadline) ? .signalled : .timedOut
    case .interruptible(let semaphore): semaphore.sleep(until: deadline)
    }
  }

  /// Whether both are the same one.
  package static func === (left: WaitSemaphore, right: WaitSemaphore) -> Bool {
    switch (left, right) {
    case (.plain(let left), .plain(let right)): left === right
    case (.interruptible(let left), .interruptible(let right)): left === right
    case (.plain, .interruptible), (.interruptible, .plain): false
    }
  }
}

/// A semaphore that any signal handler wakes, also one that was installed with `SA_RESTART`: the kernel never goes on
/// with a `ppoll(2)` that a handler has interrupted.
public final class KernelSemaphore: Sendable {
  private let descriptor: Int32

  /// Nil when no descriptor is free.
  fileprivate init?() {
    descriptor = swiftpager_semaphore()
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  fileprivate func signal() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  fileprivate func isSignalled() -> Bool {
    var one: UInt64 = 0
    return read(descriptor, &one, MemoryLayout<UInt64>.size) > 0
  }

  fileprivate func sleep(until deadline: Deadline) -> WaitEnd {
    while !isSignalled() {
      let end = ForkGate.outside { swiftpager_sleep_on(descriptor, deadline.nanosecondsToSleep) }
      // A signal that came at the same time goes first.
      if end < 0 { return isSignalled() ? .signalled : .interrupted }
      if end == 0, deadline.isOver { return isSignalled() ? .signalled : .timedOut }
    }
    return .signalled
  }
}

extension Deadline {
  /// How long a sleep until then lasts, in nanoseconds; -1: without end.
  fileprivate var nanosecondsToSleep: Int64 { self == .never ? -1 : Int64(clamping: nanosecondsLeft) }
}
