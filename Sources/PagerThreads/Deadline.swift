import Dispatch

/// The moment at which a wait ends at the latest.
///
/// Its clock, like libcurl's, stands still while the machine sleeps.
package struct Deadline: Sendable, Hashable, Comparable {
  /// On `CLOCK_MONOTONIC`, which cannot be set. 0 is a moment that has passed, and the largest number never comes.
  let nanoseconds: UInt64

  private init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment after a time. A time of more than thirty years has no end.
  package init(after delay: Duration) {
    let (seconds, attoseconds) = max(delay, .zero).components
    guard seconds < 1_000_000_000 else {
      self = .never
      return
    }
    nanoseconds =
      DispatchTime.now().uptimeNanoseconds + UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }

  /// The moment after this many milliseconds. On a page's way, where the arithmetic of `Duration` costs too much.
  package init(afterMilliseconds delay: Int) {
    self = Deadline.present.advanced(byMilliseconds: delay)
  }

  /// The moment this many milliseconds later; at most thirty years.
  package func advanced(byMilliseconds delay: Int) -> Deadline {
    Deadline(nanoseconds: nanoseconds &+ UInt64(clamping: min(delay, 1_000_000_000_000)) &* 1_000_000)
  }

  /// The present moment, to count from.
  package static var present: Deadline { Deadline(nanoseconds: DispatchTime.now().uptimeNanoseconds) }
  /// A moment that has passed: a wait until then does not sleep.
  package static var now: Deadline { Deadline(nanoseconds: 0) }
  /// A wait until then has no limit.
  package static var never: Deadline { Deadline(nanoseconds: .max) }

  package static func < (left: Deadline, right: Deadline) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Whether it has come.
  package var isOver: Bool {
    // The first two need no look at the clock.
    self == .now || self != .never && self <= .present
  }

  /// How many nanoseconds are left until then.
  package var nanosecondsLeft: UInt64 {
    let now = Deadline.present
    return now < self ? nanoseconds - now.nanoseconds : 0
  }

  /// How long a system call waits until then: in milliseconds, rounded up; -1 is without end.
  package var milliseconds: Int32 {
    switch self {
    case .now: return 0
    case .never: return -1
    default: return Int32(clamping: (nanosecondsLeft + 999_999) / 1_000_000)
    }
  }
}
