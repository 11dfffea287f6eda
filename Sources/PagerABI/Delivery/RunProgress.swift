import PagerThreads

/// How far one call that runs callbacks has got.
///
/// Events may come as fast as callbacks run. So a dispatch leaves the events that came meanwhile to the next dispatch.
/// A wait looks at the clock between two events. A pull runs the events that came before what it takes.
struct RunProgress {
  private enum Phase {
    /// There was nothing to run yet.
    case waiting
    /// This many of the events that waited when the first was run are left.
    case running(left: Int)
  }

  let goal: EventQueue.Goal
  let deadline: Deadline
  /// How many callbacks ran.
  var count = 0
  /// How often the client had been woken when the call began; nil before its first step.
  var wakesAtStart: UInt64?
  /// A wake has asked for the call to return, see `Wakes`.
  var isInterrupted = false
  /// Whether the call does not wait at all.
  private let isPoll: Bool
  private var phase = Phase.waiting
  /// Whether there is something to pull.
  private var isReady = false

  init(_ goal: EventQueue.Goal, until deadline: Deadline) {
    self.goal = goal
    self.deadline = deadline
    isPoll = deadline.isOver
  }

  /// Notes how many events wait, the first time there are any, and when there is something to pull.
  mutating func begin(with waiting: Int) {
    if case .pull(let updates) = goal {
      guard updates.isReady == isReady else {
        isReady.toggle()
        phase = .running(left: waiting)
        return
      }
    }
    if case .waiting = phase, waiting > 0 { phase = .running(left: waiting) }
  }

  /// One of them is about to run.
  mutating func take() {
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
  var waitsForNothing: Bool {
    switch goal {
    case .dispatch: count > 0
    case .pull: isReady
    case .drain: true
    case .wait, .serve: false
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
