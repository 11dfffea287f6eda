import PagerThreads
import PagerTransport
import Synchronization

/// The callbacks of one client that wait until a thread of the caller runs them.
///
/// One thread at a time runs them, in the order in which they came. So every subscriber sees its updates in order. The
/// lock is never held while one runs. If callbacks wait and no thread runs them, a thread does not leave the lock
/// before it has chosen a waiting thread to wake that may run them.
///
/// This class is what threads do: they take steps, call C, sleep and wake each other. `QueueState` decides each step,
/// `RunProgress` says what a call is for, and `Pulled` is what a thread pulls.
final class EventQueue: Sendable {
  private let guarded = Lock(QueueState())
  /// A callback was left without returning, and no call has said so yet.
  private let wasLeft = Atomic(false)
  private let place: any WaitingPlace
  /// Whether an event loop has had a turn.
  private let hasTurns = Atomic(false)
  /// Whether a signal handler that runs on a thread which waits ends its wait.
  private let isInterruptible: Bool

  /// - Parameter place: where threads wait for callbacks.
  init(waitingAt place: any WaitingPlace, isInterruptible: Bool = false) {
    self.place = place
    self.isInterruptible = isInterruptible
    CallbackStack.prepare
  }

  /// Changes the queue, and wakes the threads that this concerns once the lock has been left.
  private func change<Result: Sendable>(_ body: (inout QueueState) -> Result) -> Result {
    let (result, woken) = guarded.withLock { queue in
      let result = body(&queue)
      return (result, queue.settle())
    }
    woken.visit { place.signal($0) }
    return result
  }

  // MARK: Filling

  /// Adds an event, and wakes a thread that waits for one.
  func enqueue(_ event: any Event) {
    change { $0.append(event) }
  }

  /// There is an update to pull.
  func wakePuller(of updates: any Pulled) {
    change { queue in
      queue.waiting.wakePuller(of: updates)
      queue.showReadiness(of: updates)
    }
  }

  /// What is pulled has come to its end.
  func wakePullers(of updates: any Pulled) {
    change { queue in
      queue.waiting.wakePullers(of: updates)
      queue.showReadiness(of: updates)
    }
  }

  /// Makes every call that waits return, or else the next one that would wait.
  func wake() {
    change { queue in
      queue.wakes.wake()
      queue.waiting.wakeAll()
    }
  }

  /// Says that nothing new will come.
  func close() {
    change { queue in
      queue.isClosed = true
      queue.waiting.wakeAll()
    }
  }

  /// Says that from now on no callback runs except destroy functions and a transport's `cancel`. The client's work is
  /// ended after this call: meanwhile no dispatching thread calls the completions of that work.
  func startRelease() {
    change { $0.isReleased = true }
  }

  /// Calls what is left: a transport's `cancel`, and the destroy functions. If another thread runs a callback, or this
  /// thread does further up its stack, that thread calls them there.
  func release() {
    change { queue in
      queue.isClosed = true
      queue.isReleased = true
      queue.waiting.wakeAll()
    }
    drainIfReleased()
    change { $0.signal = nil }
  }

  /// Discards what came after the release, if two threads end things at once and this one is the later.
  func drainIfReleased() {
    if guarded.withLock({ $0.isReleased && !$0.isRunning && !$0.events.isEmpty }) {
      // A child has nothing to drain when it returns from a callback that the parent called.
      _ = try? runEvents(.drain, until: .now)
    }
  }

  // MARK: Descriptors

  /// The descriptor that is readable while callbacks wait for a thread; nil when none is free.
  func descriptor() -> Int32? {
    change { queue in
      if queue.signal == nil {
        queue.signal = ClientSignal()
        queue.watchTurns()
      }
      return queue.signal?.descriptor
    }
  }

  /// The turn of an event loop: does what needs no wait, and runs no callback.
  ///
  /// - Returns: the handles of what is ready to be pulled, at most so many, that which has waited longest first.
  func takeTurn(namingAtMost limit: Int) -> [PulledHandle] {
    hasTurns.store(true, ordering: .relaxed)
    change { $0.beginTurn() }
    // Inside a callback, nothing moves that the thread that called it is in the middle of.
    let descriptor = CallbackStack.isInside(for: self) ? nil : place.takeTurn()
    return change { $0.endTurn(descriptor, namingAtMost: limit) }
  }

  /// Knows a pulled operation or subscription from now on.
  func addSignal(of updates: any Pulled) {
    change { $0.signals.add(updates) }
  }

  /// From now on, keeps its descriptor up to date.
  func showSignal(of updates: any Pulled) {
    change { $0.showReadiness(of: updates) }
  }

  /// A pull has taken something that kept a descriptor readable.
  func updateSignal(of updates: any Pulled) {
    guard updates.isWatched || hasTurns.load(ordering: .relaxed) else { return }
    change { queue in
      // If there is more, that begins to wait now.
      queue.signals.ready?.remove(updates.handle)
      queue.showReadiness(of: updates)
    }
  }

  func removeSignal(of updates: any Pulled) {
    change { $0.signals.remove(updates) }
  }

  // MARK: Emptying

  /// Refuses calls that may wait inside a callback, whichever client it belongs to, because two such calls could wait
  /// for each other. Also reports, once, that a callback was left without returning.
  func checkMayWait() throws(ErrorReport) {
    if CallbackStack.isInside(for: self) {
      throw ErrorReport(
        .reentrant,
        "this call can wait or run callbacks, so it must not be made inside a callback: make it after the callback "
          + "has returned, or start the work without waiting for it")
    }
    // Looks before it takes: almost always there is nothing to take.
    if wasLeft.load(ordering: .acquiring), wasLeft.exchange(false, ordering: .acquiringAndReleasing) {
      throw ErrorReport(
        .reentrant,
        "a callback of this client did not return (an exception, longjmp or the end of its thread "
          + "left it): callbacks must return. It counts as finished, and the client works again")
    }
  }

  /// Has the next call that may wait say that a callback was left.
  func tellOfLeftCallback() {
    wasLeft.store(true, ordering: .releasing)
  }

  /// Whether the client was released.
  var isReleased: Bool { guarded.withLock { $0.isReleased } }

  /// Whether the client was shut down and nothing waits any more.
  var isFinished: Bool {
    guarded.withLock { $0.isClosed && $0.events.isEmpty && !$0.isRunning }
  }

  /// Whether a thread is inside a callback. All others wait for it.
  var runsCallback: Bool { guarded.withLock { $0.isRunning } }

  /// Whether a thread of the library runs the callbacks.
  var isServed: Bool { guarded.withLock { $0.isServed } }

  /// Says that a thread of the library runs the callbacks from now on: it calls `serve`.
  func leaveToThread() {
    guarded.withLock { $0.isServed = true }
  }

  /// Runs callbacks until the client is released.
  func serve() {
    _ = try? runEvents(.serve, until: .never)
  }

  /// Runs callbacks until the goal is reached, the deadline is over, another call wakes the client, or a signal handler
  /// ends the wait.
  ///
  /// - Returns: how many callbacks ran, and whether one of the last two happened.
  func run(_ goal: RunProgress.Goal, until deadline: Deadline) throws(ErrorReport) -> (count: Int, isInterrupted: Bool)
  {
    try checkMayWait()
    return try runEvents(goal, until: deadline)
  }

  /// What `run` does after `checkMayWait`.
  ///
  /// The thread takes one step after another: under the lock it learns what to do next, and then it does that. While it
  /// waits, it may drive the transport, see `WaitingPlace`.
  func runEvents(
    _ goal: RunProgress.Goal, until deadline: Deadline
  ) throws(ErrorReport) -> (count: Int, isInterrupted: Bool) {
    let generation = HomeProcess.generation
    var progress = RunProgress(goal, until: deadline, isInterruptible: isInterruptible)
    var finished: (any Event)?
    var wait: WaitEnd?
    while true {
      let step = change { queue in
        if let finished { queue.endRun(of: finished) }
        return queue.step(&progress, after: wait)
      }
      (finished, wait) = (nil, nil)
      switch step {
      case .run(let event):
        let delivery = CallbackStack.run(.event(of: self)) {
          event.deliver()
        } whenLeft: { [self] in
          leave(event)
        }
        guard HomeProcess.generation == generation else { throw .forked("client") }
        if delivery == true { progress.count += 1 }
        // If the library took the callback for left and it returned later, what follows it has been done.
        if delivery != nil { finished = event }
      case .discard(let event):
        event.discard()
        guard HomeProcess.generation == generation else { throw .forked("client") }
        finished = event
      case .wait(let semaphore):
        wait = place.wait(for: semaphore, until: deadline)
      case .stop:
        return (progress.count, progress.isInterrupted)
      }
    }
  }

  /// Goes on after a callback that was left without returning.
  private func leave(_ event: any Event) {
    change { queue in
      // The operation's completion has had its call; its other steps are still to come.
      if event.isEnd { queue.prepend(event) }
      queue.endRun(of: event)
    }
    event.wasLeft()
    drainIfReleased()
    // A callback has ended the library's thread, or put it to another use. So another thread replaces it. If the system
    // refuses that thread, the next call that waits says what happened.
    if isServed { try? startThread() }
  }
}

/// Where the callbacks of a client run.
enum Delivery: Sendable {
  /// On the threads of the caller, inside the calls that dispatch, wait or pull.
  case dispatch
  /// On one thread of the library.
  case thread
}

/// How calls of C run callbacks, and how they wait.
struct CallRules: Sendable {
  var delivery = Delivery.dispatch
  /// Whether a signal handler that runs on a thread which waits ends its wait.
  var areInterruptible = false
}

extension EventQueue {
  /// Has a thread of the library run the callbacks, from now until the client is released.
  func startThread() throws(ErrorReport) {
    leaveToThread()
    do {
      _ = try SystemThread(named: "swiftpager-call") { self.serve() }
    } catch {
      throw ErrorReport(.noMemory, "the system could not start the thread that runs the callbacks")
    }
  }
}
