import DequeModule
import Dispatch
import PagerTransport
import Synchronization

/// The callbacks of one client that wait to be run by a thread of the caller.
///
/// One thread at a time runs them, first come first, so every subscriber sees its updates in order. The lock is never held
/// while one runs. Whenever the lock is left with callbacks that no thread runs, a thread that waits has been woken to run
/// them.
final class EventQueue: Sendable {
  fileprivate struct Guarded: ~Copyable {
    var events = Deque<Event>()
    var waiting = WaitingThreads()
    /// Whether a thread is running a callback.
    var isRunning = false
    var signal: ReadableSignal?
    /// The next dispatch that would wait returns instead.
    var isWoken = false
    /// A callback was left without returning, and no call has said so yet.
    var wasLeft = false
    /// The client was shut down: nothing new will come once the queue is empty.
    var isClosed = false
    /// The client was released: a thread that runs callbacks runs all of them, because no other thread will.
    var isReleased = false
  }

  /// What a call to `run` is for.
  enum Goal {
    /// The callbacks that wait when the first of them runs, at most this many. Where none waits, it waits for one.
    case dispatch(limit: Int)
    /// Callbacks until this is so.
    case wait(isReached: @Sendable () -> Bool)
    /// All callbacks. Waits for none.
    case drain
  }

  fileprivate enum Step {
    case run(Event)
    case wait(WaitingThread)
    case stop
  }

  private let guarded = Mutex(Guarded())
  private let place: any WaitingPlace

  /// - Parameter place: where threads wait for callbacks.
  init(waitingAt place: any WaitingPlace) {
    self.place = place
  }

  /// Changes the queue, and wakes the threads that this concerns once the lock has been left.
  private func change<Result: Sendable>(_ body: (inout Guarded) -> Result) -> Result {
    let (result, woken) = guarded.withLock { queue in
      let result = body(&queue)
      return (result, queue.settle())
    }
    for semaphore in woken { place.signal(semaphore) }
    return result
  }

  // MARK: Filling

  /// Adds an event, and wakes a thread that waits for one.
  func enqueue(_ event: Event) {
    change { $0.events.append(event) }
  }

  /// Makes a waiting dispatch return, or else the next one that would wait.
  func wake() {
    change { queue in
      if !queue.waiting.wakeDispatch() { queue.isWoken = true }
    }
  }

  /// Says that nothing new will come.
  func close() {
    change { queue in
      queue.isClosed = true
      queue.waiting.wakeAll()
    }
  }

  /// Says that no thread will dispatch any more, and runs what is left; where another thread, or this one further up its
  /// stack, runs callbacks, it runs these too.
  func release() {
    change { queue in
      queue.isClosed = true
      queue.isReleased = true
      queue.waiting.wakeAll()
    }
    drainIfReleased()
    change { $0.signal = nil }
  }

  /// Runs what came after the release, where two threads end things at once and this one is the later.
  func drainIfReleased() {
    if guarded.withLock({ $0.isReleased && !$0.isRunning && !$0.events.isEmpty }) { _ = drive(.drain, until: .now) }
  }

  /// The descriptor that is readable while callbacks wait for a thread; nil when none is free.
  func descriptor() -> Int32? {
    change { queue in
      if queue.signal == nil { queue.signal = ReadableSignal() }
      return queue.signal?.descriptor
    }
  }

  // MARK: Emptying

  /// Refuses calls that may wait inside a callback, whichever client it belongs to: two such calls could wait for each
  /// other. Also tells, once, that a callback was left without returning.
  func checkMayWait() throws(ErrorReport) {
    if CallbackStack.isInside {
      throw ErrorReport(.reentrant, "this call may wait or run callbacks, and it was made inside a callback")
    }
    let wasLeft = guarded.withLock { queue in
      defer { queue.wasLeft = false }
      return queue.wasLeft
    }
    if wasLeft {
      throw ErrorReport(
        .reentrant,
        "a callback of this client was left without returning (by an exception, longjmp or the end of its "
          + "thread): callbacks must return. It counts as finished, and the client works again")
    }
  }

  /// Whether the client was shut down and nothing waits any more.
  var isFinished: Bool {
    guarded.withLock { $0.isClosed && $0.events.isEmpty && !$0.isRunning }
  }

  /// Runs callbacks until the goal is reached or the deadline is over. Returns how many ran.
  func run(_ goal: Goal, until deadline: Deadline) throws(ErrorReport) -> Int {
    try checkMayWait()
    return drive(goal, until: deadline)
  }

  private func drive(_ goal: Goal, until deadline: Deadline) -> Int {
    var progress = RunProgress(goal, until: deadline)
    var finished: Event?
    var waited: WaitingThread?
    while true {
      let step = change { queue in
        if let finished { queue.endRun(of: finished) }
        return queue.step(&progress, after: waited)
      }
      (finished, waited) = (nil, nil)
      switch step {
      case .run(let event):
        let delivery = CallbackStack.run {
          event.deliver()
        } whenLeft: { [self] in
          leave(event)
        }
        if delivery == true { progress.count += 1 }
        // Where it was taken for left and returned all the same, what follows it has been done.
        if delivery != nil { finished = event }
      case .wait(let thread):
        if !place.wait(for: thread.semaphore, until: deadline.time) { guarded.withLock { $0.waiting.remove(thread) } }
        waited = thread
      case .stop:
        return progress.count
      }
    }
  }

  /// Goes on after a callback that was left without returning.
  private func leave(_ event: Event) {
    change { queue in
      // The operation's completion has had its call; its other steps are still to come.
      if case .ended = event { queue.events.prepend(event) }
      queue.wasLeft = true
      queue.endRun(of: event)
    }
    drainIfReleased()
  }
}

extension EventQueue.Guarded {
  /// A thread has run a callback.
  fileprivate mutating func endRun(of event: Event) {
    isRunning = false
    if case .ended = event { waiting.wakeReached() }
    // Threads that dispatch return once nothing can come any more.
    if isClosed { waiting.wakeAll() }
  }

  /// What the calling thread does next. A thread that is to run an event has become the one that runs callbacks.
  fileprivate mutating func step(_ progress: inout RunProgress, after waited: WaitingThread?) -> EventQueue.Step {
    progress.begin(with: events.count)
    let isDone = progress.isDone
    // Of a released client everything is run, because no other thread will.
    if isReleased || !isDone, !isRunning, let event = events.popFirst() {
      progress.take()
      isRunning = true
      return .run(event)
    }
    if isDone || stopsWaiting(progress, waited) { return .stop }
    return .wait(waiting.add(for: progress.goal))
  }

  /// Whether a call that has nothing to run returns.
  private mutating func stopsWaiting(_ progress: RunProgress, _ waited: WaitingThread?) -> Bool {
    switch progress.goal {
    case .drain:
      return true
    case .wait:
      return progress.deadline.isOver
    case .dispatch:
      if progress.count > 0 || waited?.isWoken == true || (isClosed && !isRunning) { return true }
      defer { isWoken = false }
      return isWoken || progress.deadline.isOver
    }
  }

  /// Called before the lock is left: keeps the descriptor in step, and finds a thread for events that none runs.
  ///
  /// - Returns: what wakes the threads that have been found meanwhile.
  fileprivate mutating func settle() -> [DispatchSemaphore] {
    let needsThread = !events.isEmpty && !isRunning
    signal?.set(needsThread)
    if needsThread { waiting.wakeLast() }
    return waiting.takeWoken()
  }
}
