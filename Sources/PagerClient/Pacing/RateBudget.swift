/// What a server says that it may still be asked for.
struct RateBudget: Sendable, Hashable {
  enum Refill: Sendable, Hashable {
    /// All of it comes back at once, at a time in milliseconds since 1970.
    case at(Int64)
    /// So much of it comes back each second.
    case perSecond(Double)
  }

  /// All there can be; nil where the server does not say.
  var limit: Double?
  /// What was left when the server said so.
  var remaining: Double
  /// What one request takes.
  var cost = 1.0
  /// What has to be left for a request to be taken; that may be more than it takes in the end.
  var least = 1.0
  var refill: Refill
  /// When the server said so, in milliseconds since 1970.
  var time: Int64

  /// What is left, as far as time alone changes it.
  func remaining(at now: Int64) -> Double {
    switch refill {
    case .at(let reset): now >= reset ? limit ?? .infinity : remaining
    case .perSecond(let rate): min(limit ?? .infinity, remaining + rate * Double(max(0, now - time)) / 1000)
    }
  }
}
