import PagerThreads
import PagerTransport
import Synchronization

/// What the lock of an `EventQueue` guards: the events, the threads that wait for them, and the descriptors for event
/// loops.
struct QueueState: ~Copyable {
  /// What a thread that runs callbacks, or waits for them, does next.
  enum Step {
    case run(any Event)
    case discard(any Event)
    /// Sleep with the semaphore.
    case wait(WaitSemaphore)
    case stop
  }

  private(set) var events = EventList()
  var waiting = WaitingCalls()
  /// Whether a thread is running a callback.
  private(set) var isRunning = false
  var wakes = Wakes()
  var signal: ClientSignal?
  private var turnDescriptor: TurnDescriptor?
  /// The descriptors of pulled operations and subscriptions.
  var signals = PullSignals()
  /// How many event loops have their turn. They will learn what is ready without the descriptor.
  private var turnCount = 0
  /// A thread of the library runs the callbacks, and no other thread does.
  var isServed = false
  /// The client was shut down: nothing new will come once the queue is empty.
  var isClosed = false
  /// The client was released: a thread that runs callbacks discards all that are left, because no other thread will.
  var isReleased = false

  mutating func append(_ event: any Event) {
    events.append(event)
    if let owner = event.owner { signals.eventsChanged(of: owner, mayRun: mayRun) }
  }

  mutating func prepend(_ event: any Event) {
    events.prepend(event)
    if let owner = event.owner { signals.eventsChanged(of: owner, mayRun: mayRun) }
  }

  /// Whether a thread that pulls may run events: it may if no other thread does.
  private var mayRun: Bool { !isRunning && !isServed }

  /// Sets the descriptor of a pulled operation or subscription: readable if there is something to do.
  mutating func showReadiness(of updates: any Pulled) {
    signals.update(updates, mayRun: mayRun)
  }

  /// An event loop has its turn: a thread does the transport's work for it.
  mutating func beginTurn() {
    turnCount += 1
    if signals.ready == nil { signals.beginList(mayRun: mayRun) }
  }

  /// - Parameter descriptor: what shows when the transport has something to do in the next turn.
  /// - Returns: what is ready, that which has waited longest first.
  mutating func endTurn(_ descriptor: TurnDescriptor?, namingAtMost limit: Int) -> [PulledHandle] {
    turnCount -= 1
    turnDescriptor = descriptor ?? turnDescriptor
    watchTurns()
    return signals.ready?.name(atMost: limit) ?? []
  }

  /// Makes the client's descriptor readable also when an event loop has something to do in its next turn.
  mutating func watchTurns() {
    if let turnDescriptor { signal?.include(turnDescriptor) }
  }

  /// A thread has run a callback.
  mutating func endRun(of event: any Event) {
    isRunning = false
    wakes.endRun()
    if event.isEnd { waiting.wakeReached() }
    // Threads that dispatch return once nothing can come any more.
    if isClosed { waiting.wakeAll() }
  }

  /// What the calling thread does next. If it is to run an event, it has become the thread that runs callbacks.
  ///
  /// - Parameter wait: how the thread's wait ended, if it has waited since the step before.
  mutating func step(_ progress: inout RunProgress, after wait: WaitEnd?) -> Step {
    if let wait {
      wakes.endSleep(of: progress)
      waiting.hasCome(progress.semaphore, wasWoken: wait == .signalled)
      progress.hasWaited(wait)
    }
    wakes.begin(&progress)
    let waitingCount = events.countToRun(for: progress.goal)
    progress.begin(with: waitingCount)
    let isDone = progress.isDone
    // A released client discards everything, because no other thread will.
    if progress.goal.runsCallbacks, isReleased || !isDone && waitingCount > 0, !isRunning,
      let event = takeEvent(for: progress.goal)
    {
      progress.beginEvent()
      isRunning = true
      wakes.beginRun(by: progress)
      return isReleased && !event.outlivesRelease ? .discard(event) : .run(event)
    }
    // While another thread runs an event, the descriptor does not call this thread again.
    if isRunning, let updates = progress.goal.pulled { showReadiness(of: updates) }
    if isDone || stopsWaiting(&progress) { return .stop }
    wakes.beginSleep(of: progress)
    waiting.add(progress.semaphore, for: progress.goal)
    return .wait(progress.semaphore)
  }

  private mutating func takeEvent(for goal: RunProgress.Goal) -> (any Event)? {
    guard isReleased || goal.isService || !isServed,
      let event = events.popFirst(for: isReleased ? nil : goal.owner)
    else { return nil }
    if let owner = event.owner { signals.eventsChanged(of: owner, mayRun: mayRun) }
    return event
  }

  /// Whether a call that has nothing to run returns.
  private mutating func stopsWaiting(_ progress: inout RunProgress) -> Bool {
    if progress.waitsForNothing(isFinished: isClosed && !isRunning, isReleased: isReleased) { return true }
    if progress.deadline.isOver { return true }
    if !progress.isInterrupted { progress.isInterrupted = wakes.interrupt(progress) }
    return progress.isInterrupted
  }

  /// Called before the lock is left: keeps the descriptors in step, and finds a thread for events that none runs.
  ///
  /// - Returns: the threads to wake, among them those that have been found meanwhile.
  mutating func settle() -> WokenThreads {
    let needsThread = !events.isEmpty && !isRunning
    signal?.set(needsThread && !isServed || turnCount == 0 && (signals.ready?.unnamedCount ?? 0) > 0)
    if needsThread {
      waiting.summon { [isServed, events] goal in
        (goal.isService || !isServed) && events.countToRun(for: goal) > 0
      }
    }
    if mayRun { signals.noThreadRuns() }
    return waiting.takeWoken()
  }
}

/// The calls that wait for something of a client, each on its thread. Kept under the queue's lock.
///
/// Each waits for callbacks to run, or for another thread to reach its goal. An event wakes one thread, and the end of
/// an operation wakes the threads that wait for it. With hundreds of threads, waking all for everything would cost more
/// than the work.
struct WaitingCalls {
  private var threads = WaitingThreads<RunProgress.Goal>()
  /// The thread that was woken to run events, and has not come yet.
  private var summoned: WaitSemaphore?
  private var woken = WokenThreads()

  /// Adds the calling thread; it waits with the semaphore after it has left the lock.
  mutating func add(_ semaphore: WaitSemaphore, for goal: RunProgress.Goal) {
    threads.add(semaphore, for: goal)
  }

  /// A thread that waited is back: another thread woke it, or it has given up.
  mutating func hasCome(_ semaphore: WaitSemaphore, wasWoken: Bool) {
    if let thread = summoned, thread === semaphore { summoned = nil }
    if !wasWoken { threads.remove(semaphore) }
  }

  /// Wakes a thread to run events, unless one is on its way.
  mutating func summon(where canRun: (RunProgress.Goal) -> Bool) {
    guard summoned == nil, let thread = threads.takeLast(where: canRun) else { return }
    summoned = thread.semaphore
    woken.append(thread.semaphore)
  }

  /// Wakes a thread that pulls: there is an update for it.
  mutating func wakePuller(of updates: any Pulled) {
    if let thread = threads.takeLast(where: { $0.pulled === updates }) { woken.append(thread.semaphore) }
  }

  /// Wakes the threads that pull what has come to its end.
  mutating func wakePullers(of updates: any Pulled) {
    threads.takeAll {
      $0.pulled === updates
    } then: {
      woken.append($0)
    }
  }

  /// Wakes the threads whose goal has been reached.
  mutating func wakeReached() {
    threads.takeAll {
      $0.isReached
    } then: {
      woken.append($0)
    }
  }

  /// Wakes all waiting threads. Each of them checks again whether its wait has ended.
  mutating func wakeAll() {
    threads.takeAll { _ in
      true
    } then: {
      woken.append($0)
    }
  }

  /// Returns the threads to wake, and forgets them.
  mutating func takeWoken() -> WokenThreads {
    exchange(&woken, with: WokenThreads())
  }
}

/// Threads to wake once the lock has been left. A thread that is woken under the lock would only wait for the lock.
struct WokenThreads: Sendable {
  // Most of the time there is one: it needs no array.
  private var first: WaitSemaphore?
  private var others: [WaitSemaphore] = []

  mutating func append(_ semaphore: WaitSemaphore) {
    if first == nil { first = semaphore } else { others.append(semaphore) }
  }

  /// Calls a function for each of them, in order.
  func visit(_ body: (WaitSemaphore) -> Void) {
    if let first { body(first) }
    for semaphore in others { body(semaphore) }
  }
}

/// What `swiftpager_client_wake` has asked for: which calls return early. Kept under the queue's lock.
///
/// A wake ends all waits that are under way when it comes, also that of a thread which is running a callback meanwhile.
/// If no call waits, the queue keeps it for the next call that does. A call with a time of 0 is not a wait.
struct Wakes {
  private var count: UInt64 = 0
  /// How many threads wait.
  private var sleepers = 0
  /// Whether the thread that runs a callback is in a waiting call.
  private var runnerWaits = false
  /// The next call that would wait returns instead.
  private var isPending = false

  mutating func wake() {
    count &+= 1
    if sleepers == 0 && !runnerWaits { isPending = true }
  }

  /// A call takes a step. What came before its first one does not concern it.
  func begin(_ progress: inout RunProgress) {
    if progress.wakesAtStart == nil { progress.wakesAtStart = count }
  }

  mutating func beginSleep(of progress: RunProgress) {
    if progress.canBeWoken { sleepers += 1 }
  }

  mutating func endSleep(of progress: RunProgress) {
    if progress.canBeWoken { sleepers -= 1 }
  }

  mutating func beginRun(by progress: RunProgress) {
    runnerWaits = progress.canBeWoken
  }

  mutating func endRun() {
    runnerWaits = false
  }

  /// Whether a call that would wait returns instead.
  mutating func interrupt(_ progress: RunProgress) -> Bool {
    guard progress.canBeWoken else { return false }
    if progress.wakesAtStart != count { return true }
    defer { isPending = false }
    return isPending
  }
}
