import PagerBytes
import PagerJSON
import PagerTransport

/// What went wrong with a request, as far as it matters for sending the request again.
struct RequestFault: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// No connection, or one that was lost.
    case connection
    /// An HTTP status after which the request may be sent again.
    case status(Int)
    /// The server limits how often, or for how much, it is asked.
    case limit
    /// The request asks for more than the server accepts at once.
    case tooLarge
  }

  let kind: Kind
  /// How long the server asks to wait; nil if it does not say.
  var wait: Duration?
  /// Whether it is certain that the server did nothing for the request.
  var isUnprocessed = false
  /// The errors of the server's answer, for a limit.
  var errors: GraphQLErrorList?
  /// Whether the server has carried the request out all the same: the answer has data.
  var hasData = false

  /// Whether a request for fewer items may succeed: gateways give up on requests that take too long.
  var mayBeTooLarge: Bool {
    switch kind {
    case .tooLarge, .status(502), .status(504): true
    case .connection, .status, .limit: false
    }
  }

  /// The word for the fault in the state of a pager and in events.
  var reason: String {
    switch kind {
    case .connection: "connection"
    case .status(let status): "http_\(status)"
    case .limit: "rate_limit"
    case .tooLarge: "too_large"
    }
  }
}

extension RequestFault {
  /// Nil if requests are not sent again, or not for this reason.
  ///
  /// - Parameter now: milliseconds since 1970.
  init?(_ result: Result<TransportResponse, TransportError>, _ options: RetryOptions, now: @autoclosure () -> Int64) {
    guard options.isEnabled else { return nil }
    switch result {
    case .success(let response): self.init(response, options, now: now())
    case .failure(let error): self.init(error)
    }
  }

  /// A failure of the transport after which a further attempt makes sense.
  init?(_ error: TransportError) {
    switch error.kind {
    case .couldNotResolve, .couldNotConnect, .connectTimedOut:
      self.init(kind: .connection, isUnprocessed: true)
    case .connectionClosed, .emptyAnswer:
      self.init(kind: .connection)
    case .invalidConfiguration, .tlsFailed, .timedOut, .undecodable, .responseTooLarge, .headersTooLong, .outOfMemory,
      .outOfDescriptors, .noThread, .shutDown, .notRecorded, .recordingFailed, .other:
      return nil
    }
  }

  /// An answer after which a further attempt makes sense.
  ///
  /// - Parameter now: milliseconds since 1970.
  init?(_ response: TransportResponse, _ options: RetryOptions, now: Int64) {
    switch response.status {
    case 429 where options.statuses.contains(429):
      let hasData = response.hasData
      self.init(kind: .limit, wait: response.limitWait(now: now), isUnprocessed: !hasData, hasData: hasData)
    case 403:
      if let limit = RequestFault(limitOf: response, now: now) {
        self = limit
      } else if options.statuses.contains(403) {
        self.init(kind: .status(403))
      } else {
        return nil
      }
    case let status where options.statuses.contains(status):
      self.init(kind: .status(status), wait: response.wait)
    case 200..<300:
      let says = LimitNotice(in: response, options)
      if says.isTooLarge {
        self.init(kind: .tooLarge, isUnprocessed: says.isUnprocessed, errors: says.errors)
      } else if says.isLimit {
        let wait = response.limitWait(now: now) ?? says.wait ?? (says.isSecondaryLimit ? .seconds(60) : nil)
        self.init(kind: .limit, wait: wait, isUnprocessed: says.isUnprocessed, errors: says.errors)
      } else {
        return nil
      }
    default:
      return nil
    }
  }

  /// A 403 that is one of GitHub's limits; any other refuses access.
  init?(limitOf response: TransportResponse, now: Int64) {
    guard response.status == 403 else { return nil }
    let says = LimitNotice(in: response, RetryOptions())
    let wait = response.limitWait(now: now)
    guard wait != nil || says.isSecondaryLimit else { return nil }
    let hasData = response.hasData
    self.init(
      kind: .limit, wait: wait ?? .seconds(60), isUnprocessed: !hasData, errors: says.errors, hasData: hasData)
  }
}

extension TransportResponse {
  /// Whether the body is a response with data.
  fileprivate var hasData: Bool {
    guard body.count > 0 else { return false }
    // A body that is not JSON has no data.
    let hasData = try? SpareReader.use { reader throws(JSONReadError) in
      try reader.read(body) { root in root["data"].map { !$0.isNull } ?? false }
    }
    return hasData ?? false
  }

  /// The value of `Retry-After`. libcurl reads dates and whole seconds, but not fractions of seconds. A wait that is
  /// too short ends in another refusal.
  var wait: Duration? {
    guard let seconds = headers?.number("retry-after"), seconds > 0 else { return retryAfter }
    return Duration(seconds: seconds)
  }

  /// How long the server's headers ask to wait.
  fileprivate func limitWait(now: Int64) -> Duration? {
    if let wait { return wait }
    for prefix in RateBudget.headerPrefixes {
      guard let headers, let remaining = headers.number(prefix + "remaining"), remaining <= 0,
        let reset = headers.resetTime(prefix, now: now)
      else { continue }
      // One second more, because clocks differ a little.
      return .milliseconds(max(0, reset - now)) + .seconds(1)
    }
    return nil
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
