import CPlatform
import Dispatch
import PagerLocks
import PagerThreads

/// Runs functions when their time comes, one after the other. Its thread lives while a function waits.
final class TimerThread: Sendable {
  private struct Timers {
    /// Sorted by time, the next one last.
    var waiting: [(time: ContinuousClock.Instant, id: TimerID, body: @Sendable () -> Void)] = []
    var lastNumber: UInt64 = 0
    var isRunning = false
  }

  private let timers = Lock(Timers())
  private let bell = DispatchSemaphore(value: 0)

  /// Nil if the system has no thread for it.
  func add(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID? {
    let (id, mustStart) = timers.withLock { timers in
      timers.lastNumber += 1
      let id = TimerID(number: timers.lastNumber)
      let time = ContinuousClock.now.advanced(by: min(delay, .seconds(1_000_000_000)))
      let place = timers.waiting.firstIndex { $0.time <= time } ?? timers.waiting.endIndex
      timers.waiting.insert((time, id, body), at: place)
      return (id, !exchange(&timers.isRunning, with: true))
    }
    if mustStart, !start() {
      remove(id)
      return nil
    }
    bell.signal()
    return id
  }

  func remove(_ id: TimerID) {
    let isLast = timers.withLock { timers in
      timers.waiting.removeAll { $0.id == id }
      return timers.waiting.isEmpty && timers.isRunning
    }
    // The thread ends when no function waits any more.
    if isLast { bell.signal() }
  }

  private func start() -> Bool {
    let thread = Unmanaged.passRetained(self)
    let hasStarted = swiftpager_start_thread(
      { thread in
        guard let thread else { return }
        Unmanaged<TimerThread>.fromOpaque(thread).takeRetainedValue().serve()
      }, thread.toOpaque())
    if !hasStarted {
      thread.release()
      timers.withLock { $0.isRunning = false }
    }
    return hasStarted
  }

  private func serve() {
    while let (body, delay) = next() {
      if let body {
        body()
      } else {
        bell.sleep(until: .now() + delay)
      }
    }
  }

  /// The function to run, or how long to wait; nil if no function waits.
  private func next() -> (body: (@Sendable () -> Void)?, delay: DispatchTimeInterval)? {
    timers.withLock { timers in
      guard let timer = timers.waiting.last else {
        timers.isRunning = false
        return nil
      }
      let delay = ContinuousClock.now.duration(to: timer.time)
      if delay <= .zero { return (timers.waiting.removeLast().body, .never) }
      let (seconds, attoseconds) = delay.components
      // A little more: a wait that ends too early would cost one more round.
      let nanoseconds = min(seconds, 3600) * 1_000_000_000 + attoseconds / 1_000_000_000 + 1
      return (nil, .nanoseconds(Int(nanoseconds)))
    }
  }
}
