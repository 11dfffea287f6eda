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

/// A serial queue that shares its threads with others of its kind, see `WorkerPool`. A thread stays awake for a moment when it
/// has run what there was, see `Patience`.
///
/// Not where the jobs run on a queue of somebody else's, which has other things to do.
package final class SerialQueue: Sendable {
  package typealias Job = @Sendable () -> Void

  /// About as long as a page of a fast server takes.
  private static let patience: UInt64 = 200_000

  private struct Jobs {
    var waiting: Deque<Job> = []
    /// Whether a worker runs them, or is about to.
    var isServed = false
    /// The thread that runs them now.
    var thread: pthread_t?
    var patience = Patience(nanoseconds: SerialQueue.patience)
  }

  private enum Place {
    case workers(WorkerPool)
    case queue(DispatchQueue, mark: DispatchSpecificKey<Void>)
  }

  private let jobs = Mutex(Jobs())
  private let place: Place

  /// - Parameters:
  ///   - target: where the jobs run, one after the other whatever that is; nil: on one of the pool's threads.
  ///   - pool: has the threads.
  package init(label: String, target: DispatchQueue? = nil, pool: WorkerPool = .shared) {
    guard let target else {
      place = .workers(pool)
      return
    }
    let queue = DispatchQueue(label: label, target: target)
    let mark = DispatchSpecificKey<Void>()
    queue.setSpecific(key: mark, value: ())
    place = .queue(queue, mark: mark)
  }

  /// Whether the caller is one of the jobs.
  package var isCaller: Bool {
    switch place {
    case .workers: jobs.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    case .queue(_, let mark): DispatchQueue.getSpecific(key: mark) != nil
    }
  }

  /// Runs a job after those that were given before.
  package func async(_ job: @escaping Job) {
    switch place {
    case .queue(let queue, _):
      queue.async(execute: job)
    case .workers(let pool):
      let isFirst = jobs.withLock { jobs in
        jobs.waiting.append(job)
        defer { jobs.isServed = true }
        return !jobs.isServed
      }
      if isFirst { pool.run(self) }
    }
  }

  /// The next job; nil where there is none, and then the worker leaves.
  private func next(_ pool: WorkerPool) -> Job? {
    if let job = jobs.withLock({ $0.waiting.popFirst() }) { return job }
    let patience = pool.isWanted ? 0 : jobs.withLock { $0.patience.begin() }
    let start = DispatchTime.now().uptimeNanoseconds
    while DispatchTime.now().uptimeNanoseconds &- start < patience, !pool.isWanted {
      sched_yield()
      if let job = jobs.withLock({ $0.waiting.popFirst() }) {
        jobs.withLock { $0.patience.ended(inVain: false) }
        return job
      }
    }
    return jobs.withLock { jobs in
      let job = jobs.waiting.popFirst()
      if patience > 0 { jobs.patience.ended(inVain: job == nil) }
      if job == nil {
        jobs.thread = nil
        jobs.isServed = false
      }
      return job
    }
  }

  /// Others want the worker. Returns whether jobs are left for it.
  private func makeWay() -> Bool {
    jobs.withLock { jobs in
      jobs.thread = nil
      jobs.isServed = !jobs.waiting.isEmpty
      return jobs.isServed
    }
  }
}

extension SerialQueue: PooledWork {
  package func work(on worker: Worker, of pool: WorkerPool) -> Bool {
    jobs.withLock { $0.thread = pthread_self() }
    while let job = next(pool) {
      worker.note()
      job()
      if pool.isWanted { return makeWay() }
    }
    return false
  }
}
