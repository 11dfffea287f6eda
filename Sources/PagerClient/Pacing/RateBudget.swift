import CPlatform
import PagerBytes
import PagerJSON
import PagerTransport

/// A server's budget for the client's requests, as the server reports it.
struct RateBudget: Sendable, Hashable {
  enum Refill: Sendable, Hashable {
    /// The whole budget comes back at once, at a time in milliseconds.
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
  /// When the server reported it, in milliseconds.
  var time: Int64

  /// The remaining budget now, if only time has changed it.
  func remaining(at now: Int64) -> Double {
    switch refill {
    case .at(let reset): now >= reset ? limit ?? .infinity : remaining
    case .perSecond(let rate): min(limit ?? .infinity, remaining + rate * Double(max(0, now - time)) / 1000)
    }
  }

  /// The same on a clock that is ahead by the difference.
  func moved(by difference: Int64) -> RateBudget {
    var budget = self
    budget.time += difference
    if case .at(let reset) = refill { budget.refill = .at(reset + difference) }
    return budget
  }
}

/// What a response says about its server's budget.
extension RateBudget {
  /// Nil if the response says nothing about it.
  ///
  /// - Parameter now: milliseconds since 1970.
  init?(_ response: TransportResponse, now: Int64) {
    for prefix in Self.headerPrefixes {
      if let budget = response.headers.flatMap({ RateBudget($0, prefix, now: now) }) {
        self = budget
        return
      }
    }
    guard response.body.mayTellOfCosts else { return nil }
    let read = try? SpareReader.use { reader throws(JSONReadError) in
      try reader.read(response.body) { root in root["extensions"]?["cost"].flatMap { RateBudget($0, now: now) } }
    }
    guard let budget = read ?? nil else { return nil }
    self = budget
  }

  /// How the names of headers begin: GitHub's, and those of the IETF's draft.
  static let headerPrefixes = ["x-ratelimit-", "ratelimit-"]

  /// In milliseconds since 1970; a later one, in 2286, is a mistake.
  private static let latestReset: Int64 = 10_000_000_000_000

  private init?(_ headers: ResponseHeaders, _ prefix: String, now: Int64) {
    guard let remaining = headers.integer(prefix + "remaining"), remaining >= 0,
      let time = headers.resetTime(prefix, now: now), time < Self.latestReset
    else { return nil }
    limit = headers.integer(prefix + "limit").flatMap { $0 > 0 ? Double($0) : nil }
    self.remaining = Double(remaining)
    refill = .at(time)
    self.time = now
  }

  /// Shopify's: `extensions.cost`.
  private init?(_ cost: JSONNode, now: Int64) {
    guard let status = cost["throttleStatus"], let maximum = status["maximumAvailable"]?.double, maximum > 0,
      let available = status["currentlyAvailable"]?.double, let rate = status["restoreRate"]?.double, rate > 0
    else { return nil }
    limit = maximum
    remaining = available
    refill = .perSecond(rate)
    time = now
    least = max(1, cost["requestedQueryCost"]?.double ?? 1)
    self.cost = max(1, cost["actualQueryCost"]?.double ?? least)
  }
}

extension ReceivedBytes {
  /// Whether the word is there at all: searching for the word costs less than reading a page twice.
  fileprivate var mayTellOfCosts: Bool {
    withUnsafeBytes { swiftpager_contains($0.baseAddress, $0.count, "\"throttleStatus\"") }
  }
}

extension ResponseHeaders {
  /// When the budget comes back, in milliseconds since 1970; nil if the headers do not say.
  func resetTime(_ prefix: String, now: Int64) -> Int64? {
    guard let reset = number(prefix + "reset"), reset >= 0 else { return nil }
    // The value is the number of seconds until then, GitHub's time in seconds, or a time in milliseconds: no window is
    // as long as thirty years.
    if reset < 1e9 { return now + Int64((reset * 1000).rounded(.up)) }
    return Int64(min(reset < 1e11 ? reset * 1000 : reset, 1e15).rounded(.up))
  }
}

extension ResponseHeaders {
  /// A header that is a decimal number; nil if it is not one.
  func number(_ name: String) -> Double? {
    guard let range = value(of: name) else { return nil }
    let number = bytes.withUnsafeBytes { bytes -> Double? in
      let digits = bytes[range]
      // Swift would also read hexadecimal digits and exponents.
      let isDecimal = digits.allSatisfy { (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
      return isDecimal ? Double(String(decoding: digits, as: UTF8.self)) : nil
    }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A header that is a number, rounded up.
  func integer(_ name: String) -> Int64? {
    number(name).flatMap { Int64(exactly: $0.rounded(.up)) }
  }
}

extension Duration {
  /// Rounded up to milliseconds; at most thirty years.
  init(seconds: Double) {
    self = .milliseconds(Int64((min(seconds, 1e9) * 1000).rounded(.up)))
  }
}
