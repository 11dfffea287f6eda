import CPlatform
import DequeModule
package import Dispatch
import Synchronization

/// What a pool has a worker run: for as long as there is something to do, or until others wait.
package protocol PooledWork: AnyObject, Sendable {
  /// - Returns: whether something is left to do.
  func work(on worker: Worker, of pool: WorkerPool) -> Bool
}

/// The threads of all serial queues that do not run on a queue of the app's. There are as many as there are processors,
/// and four on a small machine, however many queues are busy.
///
/// The system's own pool is not suitable. It is the app's, too, and Swift's tasks run there. A user's jobs may block.
/// In the system's pool they would take it from the app and the tasks, and jobs of the app that block would take it
/// from this library. In this pool a worker whose job goes on for long is *stuck*, and does not count any more: another
/// one takes its place. So a job that blocks costs a thread, and holds up no other job for longer than `stall`.
package final class WorkerPool: Sendable {
  package static let shared = WorkerPool(size: max(4, Int(swiftpager_usable_processors())), stall: .milliseconds(10))

  struct State {
    var waiting: Deque<any PooledWork> = []
    var idle: [Worker] = []
    var busy: [ObjectIdentifier: Worker] = [:]
    /// How many of the busy ones are not stuck.
    var moving = 0
    var isWatched = false
  }

  let state = Lock(State())
  /// How many wait. Workers read it to see whether they should make way.
  private let waitingCount = Atomic(0)
  private let size: Int
  private let stall: DispatchTimeInterval
  private let watch = DispatchQueue(label: "swiftpager.workers")

  /// - Parameters:
  ///   - size: how many jobs run side by side, not counting those that are stuck.
  ///   - stall: how long all of them may take for one job while another one waits.
  package init(size: Int, stall: DispatchTimeInterval) {
    self.size = size
    self.stall = stall
  }

  /// Whether something waits for a worker.
  var isWanted: Bool { waitingCount.load(ordering: .relaxed) > 0 }

  /// Has a worker do something, after what was given before.
  func run(_ work: any PooledWork) {
    let (worker, isToBeWatched) = state.withLock { state -> (Worker?, Bool) in
      state.waiting.append(work)
      waitingCount.store(state.waiting.count, ordering: .relaxed)
      if let worker = start(&state) { return (worker, false) }
      defer { state.isWatched = true }
      return (nil, !state.isWatched)
    }
    if let worker { wake(worker) }
    if isToBeWatched { look(after: stall) }
  }

  private func start(_ state: inout State) -> Worker? {
    guard state.moving < size, !state.waiting.isEmpty else { return nil }
    let worker = state.idle.popLast() ?? Worker()
    worker.lastSeen = nil
    state.busy[ObjectIdentifier(worker)] = worker
    state.moving += 1
    return worker
  }

  private func wake(_ worker: Worker) {
    worker.queue.async { self.serve(worker) }
  }

  private func serve(_ worker: Worker) {
    while let work = next(worker) {
      if work.work(on: worker, of: self) { putBack(work) }
    }
  }

  private func putBack(_ work: any PooledWork) {
    state.withLock { state in
      state.waiting.append(work)
      waitingCount.store(state.waiting.count, ordering: .relaxed)
    }
  }

  /// What the worker does next; nil if it leaves.
  private func next(_ worker: Worker) -> (any PooledWork)? {
    state.withLock { state in
      if worker.isStuck {
        worker.isStuck = false
        state.moving += 1
      }
      // Those that have taken its place are enough.
      if state.moving <= size, let work = state.waiting.popFirst() {
        waitingCount.store(state.waiting.count, ordering: .relaxed)
        return work
      }
      state.busy[ObjectIdentifier(worker)] = nil
      state.moving -= 1
      // No more than may be wanted at once.
      if state.idle.count < size { state.idle.append(worker) }
      return nil
    }
  }

  // MARK: The watch

  private func look(after delay: DispatchTimeInterval) {
    watch.asyncAfter(deadline: .now() + delay) { self.look() }
  }

  /// Looks for workers that have not gone on since the last look, while something waits.
  private func look() {
    let (started, isWatched) = state.withLock { state -> ([Worker], Bool) in
      guard !state.waiting.isEmpty else {
        state.isWatched = false
        return ([], false)
      }
      for worker in state.busy.values where !worker.isStuck && worker.hasNotMoved() {
        worker.isStuck = true
        state.moving -= 1
      }
      var started: [Worker] = []
      while started.count < state.waiting.count, let worker = start(&state) { started.append(worker) }
      return (started, true)
    }
    for worker in started { wake(worker) }
    if isWatched { look(after: stall) }
  }
}

/// One thread at a time, which the system gives while there is something to do.
///
/// `@unchecked`: what is not atomic is reached under the lock of the pool.
package final class Worker: @unchecked Sendable {
  /// Has a thread of its own, whatever the system's other queues are doing.
  fileprivate let queue = DispatchQueue(label: "swiftpager.worker")
  private let jobs = Atomic<UInt64>(0)
  /// Whether its job takes so long that another worker has taken its place.
  fileprivate var isStuck = false
  /// How many jobs it had begun when it was last looked at.
  fileprivate var lastSeen: UInt64?

  fileprivate init() {}

  /// It begins a job.
  func note() {
    jobs.wrappingAdd(1, ordering: .relaxed)
  }

  fileprivate func hasNotMoved() -> Bool {
    let jobs = jobs.load(ordering: .relaxed)
    defer { lastSeen = jobs }
    return lastSeen == jobs
  }
}
