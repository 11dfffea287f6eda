import PagerClient
import PagerThreads
import Synchronization

/// A clock that goes on when the test says so.
final class ManualClock: RetryClock {
  private struct Guarded {
    var milliseconds: Int64 = 1_700_000_000_000
    /// How much more the time of day shows.
    var step: Int64 = 0
    var waiting: [(id: TimerID, time: Int64, body: @Sendable () -> Void)] = []
    var lastNumber: UInt64 = 0
    var interruption: (@Sendable () -> Void)?
  }

  private let guarded = Mutex(Guarded())
  let chance: Double

  init(chance: Double = 1) {
    self.chance = chance
  }

  var milliseconds: Int64 { guarded.withLock { $0.milliseconds + $0.step } }
  /// Its seconds are small, as those of a machine that has just started.
  var nanoseconds: Int64 { guarded.withLock { $0.milliseconds - 1_699_999_999_000 } * 1_000_000 }

  /// How long each wait still takes, in milliseconds.
  var waits: [Int64] { guarded.withLock { guarded in guarded.waiting.map { $0.time - guarded.milliseconds } } }

  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID? {
    let (seconds, attoseconds) = delay.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let (id, interruption) = guarded.withLock { guarded in
      guarded.lastNumber += 1
      let id = TimerID(number: guarded.lastNumber)
      guarded.waiting.append((id, guarded.milliseconds + milliseconds, body))
      return (id, guarded.interruption.take())
    }
    interruption?()
    return id
  }

  /// What happens once, after the next wait has begun and before the one who asked for it goes on.
  func interrupt(_ interruption: @escaping @Sendable () -> Void) {
    guarded.withLock { $0.interruption = interruption }
  }

  /// The time of day is set, as an administrator or a time server does it.
  func set(by step: Int64) {
    guarded.withLock { $0.step += step }
  }

  func cancel(_ timer: TimerID) {
    guarded.withLock { $0.waiting.removeAll { $0.id == timer } }
  }

  /// Lets time pass, and runs what waited no longer than that.
  func pass(milliseconds: Int64) {
    let due = guarded.withLock { guarded in
      guarded.milliseconds += milliseconds
      let due = guarded.waiting.filter { $0.time <= guarded.milliseconds }
      guarded.waiting.removeAll { $0.time <= guarded.milliseconds }
      return due
    }
    for timer in due { timer.body() }
  }
}

/// A clock that has no thread to wait with.
final class StoppedClock: RetryClock {
  private let clock: ManualClock
  var milliseconds: Int64 { clock.milliseconds }
  var nanoseconds: Int64 { clock.nanoseconds }
  var chance: Double { 0 }

  init(clock: ManualClock) {
    self.clock = clock
  }

  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID? { nil }
  func cancel(_ timer: TimerID) {}
}
