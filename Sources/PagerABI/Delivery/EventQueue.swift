import DequeModule
import Dispatch
import Glibc
import Synchronization

/// The callbacks of one client that wait to be run by a thread of the caller.
///
/// One thread at a time runs them, first come first, so every subscriber sees its updates in order. The lock is never held
/// while one runs.
final class EventQueue: Sendable {
  fileprivate struct Guarded: ~Copyable {
    var events = Deque<Event>()
    var waiters = Waiters()
    /// The thread that is running a callback.
    var runner: pthread_t?
    var signal: ReadableSignal?
    var isWoken = false
    /// The client was shut down: nothing new will come once the queue is empty.
    var isClosed = false
    /// The client was released: whoever runs callbacks runs all of them, for nobody else will.
    var isReleased = false
  }

  /// What a call to `run` is for.
  struct Goal {
    /// The most callbacks to run.
    var limit = Int.max
    /// Whether what the caller waits for has come; nil for a dispatch, which is for what waits when it begins to run.
    var isReached: (() -> Bool)?
  }

  fileprivate enum Step {
    case run(Event)
    case wait(DispatchSemaphore)
    case stop
  }

  private let guarded = Mutex(Guarded())

  // MARK: Filling

  /// Adds an event, and wakes the threads that wait for one.
  func enqueue(_ event: Event) {
    let woken = guarded.withLock { queue -> [DispatchSemaphore] in
      queue.events.append(event)
      queue.signal?.set(true)
      return queue.runner == nil ? queue.waiters.takeAll() : []
    }
    for semaphore in woken { semaphore.signal() }
  }

  /// Makes a waiting dispatch return.
  func wake() {
    guarded.withLock { queue in
      queue.isWoken = true
      queue.waiters.wakeAll()
    }
  }

  /// Says that nothing new will come.
  func close() {
    guarded.withLock { queue in
      queue.isClosed = true
      queue.waiters.wakeAll()
    }
  }

  /// Says that nobody will dispatch any more, and runs what is left; where another thread, or this one further up its
  /// stack, runs callbacks, it runs these too.
  func release() {
    let isRunning = guarded.withLock { queue in
      queue.isClosed = true
      queue.isReleased = true
      queue.waiters.wakeAll()
      return queue.runner != nil
    }
    if !isRunning { drain() }
    guarded.withLock { $0.signal = nil }
  }

  /// Runs what came after the release, where two threads end things at once and this one is the later.
  func drainIfReleased() {
    if guarded.withLock({ $0.isReleased && $0.runner == nil && !$0.events.isEmpty }) { drain() }
  }

  private func drain() {
    _ = drive(Goal(), until: .now)
  }

  /// The descriptor that is readable while callbacks wait; nil when none is free.
  func descriptor() -> Int32? {
    guarded.withLock { queue in
      if queue.signal == nil {
        queue.signal = ReadableSignal()
        let isWaiting = !queue.events.isEmpty
        queue.signal?.set(isWaiting)
      }
      return queue.signal?.descriptor
    }
  }

  // MARK: Emptying

  /// Refuses to wait inside a callback of this queue.
  func checkNotRunning() throws(ErrorReport) {
    if guarded.withLock({ $0.runner == pthread_self() }) {
      throw ErrorReport(.reentrant, "this call waits, and it was made inside a callback of the same client")
    }
  }

  /// Whether the client was shut down and nothing waits any more.
  var isFinished: Bool {
    guarded.withLock { $0.isClosed && $0.events.isEmpty && $0.runner == nil }
  }

  /// Runs callbacks until the goal is reached or the deadline is over. Returns how many ran.
  func run(_ goal: Goal, until deadline: Deadline) throws(ErrorReport) -> Int {
    try checkNotRunning()
    return drive(goal, until: deadline)
  }

  private func drive(_ goal: Goal, until deadline: Deadline) -> Int {
    var progress = RunProgress(goal, until: deadline)
    var hasRun = false
    while true {
      let step = guarded.withLock { queue in
        if hasRun { queue.endRun() }
        return queue.step(&progress)
      }
      hasRun = false
      switch step {
      case .run(let event):
        if event.deliver() { progress.count += 1 }
        hasRun = true
      case .wait(let semaphore):
        if !semaphore.wait(until: deadline) { guarded.withLock { $0.waiters.remove(semaphore) } }
      case .stop:
        return progress.count
      }
    }
  }
}

extension EventQueue.Guarded {
  /// The calling thread has run its callback.
  fileprivate mutating func endRun() {
    runner = nil
    waiters.wakeAll()
  }

  /// What the calling thread does next. A thread that is to run an event has become the runner.
  fileprivate mutating func step(_ progress: inout RunProgress) -> EventQueue.Step {
    progress.begin(with: events.count)
    let isDone = progress.isDone
    // Of a released client everything is run, for nobody else will.
    if isReleased || !isDone, runner == nil, let event = events.popFirst() {
      progress.take()
      runner = pthread_self()
      let isWaiting = !events.isEmpty
      signal?.set(isWaiting)
      return .run(event)
    }
    if isDone { return .stop }
    if progress.goal.isReached == nil, progress.count > 0 || isWoken || (isClosed && runner == nil) {
      isWoken = false
      return .stop
    }
    return progress.deadline.isOver ? .stop : .wait(waiters.add())
  }
}
