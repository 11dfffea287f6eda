import PagerCache

/// Time and chance, as retrying needs them: tests have their own.
package protocol RetryClock: Sendable {
  /// The time of day, in milliseconds since 1970.
  var milliseconds: Int64 { get }
  /// A number of at least 0 and less than 1.
  var chance: Double { get }
  /// Runs a function after a time, on any thread but this one; it must not wait.
  ///
  /// - Returns: nil where the system cannot wait: it has no thread for that. Then nothing runs.
  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID?
  /// Gives up what has not begun.
  func cancel(_ timer: TimerID)
}

/// One wait.
package struct TimerID: Sendable, Hashable {
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}

/// The system's time.
final class SystemClock: RetryClock {
  private let timers = TimerThread()
  private let isPatient: Bool

  /// - Parameter isPatient: false: nothing is waited for. What was recorded need not be waited for again.
  init(isPatient: Bool = true) {
    self.isPatient = isPatient
  }

  var milliseconds: Int64 { WallClock.milliseconds }
  var chance: Double { Double.random(in: 0..<1) }

  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID? {
    timers.add(isPatient ? delay : .zero, body)
  }

  func cancel(_ timer: TimerID) { timers.remove(timer) }
}
