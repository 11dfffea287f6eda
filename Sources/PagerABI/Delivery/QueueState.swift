import DequeModule
import Dispatch
import PagerThreads
import Synchronization

/// What the lock of an `EventQueue` guards: the events, the threads that wait for them, and the descriptors for event
/// loops.
struct QueueState: ~Copyable {
  /// What a thread that runs callbacks, or waits for them, does next.
  enum Step {
    case run(Event)
    case discard(Event)
    case wait(WaitingThread)
    case stop
  }

  private(set) var events = EventList()
  var waiting = WaitingThreads()
  /// Whether a thread is running a callback.
  private(set) var isRunning = false
  var wakes = Wakes()
  var signal: ReadableSignal?
  /// The descriptors of what is pulled.
  var signals = PullSignals()
  /// A thread of the library runs the callbacks, and no other thread does.
  var isServed = false
  /// A callback was left without returning, and no call has said so yet.
  var wasLeft = false
  /// The client was shut down: nothing new will come once the queue is empty.
  var isClosed = false
  /// The client was released: a thread that runs callbacks discards all that are left, because no other thread will.
  var isReleased = false

  mutating func append(_ event: Event) {
    events.append(event)
    if let pager = event.pager { signals.eventsChanged(of: pager, mayRun: mayRun) }
  }

  mutating func prepend(_ event: Event) {
    events.prepend(event)
    if let pager = event.pager { signals.eventsChanged(of: pager, mayRun: mayRun) }
  }

  /// Whether a thread that pulls may run events: it may if no other thread does.
  private var mayRun: Bool { !isRunning && !isServed }

  /// Makes the descriptor of what is pulled say whether there is something to do.
  mutating func showReadiness(of updates: PulledUpdates) {
    signals.update(updates, mayRun: mayRun)
  }

  /// A thread has run a callback.
  mutating func endRun(of event: Event) {
    isRunning = false
    wakes.endRun()
    if case .ended = event { waiting.wakeReached() }
    // Threads that dispatch return once nothing can come any more.
    if isClosed { waiting.wakeAll() }
  }

  /// What the calling thread does next. If it is to run an event, it has become the thread that runs callbacks.
  mutating func step(_ progress: inout RunProgress, after waited: WaitingThread?) -> Step {
    if let waited {
      wakes.endSleep(of: progress)
      waiting.hasCome(waited)
    }
    wakes.begin(&progress)
    progress.begin(with: count(for: progress.goal))
    let isDone = progress.isDone
    // A released client discards everything, because no other thread will.
    if isReleased || !isDone, !isRunning, let event = takeEvent(for: progress.goal) {
      progress.take()
      isRunning = true
      wakes.beginRun(by: progress)
      return isReleased ? .discard(event) : .run(event)
    }
    // If another thread runs an event, the descriptor does not go on inviting this one meanwhile.
    if isRunning, case .pull(let updates) = progress.goal { showReadiness(of: updates) }
    if isDone || stopsWaiting(&progress) { return .stop }
    wakes.beginSleep(of: progress)
    return .wait(waiting.add(for: progress.goal))
  }

  /// How many events there are for a call to run.
  private func count(for goal: EventQueue.Goal) -> Int {
    if case .pull(let updates) = goal { events.countToRun(by: updates.pager) } else { events.count }
  }

  private mutating func takeEvent(for goal: EventQueue.Goal) -> Event? {
    let event: Event? =
      switch goal {
      case _ where isReleased: events.popFirst()
      case .serve: events.popFirst()
      case .dispatch, .wait, .drain: isServed ? nil : events.popFirst()
      case .pull(let updates): isServed ? nil : events.popFirst(of: updates.pager)
      }
    if let pager = event?.pager { signals.eventsChanged(of: pager, mayRun: mayRun) }
    return event
  }

  /// Whether a call that has nothing to run returns.
  private mutating func stopsWaiting(_ progress: inout RunProgress) -> Bool {
    if progress.waitsForNothing || progress.deadline.isOver { return true }
    switch progress.goal {
    case .serve: return isReleased
    case .dispatch where isClosed && !isRunning: return true
    case .dispatch, .wait, .pull, .drain: break
    }
    progress.isInterrupted = wakes.interrupt(progress)
    return progress.isInterrupted
  }

  /// Called before the lock is left: keeps the descriptors in step, and finds a thread for events that none runs.
  ///
  /// - Returns: what wakes the threads that have been found meanwhile.
  mutating func settle() -> [DispatchSemaphore] {
    let needsThread = !events.isEmpty && !isRunning
    signal?.set(needsThread && !isServed)
    if needsThread {
      waiting.summon { [isServed, events] goal in
        switch goal {
        case .serve: true
        case .dispatch, .wait: !isServed
        case .pull(let updates): !isServed && events.countToRun(by: updates.pager) > 0
        case .drain: false
        }
      }
    }
    if mayRun { signals.turnIsFree() }
    return waiting.takeWoken()
  }
}

/// The events of a client that wait, in order. A thread that pulls takes those of one pager out of the middle.
struct EventList {
  private var events: Deque<Event> = []
  private var commonCount = 0

  var count: Int { events.count }
  var isEmpty: Bool { events.isEmpty }

  /// How many of them a thread runs if it pulls from a pager.
  func countToRun(by pager: PagerObject) -> Int { Self.count(of: pager) + commonCount }

  /// How many of them belong to a pager.
  static func count(of pager: PagerObject) -> Int { pager.waitingEvents.load(ordering: .relaxed) }

  mutating func append(_ event: Event) {
    events.append(event)
    note(event, 1)
  }

  mutating func prepend(_ event: Event) {
    events.prepend(event)
    note(event, 1)
  }

  mutating func popFirst() -> Event? {
    guard let event = events.popFirst() else { return nil }
    note(event, -1)
    return event
  }

  /// The first event for a thread that pulls from a pager: one of the pager, or one that concerns the whole client. It
  /// searches only if there is one, so a pager without callbacks costs nothing.
  mutating func popFirst(of pager: PagerObject) -> Event? {
    guard countToRun(by: pager) > 0, let index = events.firstIndex(where: { $0.pager === pager || $0.isCommon })
    else { return nil }
    let event = events.remove(at: index)
    note(event, -1)
    return event
  }

  private mutating func note(_ event: Event, _ change: Int) {
    if event.isCommon { commonCount += change }
    event.pager?.waitingEvents.wrappingAdd(change, ordering: .relaxed)
  }
}
