private import Dispatch
private import PagerLocks
private import PagerThreads

/// Tells a transport without a thread of its own that the time of requests is over. The clock's thread begins with the
/// first request that has a limit, and sleeps until the first of them is due.
package final class RequestClock: Sendable {
  /// Ends what is due, and returns when it wants to be called again; nil when nothing has a limit any more.
  package typealias Tick = @Sendable () -> ContinuousClock.Instant?

  private struct Guarded: ~Copyable {
    var due: ContinuousClock.Instant?
    var isStopped = false
    var thread: NetworkThread?
  }

  /// What the thread shares with the clock, which it outlives for a moment at most.
  private final class Shared: Sendable {
    let guarded = Lock(Guarded())
    let bell = DispatchSemaphore(value: 0)
  }

  private let shared = Shared()

  package init() {}

  deinit {
    stop()
  }

  /// Has `tick` called at a time, or earlier. Costs next to nothing if it is to be called before that anyway.
  package func wake(at time: ContinuousClock.Instant, _ tick: @escaping Tick) {
    let shared = shared
    shared.guarded.withLock { clock in
      guard !clock.isStopped else { return }
      if let due = clock.due, due <= time { return }
      clock.due = time
      guard clock.thread == nil else {
        shared.bell.signal()
        return
      }
      do {
        let thread = try NetworkThread(named: "swiftpager-clock") { Self.run(shared, tick) }
        clock.thread = consume thread
      } catch {
        // The system refuses a thread: requests have no limit until it gives one.
        clock.due = nil
      }
    }
  }

  /// Has nothing called any more.
  package func stop() {
    let thread = shared.guarded.withLock { clock -> NetworkThread? in
      clock.isStopped = true
      return clock.thread.take()
    }
    shared.bell.signal()
    // It goes by itself: it may be this very thread.
    _ = consume thread
  }

  private static func run(_ shared: Shared, _ tick: Tick) {
    while true {
      let (due, isStopped) = shared.guarded.withLock { ($0.due, $0.isStopped) }
      if isStopped { return }
      guard let due else {
        shared.bell.sleep()
        continue
      }
      let left = ContinuousClock.now.duration(to: due)
      if left > .zero {
        shared.bell.sleep(until: .now() + .milliseconds(Int(left.milliseconds)))
        continue
      }
      shared.guarded.withLock { $0.due = nil }
      guard let next = tick() else { continue }
      shared.guarded.withLock { clock in clock.due = clock.due.map { min($0, next) } ?? next }
    }
  }
}
