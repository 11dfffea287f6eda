/// What a client does about a server's limits on the number or the cost of requests.
public enum RateLimitPolicy: Sendable, Hashable {
  /// The client does nothing until a limit refuses a request. Then the request waits, as `RetryOptions` say.
  case react
  /// The client reads what the server says about its budget, and slows down before its share of the budget is used up.
  ///
  /// - share: the part of the budget that this client may use: more than 0, and at most 1.
  case pacing(share: Double)
  /// All requests of the client leave at a fixed rate, also those that are sent again.
  ///
  /// - perSecond: the number of requests that leave in a second, from 0.001 to 1,000,000.
  /// - burst: the number of requests that may leave at once after a time with fewer requests, from 1 to 1,000,000. The
  ///   first request of the client leaves alone.
  case rate(perSecond: Double, burst: Int = 1)

  /// The client slows down before the server's budget is used up, and may use all of it.
  public static let pace = RateLimitPolicy.pacing(share: 1)

  /// The client slows down before this part of the server's budget is used up.
  ///
  /// - Parameter share: more than 0, and at most 1.
  public static func pace(share: Double) -> RateLimitPolicy { .pacing(share: share) }
}

extension RateLimitPolicy {
  /// The rates that a client can keep, in requests a second.
  package static let rates = 0.001...1_000_000.0
  /// The bursts that a client can allow.
  package static let bursts = 1...1_000_000

  /// Refuses numbers that a client cannot keep.
  func check() throws(ClientConfigurationError) {
    switch self {
    case .react: break
    case .pacing(let share):
      guard share > 0, share <= 1 else {
        throw Self.refused("the share of a server's budget is \(share); use more than 0, and at most 1")
      }
    case .rate(let perSecond, let burst):
      guard Self.rates.contains(perSecond) else {
        throw Self.refused("the rate is \(perSecond) requests a second; use a number from 0.001 to 1,000,000")
      }
      guard Self.bursts.contains(burst) else {
        throw Self.refused("the burst is \(burst) requests; use a whole number from 1 to 1,000,000")
      }
    }
  }

  private static func refused(_ message: String) -> ClientConfigurationError {
    ClientConfigurationError(message: message, field: nil)
  }
}
