/// The part of a server's budget that one of its clients may use. It takes only numbers and has no side effects.
///
/// If the whole budget comes back at once, the client may use its part of what was left when the client first heard of
/// the budget, and then its part of each new budget. If the budget comes back at a rate, the client may use its part of
/// that rate. Other clients use the same budget: so the client counts its own requests.
struct BudgetShare: Sendable, Hashable {
  /// More than 0, and less than 1.
  let part: Double
  /// What the client may use, and how much of it is left if nothing more is taken; nil: no server has said anything.
  private var own: RateBudget?
  /// The longest time to a reset that the server has reported, in milliseconds.
  private var longestWindow: Int64 = 1
  /// What the client may use of the next budget, if that is like this one.
  private var nextAllowance = 0.0
  /// The cost of the turns that were given for the time after the reset, or before the first answer.
  private var promised = 0.0
  /// The smallest difference between two answers' budgets, in this window and in the one before. It may contain the
  /// requests of other clients.
  private var smallestCost: Double?
  private var smallestCostBefore: Double?

  /// A later reset counts as if it came then: a wrong clock must not stop a client for years.
  private static let longestWait: Int64 = 86_400_000

  init(part: Double) {
    self.part = part
  }

  /// Takes over the numbers of the newest answer, and corrects its costs.
  ///
  /// - Parameter difference: how much less is left than the answer before it said.
  mutating func learn(_ announced: inout RateBudget, after difference: Double) {
    switch announced.refill {
    case .perSecond(let rate):
      let limit = announced.limit.map { $0 * part }
      settle(announced.time)
      let level = isBucket ? own?.remaining ?? 0 : announced.remaining * part
      own = RateBudget(
        limit: limit, remaining: min(level, limit ?? level), cost: announced.cost, least: announced.cost,
        refill: .perSecond(rate * part), time: announced.time)
    case .at(let reset):
      let end = min(reset, announced.time + Self.longestWait)
      if let old = own, case .at(let oldEnd) = old.refill, announced.time < oldEnd {
        if difference > 0 { smallestCost = max(1, min(smallestCost ?? difference, difference)) }
        (announced.cost, announced.least) = (cost, cost)
        own?.cost = announced.cost
        own?.least = announced.cost
      } else {
        (smallestCostBefore, smallestCost) = (smallestCost, nil)
        (announced.cost, announced.least) = (cost, cost)
        // The answer is to a request of this client, which was taken from the budget before.
        let allowance = (announced.remaining + announced.cost) * part
        own = RateBudget(
          limit: allowance, remaining: allowance - max(promised, announced.cost), cost: announced.cost,
          least: announced.cost, refill: .at(end), time: announced.time)
        promised = 0
        nextAllowance = max(announced.cost, announced.limit.map { $0 * part } ?? allowance)
      }
      longestWindow = max(longestWindow, end - announced.time)
    }
  }

  /// What a request costs, if the budget comes back at once.
  private var cost: Double {
    min(smallestCost ?? .infinity, smallestCostBefore ?? smallestCost ?? 1)
  }

  private var isBucket: Bool {
    if case .perSecond = own?.refill { true } else { false }
  }

  /// The budget that the client may use now; nil: the server has not announced one.
  mutating func budget(_ now: Int64) -> RateBudget? {
    settle(now)
    guard var budget = own else { return nil }
    // The server has not said how large the new budget is, nor when it ends.
    if case .at(let end) = budget.refill, now >= end {
      (budget.limit, budget.remaining) = (nextAllowance, nextAllowance - promised)
      budget.refill = .at(now + longestWindow)
    }
    return budget
  }

  /// Adds what has come back to a bucket.
  private mutating func settle(_ now: Int64) {
    guard isBucket, let level = own?.remaining(at: now) else { return }
    own?.remaining = level
    own?.time = now
  }

  /// How far apart turns are that come after the reset, in milliseconds; nil for a turn before it.
  ///
  /// Nothing is known of the new budget. The turns are given as if it were like the old one.
  func distance(at turn: Int64) -> Int64? {
    guard let own, case .at(let end) = own.refill, turn >= end else { return nil }
    let requests = max(1, (nextAllowance / own.cost).rounded(.down))
    return Pace.milliseconds(seconds: Double(longestWindow) / 1000 / requests)
  }

  /// A request leaves at a time.
  mutating func spend(at turn: Int64) {
    change(by: -(own?.cost ?? 1), at: turn)
  }

  /// A request does not leave at a time.
  mutating func giveBack(at turn: Int64) {
    change(by: own?.cost ?? 1, at: turn)
  }

  private mutating func change(by amount: Double, at turn: Int64) {
    if let own, case .at(let end) = own.refill, turn < end {
      self.own?.remaining += amount
    } else if isBucket {
      own?.remaining += amount
    } else {
      promised = max(0, promised - amount)
    }
  }
}
