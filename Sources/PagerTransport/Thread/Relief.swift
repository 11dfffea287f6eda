import PagerThreads

/// Whether the transport's own thread drives while a thread that waits is away: a policy, told of departures and returns.
///
/// A thread that looks at a page would find the next one read, or nearly, if somebody else had driven meanwhile. Where it does not, it
/// has to take the seat over again. Times are in nanoseconds.
struct Relief {
  /// How long an absence must be: long enough for another thread that is awake to make use of it.
  static let leastAbsence: UInt64 = 10_000
  /// How long the thread that is back gives way to the one that relieves it before it takes the seat over: what it waits for is
  /// on its way, and to take the seat would cost both a waking.
  static let patience: UInt64 = 300_000
  /// A page that came meanwhile took at least so long.
  private static let leastPage: UInt64 = 40_000
  /// Absences beyond this say no more than this.
  private static let longestAbsence: UInt64 = 1_000_000_000

  /// How long those are away who are not relieved, on average: each absence counts a quarter.
  private var absence: UInt64 = 0
  private var left: UInt64?
  private(set) var isRelieved = false
  private var trials = Trials()

  /// A thread that drove goes away.
  ///
  /// - Parameter isPossible: whether there is a processor for the own thread: on one it would only be in the way. Asked only
  ///   where relief would be worth it.
  /// - Returns: whether it is to be relieved.
  mutating func depart(at now: UInt64, isPossible: @autoclosure () -> Bool) -> Bool {
    left = now
    guard absence >= Self.leastAbsence, trials.begin() else { return false }
    isRelieved = isPossible()
    return isRelieved
  }

  /// A thread has to wait again, and would drive.
  ///
  /// - Parameter now: when it began to wait.
  mutating func come(at now: UInt64) {
    guard let left else { return }
    self.left = nil
    let away = min(now &- left, Self.longestAbsence)
    guard isRelieved else {
      absence = (absence * 3 + away) / 4
      return
    }
    isRelieved = false
    // A relief that was worth it had pages ready, one after the other: the thread was away for several of them.
    trials.ended(inVain: away < absence * 2 + Self.leastPage)
    absence = (absence * 3 + min(away, absence)) / 4
  }
}
