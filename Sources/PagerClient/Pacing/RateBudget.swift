/// A server's budget for the client's requests, as the server reports it.
struct RateBudget: Sendable, Hashable {
  enum Refill: Sendable, Hashable {
    /// The whole budget comes back at once, at a time in milliseconds since 1970.
    case at(Int64)
    /// This much of the budget comes back each second.
    case perSecond(Double)
  }

  /// The whole budget; nil if the server does not say.
  var limit: Double?
  /// The remaining budget at the time of the report.
  var remaining: Double
  /// The cost of one request.
  var cost = 1.0
  /// The budget that the server requires before it accepts a request; that may be more than the request costs in the
  /// end.
  var least = 1.0
  var refill: Refill
  /// When the server reported it, in milliseconds since 1970.
  var time: Int64

  /// The remaining budget now, if only time has changed it.
  func remaining(at now: Int64) -> Double {
    switch refill {
    case .at(let reset): now >= reset ? limit ?? .infinity : remaining
    case .perSecond(let rate): min(limit ?? .infinity, remaining + rate * Double(max(0, now - time)) / 1000)
    }
  }
}
