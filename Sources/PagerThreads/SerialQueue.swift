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

/// A serial queue whose thread stays awake for a moment when it has run what there was, see `Patience`.
///
/// Not where the jobs run on a queue of somebody else's, which has other things to do.
package final class SerialQueue: Sendable {
  package typealias Job = @Sendable () -> Void

  /// About as long as a page of a fast server takes.
  private static let patience: UInt64 = 200_000

  private struct Jobs {
    var waiting: Deque<Job> = []
    /// Whether a thread runs them, or is about to.
    var isServed = false
    var patience = Patience(nanoseconds: SerialQueue.patience)
  }

  private let jobs = Mutex(Jobs())
  private let queue: DispatchQueue
  private let mark = DispatchSpecificKey<Void>()
  private let isOwn: Bool

  /// - Parameter target: where the jobs run, one after the other whatever that is; nil: on a thread of the system's choice.
  package init(label: String, target: DispatchQueue? = nil) {
    queue = DispatchQueue(label: label, target: target)
    isOwn = target == nil
    queue.setSpecific(key: mark, value: ())
  }

  /// Whether the caller is one of the jobs.
  package var isCaller: Bool { DispatchQueue.getSpecific(key: mark) != nil }

  /// Runs a job after those that were given before.
  package func async(_ job: @escaping Job) {
    guard isOwn else {
      queue.async(execute: job)
      return
    }
    let isFirst = jobs.withLock { jobs in
      jobs.waiting.append(job)
      defer { jobs.isServed = true }
      return !jobs.isServed
    }
    if isFirst { queue.async { self.serve() } }
  }

  private func serve() {
    while let job = next() ?? nextSoon() { job() }
  }

  private func next() -> Job? { jobs.withLock { $0.waiting.popFirst() } }

  /// What comes while the thread stays awake; nil where it leaves.
  private func nextSoon() -> Job? {
    let patience = jobs.withLock { $0.patience.begin() }
    let start = DispatchTime.now().uptimeNanoseconds
    while DispatchTime.now().uptimeNanoseconds &- start < patience {
      sched_yield()
      if let job = next() {
        jobs.withLock { $0.patience.ended(inVain: false) }
        return job
      }
    }
    return jobs.withLock { jobs in
      let job = jobs.waiting.popFirst()
      if patience > 0 { jobs.patience.ended(inVain: job == nil) }
      jobs.isServed = job != nil
      return job
    }
  }
}
