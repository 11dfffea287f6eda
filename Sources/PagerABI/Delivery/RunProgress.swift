import PagerThreads

/// One call that runs callbacks: its purpose, and how far it has got.
///
/// Events may come as fast as callbacks run. So a dispatch leaves the events that came meanwhile to the next dispatch.
/// A wait looks at the clock between two events. A pull runs the events before the update that it takes.
struct RunProgress {
  /// What a call is for. The kinds of calls differ in this file only: `QueueState` asks, and does not switch.
  enum Goal {
    /// The callbacks that wait when the first of them runs, at most this many. If none waits, the call waits for one.
    case dispatch(limit: Int)
    /// Callbacks until this condition holds.
    case wait(isReached: @Sendable () -> Bool)
    /// The callbacks of one pager, until there is something to pull; none if the updates are pulled without callbacks.
    case pull(any Pulled)
    /// All callbacks until the client is released: what a thread of the library does.
    case serve
    /// All callbacks. Waits for none.
    case drain

    /// What the call pulls; nil if it does not pull.
    var pulled: (any Pulled)? { if case .pull(let updates) = self { updates } else { nil } }

    /// Whether the call runs events at all. If not, it waits for what other calls run.
    var runsCallbacks: Bool { pulled?.runsCallbacks ?? true }

    /// Whose events the call runs; nil: it runs all.
    var owner: EventOwner? { pulled?.owner }

    /// Whether the call is that of the library's thread, which is then the only one that runs callbacks.
    var isService: Bool { if case .serve = self { true } else { false } }

    /// Whether the call waits for the end of an operation that has ended.
    var isReached: Bool { if case .wait(let isReached) = self { isReached() } else { false } }
  }

  private enum Phase {
    /// There was nothing to run yet.
    case waiting
    /// This many of the events that waited when the first was run are left.
    case running(left: Int)
  }

  let goal: Goal
  let deadline: Deadline
  /// How many callbacks ran.
  var count = 0
  /// How often the client had been woken when the call began; nil before its first step.
  var wakesAtStart: UInt64?
  /// The call is to return early: a wake has asked for that, see `Wakes`, or a signal handler has ended its wait.
  var isInterrupted = false
  /// What the thread sleeps with, made for its first sleep.
  private(set) lazy var semaphore = WaitSemaphore(isInterruptible: isInterruptible)
  /// Whether a signal handler ends a wait of the call.
  private let isInterruptible: Bool
  /// Whether the call does not wait at all.
  private let isPoll: Bool
  private var phase = Phase.waiting
  /// Whether there is something to pull.
  private var isReady = false

  init(_ goal: Goal, until deadline: Deadline, isInterruptible: Bool = false) {
    self.goal = goal
    self.deadline = deadline
    self.isInterruptible = isInterruptible
    isPoll = deadline.isOver
  }

  /// Notes how many events wait, the first time there are any, and when there is something to pull.
  mutating func begin(with waiting: Int) {
    if let updates = goal.pulled, updates.isReady != isReady {
      isReady.toggle()
      phase = .running(left: waiting)
      return
    }
    if case .waiting = phase, waiting > 0 { phase = .running(left: waiting) }
  }

  /// The thread has waited. If it gave up, a signal for that wait may be on its way, so the next wait has a semaphore
  /// of its own.
  mutating func hasWaited(_ end: WaitEnd) {
    if end != .signalled { semaphore = WaitSemaphore(isInterruptible: isInterruptible) }
    if end == .interrupted { isInterrupted = true }
  }

  /// One of them is about to run.
  mutating func beginEvent() {
    if case .running(let left) = phase { phase = .running(left: max(left - 1, 0)) }
  }

  /// Whether the call is to return although more events wait.
  var isDone: Bool {
    switch goal {
    case .dispatch(let limit): count >= limit || hasRunAll
    case .wait(let isReached): isReached() || (isPoll ? hasRunAll : hasBegun && deadline.isOver)
    case .pull: isReady || isPoll ? hasRunAll : hasBegun && deadline.isOver
    case .serve, .drain: false
    }
  }

  /// Whether a call that has nothing to run returns without waiting.
  ///
  /// - Parameters:
  ///   - isFinished: whether no event will come any more.
  ///   - isReleased: whether the client was released.
  func waitsForNothing(isFinished: Bool, isReleased: Bool) -> Bool {
    switch goal {
    case .dispatch: count > 0 || isFinished
    case .pull: isReady
    case .serve: isReleased
    case .drain: true
    case .wait: false
    }
  }

  /// Whether the call is one that waits on behalf of C.
  var canBeWoken: Bool {
    switch goal {
    case .dispatch, .wait, .pull: !isPoll
    case .serve, .drain: false
    }
  }

  private var hasBegun: Bool {
    switch phase {
    case .waiting: false
    case .running: true
    }
  }

  private var hasRunAll: Bool {
    switch phase {
    case .waiting, .running(left: 1...): false
    case .running: true
    }
  }
}

extension Deadline {
  /// The header's form of a time: milliseconds, 0 = now, −1 = no limit.
  init(milliseconds: Int32) throws(ErrorReport) {
    switch milliseconds {
    case -1: self = .never
    case 0: self = .now
    case 1...: self.init(afterMilliseconds: Int(milliseconds))
    default: throw ErrorReport(.invalidArgument, "timeout_ms is \(milliseconds): pass at least 0, or -1 for no limit")
    }
  }
}
