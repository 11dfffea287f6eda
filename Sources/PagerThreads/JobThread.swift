import DequeModule

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
    var isStopped = false
    /// Nil before the first job, or if the system refused a thread.
    var thread: SystemThread?
    /// The thread that runs them: that one, or else a caller.
    var runner: pthread_t?

    var isOnRunner: Bool { runner.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  private let jobs = Lock(Jobs())
  private let bell = SteadySemaphore()

  package init() {}

  /// Starts the thread, unless it runs. The first job starts it anyway; this is for callers that want to know.
  ///
  /// - Returns: false if the system refuses a thread.
  package func start() -> Bool {
    jobs.withLock { jobs in
      guard jobs.thread == nil, !jobs.isStopped else { return true }
      // If a caller runs jobs because there is no job thread, it runs those that come meanwhile, too: they keep their
      // order.
      guard jobs.runner == nil else { return false }
      do {
        jobs.thread = try SystemThread(named: "swiftpager-call") { self.serve() }
        return true
      } catch {
        return false
      }
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
    if jobs.withLock({ $0.isOnRunner }) { return job() }
    let result = Lock<Result?>(nil)
    let end = SteadySemaphore()
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
  package func waitForEnd(until deadline: Deadline) -> Bool {
    let (thread, isOnThread) = jobs.withLock { ($0.thread, $0.isOnRunner) }
    guard let thread else { return true }
    return !isOnThread && thread.waitForEnd(until: deadline)
  }

  private func serve() {
    jobs.withLock { $0.runner = pthread_self() }
    var isOver = false
    while !isOver {
      bell.sleep()
      jobs.withLock { $0.waiting.popFirst() }?()
      isOver = jobs.withLock { $0.isStopped && $0.waiting.isEmpty }
    }
    // A thread that is made later may get the same name, and it is not this one.
    jobs.withLock { $0.runner = nil }
  }

  /// Without a thread: what waits runs on this one, unless another thread is at it. The next job tries to start one
  /// again.
  private func runHere() {
    let isFirst = jobs.withLock { jobs in
      guard jobs.runner == nil else { return false }
      jobs.runner = pthread_self()
      return true
    }
    guard isFirst else { return }
    while let job = nextHere() { job() }
  }

  private func nextHere() -> Job? {
    jobs.withLock { jobs in
      let job = jobs.waiting.popFirst()
      if job == nil { jobs.runner = nil }
      return job
    }
  }
}
