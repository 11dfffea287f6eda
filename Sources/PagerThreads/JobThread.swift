import CPlatform
import DequeModule
package import Dispatch
import PagerLocks

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A thread that runs jobs in the order in which they were given, until it is stopped and none is left.
///
/// It is there for jobs that may not wait elsewhere: not on the network's thread, nor on the thread of a caller.
package final class JobThread: Sendable {
  package typealias Job = @Sendable () -> Void

  private struct Jobs {
    var waiting: Deque<Job> = []
    var isRunning = false
    var isStopped = false
    /// The thread that runs them.
    var thread: pthread_t?

    var isOnThread: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  private let jobs = Lock(Jobs())
  private let bell = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  package init() {}

  /// Starts the thread, unless it runs. The first job starts it anyway; this is for callers that want to know.
  ///
  /// - Returns: false if the system refuses a thread.
  package func start() -> Bool {
    jobs.withLock { jobs in
      guard !jobs.isRunning, !jobs.isStopped else { return true }
      // If a thread runs jobs because there is no job thread, it runs those that come meanwhile, too: they keep their
      // order.
      guard jobs.thread == nil else { return false }
      // Ownership: the retain goes with the thread, which gives it back as its last act. Without a thread it comes back
      // here.
      let thread = Unmanaged.passRetained(self)
      jobs.isRunning = swiftpager_start_thread(
        { thread in
          guard let thread else { return }
          Unmanaged<JobThread>.fromOpaque(thread).takeRetainedValue().serve()
        }, thread.toOpaque())
      if !jobs.isRunning { thread.release() }
      return jobs.isRunning
    }
  }

  /// Runs a job after those that were given before. If the system refuses a thread, it runs the job here and now.
  ///
  /// - Returns: false if the thread was stopped: then the job does not run.
  @discardableResult
  package func run(_ job: @escaping Job) -> Bool {
    let isTaken = jobs.withLock { jobs in
      if !jobs.isStopped { jobs.waiting.append(job) }
      return !jobs.isStopped
    }
    guard isTaken else { return false }
    if start() { bell.signal() } else { runHere() }
    return true
  }

  /// Runs a job like `run` and waits for its end. On the thread itself: here and now.
  package func runAndWait<Result: Sendable>(_ job: @escaping @Sendable () -> Result) -> Result {
    if jobs.withLock({ $0.isOnThread }) { return job() }
    let result = Lock<Result?>(nil)
    let end = DispatchSemaphore(value: 0)
    let isTaken = run {
      let value = job()
      result.withLock { $0 = value }
      end.signal()
    }
    if isTaken { end.sleep() }
    // A thread that was stopped has not taken the job. It runs here.
    return result.withLock { $0 } ?? job()
  }

  /// Takes no more jobs. The thread ends once those that wait have run.
  package func stop() {
    jobs.withLock { $0.isStopped = true }
    bell.signal()
  }

  /// Waits until a thread that was stopped has ended; on the thread itself it does not wait.
  ///
  /// - Returns: whether it has ended.
  package func waitForEnd(until deadline: DispatchTime) -> Bool {
    let (isRunning, isOnThread) = jobs.withLock { ($0.isRunning, $0.isOnThread) }
    guard isRunning else { return true }
    guard !isOnThread, end.sleep(until: deadline) else { return false }
    // For the next thread that waits.
    end.signal()
    return true
  }

  private func serve() {
    jobs.withLock { $0.thread = pthread_self() }
    var isOver = false
    while !isOver {
      bell.sleep()
      jobs.withLock { $0.waiting.popFirst() }?()
      isOver = jobs.withLock { $0.isStopped && $0.waiting.isEmpty }
    }
    // A thread that is made later may get the same name, and it is not this one.
    jobs.withLock { $0.thread = nil }
    end.signal()
  }

  /// Without a thread: what waits runs on this one, unless another thread is at it. The next job tries to start one
  /// again.
  private func runHere() {
    let isFirst = jobs.withLock { jobs in
      guard jobs.thread == nil else { return false }
      jobs.thread = pthread_self()
      return true
    }
    guard isFirst else { return }
    while let job = nextHere() { job() }
  }

  private func nextHere() -> Job? {
    jobs.withLock { jobs in
      let job = jobs.waiting.popFirst()
      if job == nil { jobs.thread = nil }
      return job
    }
  }
}
