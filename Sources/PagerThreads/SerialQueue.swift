import DequeModule
package import Dispatch

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A serial queue. It shares its threads with other serial queues, see `WorkerPool`, or runs its jobs on a queue of the
/// app's.
package final class SerialQueue: Sendable {
  package typealias Job = @Sendable () -> Void

  private struct Jobs {
    var waiting: Deque<Job> = []
    /// Whether a worker runs them, or is about to.
    var isServed = false
    /// The thread that runs them now.
    var thread: pthread_t?
  }

  private enum Place {
    case workers(WorkerPool)
    case queue(DispatchQueue, mark: DispatchSpecificKey<Void>)
  }

  private let jobs = Lock(Jobs())
  private let place: Place

  /// - Parameters:
  ///   - target: where the jobs run, always one after the other. Nil: on one of the pool's threads.
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

  /// The next job; nil if there is none, and then the worker leaves.
  private func next() -> Job? {
    jobs.withLock { jobs in
      let job = jobs.waiting.popFirst()
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
    while let job = next() {
      worker.note()
      job()
      if pool.isWanted { return makeWay() }
    }
    return false
  }
}
