/// When a client's requests may leave, so that its server's budget lasts. Nothing but numbers goes in, and nothing happens
/// here.
///
/// Above half of the budget nothing waits. Below, what is left is spread evenly over the time until it comes back: each
/// request takes a turn, and the turns lie as far apart as that says.
struct Pace: Sendable, Hashable {
  private(set) var budget: RateBudget?
  /// Before this time no request that is paced leaves, in milliseconds since 1970.
  private var nextTurn = Int64.min

  /// Takes what the newest answer says.
  mutating func learn(_ budget: RateBudget) {
    var new = budget
    // Where a server counts points, and not requests, the last request shows how many one takes.
    if let old = self.budget, case .at = new.refill, old.refill == new.refill, old.remaining - new.remaining > 1 {
      new.cost = old.remaining - new.remaining
      new.least = new.cost
    }
    self.budget = new
  }

  /// Gives a request its turn.
  ///
  /// - Parameter longest: a longer wait is none: the request leaves at once, and the server decides.
  /// - Returns: how long it waits, in milliseconds.
  mutating func turn(now: Int64, atMost longest: Int64) -> Int64 {
    guard let budget, let interval = interval(budget, now) else {
      nextTurn = .min
      return 0
    }
    let turn = max(now + shortage(budget, now), nextTurn)
    guard turn - now <= longest else { return 0 }
    nextTurn = turn + interval
    return turn - now
  }

  /// How far apart requests leave, in milliseconds; nil where there is enough.
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

  /// How long there is not enough for a single request, in milliseconds.
  private func shortage(_ budget: RateBudget, _ now: Int64) -> Int64 {
    let missing = budget.least - budget.remaining(at: now)
    guard missing > 0 else { return 0 }
    switch budget.refill {
    case .perSecond(let rate): return Self.milliseconds(seconds: missing / rate)
    // One more second, for clocks that differ a little.
    case .at(let reset): return reset - now + 1000
    }
  }

  /// Rounded up; at most a year, which nothing waits for.
  private static func milliseconds(seconds: Double) -> Int64 {
    seconds.isFinite ? Int64(min(max(0, seconds), 31_536_000) * 1000 + 0.999) : 31_536_000_000
  }
}
