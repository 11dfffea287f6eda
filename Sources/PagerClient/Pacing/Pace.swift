import PagerThreads
import PagerTransport

/// When a client's requests may leave, so that they stay within the server's budget. It takes only numbers and has no
/// side effects.
///
/// Above half of the budget, requests do not wait. Below that, the remaining budget is spread evenly over the time
/// until it comes back. Each request takes a turn, and the distance between turns follows from that.
///
/// All times are in milliseconds, on a clock that only goes forward.
struct Pace: Sendable, Hashable {
  private(set) var budget: RateBudget?
  /// What this client may use of the budget; nil: all of it.
  private var share: BudgetShare?
  private var turns = Turns()

  /// - Parameter part: the part of the budget that this client may use; 1 is the whole.
  init(part: Double = 1) {
    share = part < 1 ? BudgetShare(part: part) : nil
  }

  /// Takes over the budget that the newest answer announces.
  mutating func learn(_ budget: RateBudget) {
    var new = budget
    var difference = 0.0
    if let old = self.budget, case .at = new.refill, old.refill == new.refill {
      difference = old.remaining - new.remaining
    }
    // If a server counts points instead of requests, the last request shows how many points one takes.
    if difference > 1 { (new.cost, new.least) = (difference, difference) }
    share?.learn(&new, after: difference)
    self.budget = new
  }

  /// Gives a request its turn.
  ///
  /// - Parameter longest: the longest wait for the rest of the budget. If the wait would be longer, the request
  ///   leaves at once, and the server decides. A wait for the client's own share has no limit.
  /// - Returns: how long the request waits, in milliseconds.
  mutating func turn(now: Int64, atMost longest: Int64) -> Int64 {
    guard let budget else {
      share?.spend(at: now)
      return 0
    }
    guard let own = share?.budget(now) else { return wholeTurn(budget, now, atMost: longest) }
    let missing = shortage(budget, now)
    let earliest = now + max(missing <= longest ? missing : 0, shortage(own, now))
    var left = own
    left.remaining = min(own.remaining, budget.remaining(at: now))
    if earliest == now, interval(left, now) == nil {
      turns.forget()
      share?.spend(at: now)
      return 0
    }
    let turn = turns.first(from: earliest)
    turns.reserve(turn, distance: share?.distance(at: turn) ?? interval(left, turn) ?? 0)
    share?.spend(at: turn)
    return turn - now
  }

  /// The same, if the client may use the whole budget.
  private mutating func wholeTurn(_ budget: RateBudget, _ now: Int64, atMost longest: Int64) -> Int64 {
    guard let interval = interval(budget, now) else {
      turns.forget()
      return 0
    }
    let turn = turns.first(from: now + shortage(budget, now))
    guard turn - now <= longest else { return 0 }
    turns.reserve(turn, distance: interval)
    return turn - now
  }

  /// A request was cancelled before its turn. The next request takes that turn.
  mutating func giveBack(_ turn: Int64) {
    turns.giveBack(turn)
    share?.giveBack(at: turn)
  }

  /// A request leaves again, without a turn.
  mutating func spend(now: Int64) {
    share?.spend(at: now)
  }

  /// How far apart requests leave, in milliseconds; nil if there is enough budget.
  private func interval(_ budget: RateBudget, _ now: Int64) -> Int64? {
    let remaining = budget.remaining(at: now)
    if let limit = budget.limit, remaining - budget.cost >= limit / 2, remaining >= budget.least { return nil }
    guard remaining.isFinite else { return nil }
    switch budget.refill {
    case .perSecond(let rate): return Self.milliseconds(seconds: budget.cost / rate)
    case .at(let reset):
      let requests = (remaining / budget.cost).rounded(.down)
      return requests >= 1 ? Self.milliseconds(seconds: Double(reset - now) / 1000 / requests) : 0
    }
  }

  /// How long the budget is too small for a single request, in milliseconds.
  private func shortage(_ budget: RateBudget, _ now: Int64) -> Int64 {
    let missing = budget.least - budget.remaining(at: now)
    guard missing > 0 else { return 0 }
    switch budget.refill {
    case .perSecond(let rate): return Self.milliseconds(seconds: missing / rate)
    // One more second, because clocks differ a little.
    case .at(let reset): return reset - now + 1000
    }
  }

  /// Rounded up; at most a year, which is longer than any request waits.
  static func milliseconds(seconds: Double) -> Int64 {
    seconds.isFinite ? Int64(min(max(0, seconds), 31_536_000) * 1000 + 0.999) : 31_536_000_000
  }
}

/// The times at which requests leave that wait for their turns.
private struct Turns: Sendable, Hashable {
  /// No new turn is before this time.
  private var next = Int64.min
  /// The turns of cancelled requests, in their order.
  private var free: [Int64] = []

  /// The first turn that a request can have.
  func first(from earliest: Int64) -> Int64 {
    let new = max(earliest, next)
    return free.first { $0 >= earliest }.map { min($0, new) } ?? new
  }

  /// - Parameter distance: the time to the turn after this one, if this one is new.
  mutating func reserve(_ turn: Int64, distance: Int64) {
    let isFree = free.contains(turn)
    // Earlier ones are over, or come too early for the budget.
    free.removeFirst(free.firstIndex { $0 >= turn } ?? free.count)
    if isFree { free.removeFirst() } else { next = turn + distance }
  }

  mutating func giveBack(_ turn: Int64) {
    free.insert(turn, at: free.firstIndex { $0 > turn } ?? free.endIndex)
  }

  /// There is enough budget: requests do not wait any more.
  mutating func forget() {
    self = Turns()
  }
}

/// The pace of a client's requests.
package final class Pacer: Sendable {
  private struct Guarded {
    var pace: Pace
    var clocks = ClockDifference()
  }

  private let guarded: Lock<Guarded>

  /// Nil if requests do not wait for the budget that their server announces.
  package init?(_ policy: RateLimitPolicy) {
    guard case .pacing(let share) = policy else { return nil }
    guarded = Lock(Guarded(pace: Pace(part: share)))
  }

  /// An answer has come. The reset that it names is compared with the time of day now, and never again: the time of day
  /// may be set while requests wait.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - steady: the same moment on the clock that only goes forward.
  func learn(_ response: TransportResponse, now: Int64, steady: Int64) {
    guard let budget = RateBudget(response, now: now) else { return }
    guarded.withLock { guarded in
      guarded.pace.learn(budget.moved(by: guarded.clocks.note(steady - now)))
    }
  }

  /// How long a request has to wait for its turn.
  func turn(now: Int64, atMost longest: Duration) -> Duration {
    .milliseconds(guarded.withLock { $0.pace.turn(now: now, atMost: longest.wholeMilliseconds) })
  }

  /// A request was cancelled before its turn.
  func giveBack(_ turn: Int64) {
    guarded.withLock { $0.pace.giveBack(turn) }
  }

  /// A request leaves again, without a turn.
  func spend(now: Int64) {
    guarded.withLock { $0.pace.spend(now: now) }
  }
}
