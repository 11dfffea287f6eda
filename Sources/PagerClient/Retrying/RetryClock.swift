import Dispatch
import PagerCache
package import PagerThreads

/// Time and chance, as the retries need them: tests have their own.
package protocol RetryClock: AnyObject, Sendable {
  /// The time of day, in milliseconds since 1970.
  var milliseconds: Int64 { get }
  /// The time on a clock that only goes forward, in nanoseconds.
  var nanoseconds: Int64 { get }
  /// A number of at least 0 and less than 1.
  var chance: Double { get }
  /// Runs a function after a time, on any thread except the calling one. The function must not wait.
  ///
  /// - Returns: nil if the system cannot wait, because it has no thread for that. Then nothing runs.
  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID?
  /// Cancels a wait whose function has not begun.
  func cancel(_ timer: TimerID)
}

extension RetryClock {
  /// The time on the clock that only goes forward, in milliseconds.
  var steadyMilliseconds: Int64 { nanoseconds / 1_000_000 }
}

/// The system's time.
final class SystemClock: RetryClock {
  private let timers = TimerQueue()
  private let isPatient: Bool

  /// - Parameter isPatient: false: the clock does not wait. A wait that was recorded need not be repeated.
  init(isPatient: Bool = true) {
    self.isPatient = isPatient
  }

  deinit {
    timers.stop()
  }

  var milliseconds: Int64 { WallClock.milliseconds }
  var nanoseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }
  var chance: Double { Double.random(in: 0..<1) }

  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID? {
    timers.add(after: isPatient ? delay : .zero, body)
  }

  func cancel(_ timer: TimerID) { timers.remove(timer) }
}
