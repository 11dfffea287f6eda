import PagerLocks
import PagerTransport

/// When a client's requests may leave, so that they stay within the server's budget. It takes only numbers and has no
/// side effects.
///
/// Above half of the budget, requests do not wait. Below that, the remaining budget is spread evenly over the time
/// until it comes back. Each request takes a turn, and the distance between turns follows from that.
struct Pace: Sendable, Hashable {
  private(set) var budget: RateBudget?
  /// No paced request leaves before this time, in milliseconds since 1970.
  private var nextTurn = Int64.min

  /// Takes what the newest answer says about the budget.
  mutating func learn(_ budget: RateBudget) {
    var new = budget
    // If a server counts points instead of requests, the last request shows how many points one takes.
    if let old = self.budget, case .at = new.refill, old.refill == new.refill, old.remaining - new.remaining > 1 {
      new.cost = old.remaining - new.remaining
      new.least = new.cost
    }
    self.budget = new
  }

  /// Gives a request its turn.
  ///
  /// - Parameter longest: the longest wait. If the wait would be longer, the request leaves at once, and the server
  ///   decides.
  /// - Returns: how long the request waits, in milliseconds.
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
  private static func milliseconds(seconds: Double) -> Int64 {
    seconds.isFinite ? Int64(min(max(0, seconds), 31_536_000) * 1000 + 0.999) : 31_536_000_000
  }
}

/// The pace of a client's requests.
package final class Pacer: Sendable {
  private let pace = Lock(Pace())

  /// Nil if requests wait only after a limit has refused them.
  package init?(_ policy: RateLimitPolicy) {
    guard policy == .pace else { return nil }
  }

  func learn(_ response: TransportResponse, now: Int64) {
    guard let budget = RateBudget(response, now: now) else { return }
    pace.withLock { $0.learn(budget) }
  }

  /// How long a request has to wait for its turn.
  func turn(now: Int64, atMost longest: Duration) -> Duration {
    .milliseconds(pace.withLock { $0.turn(now: now, atMost: longest.wholeMilliseconds) })
  }
}

/// What a client does about a server's limits on how often, or for how much, the client may ask.
public enum RateLimitPolicy: Sendable, Hashable {
  /// The client does nothing until a limit refuses a request. Then the request waits, as `RetryOptions` say.
  case react
  /// The client reads what the server says about its budget, and slows down before the budget is used up:
  /// `docs/retrying.md`.
  case pace
}
