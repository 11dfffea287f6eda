import CPlatform
import DequeModule
import Dispatch
import PagerLocks

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The thread on which a cache renders pages that changed, and on which it waits for a file: not the network's, nor that of
/// somebody who writes.
///
/// It starts with the first job.
final class CacheThread: Sendable {
  private struct Jobs {
    var waiting: Deque<@Sendable () -> Void> = []
    var isRunning = false
    var isStopped = false
    /// The thread that runs them.
    var thread: pthread_t?
  }

  private let jobs = Mutex(Jobs())
  private let bell = DispatchSemaphore(value: 0)

  /// Runs a job after those that were given before. Where the system refuses a thread, here and now.
  ///
  /// - Returns: false where the thread was stopped: then the job does not run.
  @discardableResult
  func run(_ job: @escaping @Sendable () -> Void) -> Bool {
    let (isStopped, mustStart) = jobs.withLock { jobs in
      guard !jobs.isStopped else { return (true, false) }
      jobs.waiting.append(job)
      let mustStart = !jobs.isRunning
      jobs.isRunning = true
      return (false, mustStart)
    }
    guard !isStopped else { return false }
    bell.signal()
    if mustStart, !start() { runAll() }
    return true
  }

  /// Runs a job like `run` and waits for its end. On the thread itself: here and now.
  func runAndWait<Result: Sendable>(_ job: @escaping @Sendable () -> Result) -> Result {
    if jobs.withLock({ $0.thread }).map({ pthread_equal($0, pthread_self()) != 0 }) == true { return job() }
    let result = Mutex<Result?>(nil)
    let end = DispatchSemaphore(value: 0)
    let isTaken = run {
      let value = job()
      result.withLock { $0 = value }
      end.signal()
    }
    if isTaken { end.wait() }
    // Nobody waits for a thread that was stopped.
    return result.withLock { $0 } ?? job()
  }

  /// Ends the thread once what was given has run.
  func stop() {
    jobs.withLock { $0.isStopped = true }
    bell.signal()
  }

  private func start() -> Bool {
    // Ownership: the retain goes with the thread, which gives it back as its last act; without a thread it comes back here.
    let thread = Unmanaged.passRetained(self)
    let hasStarted = swiftpager_start_thread(
      { thread in
        guard let thread else { return }
        Unmanaged<CacheThread>.fromOpaque(thread).takeRetainedValue().serve()
      }, thread.toOpaque())
    if !hasStarted { thread.release() }
    return hasStarted
  }

  private func serve() {
    jobs.withLock { $0.thread = pthread_self() }
    while true {
      bell.wait()
      let (job, isOver) = jobs.withLock { ($0.waiting.popFirst(), $0.isStopped && $0.waiting.isEmpty) }
      job?()
      if isOver, job == nil || jobs.withLock({ $0.waiting.isEmpty }) { return }
    }
  }

  /// Without a thread: the next job tries to start one again.
  private func runAll() {
    jobs.withLock { $0.thread = pthread_self() }
    while let job = takeOrRest() { job() }
  }

  private func takeOrRest() -> (@Sendable () -> Void)? {
    jobs.withLock { jobs in
      let job = jobs.waiting.popFirst()
      jobs.isRunning = job != nil
      if job == nil { jobs.thread = nil }
      return job
    }
  }
}
