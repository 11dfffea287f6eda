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

/// A thread that runs jobs in the order in which they were given, until it is stopped and none is left.
final class JobThread: Sendable {
  private struct Jobs {
    var waiting: Deque<@Sendable () -> Void> = []
    var isStopped = false
    var isRunning = false
    var thread: pthread_t?
  }

  private let jobs = Mutex(Jobs())
  private let bell = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  /// Starts the thread, unless it runs.
  ///
  /// - Returns: false where the system refuses a thread.
  func start() -> Bool {
    jobs.withLock { jobs in
      guard !jobs.isRunning, !jobs.isStopped else { return true }
      // Ownership: the retain goes with the thread, which gives it back as its last act; without a thread it comes back
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

  /// Has a job run. Only after a start.
  ///
  /// - Returns: false where the thread was stopped: then the job does not run.
  func run(_ job: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = jobs.withLock { jobs in
      if !jobs.isStopped { jobs.waiting.append(job) }
      return !jobs.isStopped
    }
    if isTaken { bell.signal() }
    return isTaken
  }

  /// Takes no more jobs. The thread ends once those that wait have run.
  func stop() {
    jobs.withLock { $0.isStopped = true }
    bell.signal()
  }

  /// Waits until a thread that was stopped has ended; on the thread itself it does not wait.
  ///
  /// - Returns: whether it has ended.
  func waitForEnd(until deadline: DispatchTime) -> Bool {
    let (isRunning, thread) = jobs.withLock { ($0.isRunning, $0.thread) }
    guard isRunning else { return true }
    if let thread, pthread_equal(thread, pthread_self()) != 0 { return false }
    guard end.wait(timeout: deadline) == .success else { return false }
    // For the next one who waits.
    end.signal()
    return true
  }

  private func serve() {
    jobs.withLock { $0.thread = pthread_self() }
    while true {
      bell.wait()
      let (job, isOver) = jobs.withLock { ($0.waiting.popFirst(), $0.isStopped && $0.waiting.isEmpty) }
      job?()
      if isOver { break }
    }
    end.signal()
  }
}
