import CPlatform
import PagerBytes
package import PagerJSON
package import PagerTransport

/// What went wrong with a request: the facts that decide whether it is sent again.
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
    /// The server failed when it executed the request, perhaps because that asks for too much.
    case executionFailed
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
    case .tooLarge, .executionFailed, .status(502), .status(504): true
    case .connection, .status, .limit: false
    }
  }

  /// The word for the fault in the state of a pager and in events.
  var reason: String {
    switch kind {
    case .connection: "connection"
    case .status(let status): "http_\(status)"
    case .limit: "rate_limit"
    case .tooLarge, .executionFailed: "too_large"
    }
  }
}

extension RequestFault {
  /// Nil if requests are not sent again, or not for this reason.
  ///
  /// - Parameters:
  ///   - reader: what reads the answer next; nil: nothing reads it at once.
  ///   - now: milliseconds since 1970.
  init?(
    _ result: Result<TransportResponse, TransportError>, _ options: RetryOptions, readBy reader: (any BodyReader)?,
    now: Int64
  ) {
    guard options.isEnabled else { return nil }
    switch result {
    case .success(let response): self.init(response, options, readBy: reader, now: now)
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
  /// - Parameters:
  ///   - reader: what reads the answer next; nil: nothing reads it at once.
  ///   - now: milliseconds since 1970.
  init?(_ response: TransportResponse, _ options: RetryOptions, readBy reader: (any BodyReader)? = nil, now: Int64) {
    let isListed = options.statuses.contains(response.status)
    if response.status == 429, isListed {
      let hasData = response.hasData
      self.init(kind: .limit, wait: response.limitWait(now: now), isUnprocessed: !hasData, hasData: hasData)
    } else if let fault = RequestFault(limitOf: response, now: now)
      ?? RequestFault(toldBy: response, options, reader, now: now)
    {
      self = fault
    } else if isListed {
      self.init(kind: .status(response.status), wait: response.wait)
    } else {
      return nil
    }
  }

  /// What the body says. It counts whatever the status is: a server that follows GraphQL over HTTP refuses a request
  /// with 4xx.
  private init?(toldBy response: TransportResponse, _ options: RetryOptions, _ reader: (any BodyReader)?, now: Int64) {
    let says = LimitNotice(in: response, options, readBy: reader)
    if says.isTooLarge, options.shrinksPages {
      self.init(kind: .tooLarge, isUnprocessed: says.isUnprocessed, errors: says.errors)
    } else if says.isLimit, response.status != 429 {
      let wait = response.limitWait(now: now) ?? says.wait ?? (says.isSecondaryLimit ? .seconds(60) : nil)
      self.init(kind: .limit, wait: wait, isUnprocessed: says.isUnprocessed, errors: says.errors)
    } else if says.executionFailed, options.shrinksPages {
      self.init(kind: .executionFailed, errors: says.errors)
    } else {
      return nil
    }
  }

  /// A 403 that is one of GitHub's limits; any other refuses access.
  init?(limitOf response: TransportResponse, now: Int64) {
    guard response.status == 403 else { return nil }
    let says = LimitNotice(in: response, RetryOptions(), readBy: nil)
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

/// Reads an answer after its execution has looked at it: the body is parsed once for both.
package protocol BodyReader: AnyObject, Sendable {
  /// What `body` makes of the root of an answer; nil if that is not JSON, or if another thread reads now.
  func look<Result: Sendable>(at response: TransportResponse, _ body: @Sendable (JSONNode) -> Result) -> Result?
  /// Lets go of an answer that was not read after all.
  func forgetLook(at response: TransportResponse)
}

/// What the body of a response says about limits.
///
/// A server's demand to be asked less often counts if the server sent no data. Data with only null fields counts as no
/// data if errors give the reason. A demand to be asked for less, which a code makes, counts even if the response has
/// data: GitHub then leaves out a part of the data. A demand that only a message makes counts if there is no data.
struct LimitNotice: Sendable {
  private(set) var errors: GraphQLErrorList?
  /// The server wants to be asked less often.
  private(set) var isLimit = false
  /// The server wants to be asked for less.
  private(set) var isTooLarge = false
  /// The server failed when it executed the request, and less may help.
  private(set) var executionFailed = false
  /// One of GitHub's secondary limits, which may come without a statement of how long they last.
  private(set) var isSecondaryLimit = false
  /// How long it takes until there is enough budget for the request.
  private(set) var wait: Duration?
  /// Whether the server carried out nothing of the request. False if it tried a field and failed.
  private(set) var isUnprocessed = true

  /// A response with only errors is small. A larger one can only say that it is too large.
  private static let largestWithoutData = 16 << 10

  /// - Parameter reader: what reads the response next: it then finds the parsed text. Nil: nothing reads it at once,
  ///   so a search spares most bodies a parse of their own.
  init(in response: TransportResponse, _ options: RetryOptions, readBy reader: (any BodyReader)?) {
    let body = response.body
    guard body.count <= Self.largestWithoutData || options.shrinksPages && !options.shrinkCodes.isEmpty else { return }
    // A body that is not JSON says nothing about limits.
    if let reader, response.carriesGraphQL {
      if let notice = reader.look(at: response, { LimitNotice($0, options) }) { self = notice }
    } else if body.mayHaveErrors {
      let notice = try? SpareReader.use { reader throws(JSONReadError) in
        try reader.read(response.body) { LimitNotice($0, options) }
      }
      if let notice { self = notice }
    }
    errors = errors?.hiding(response.secrets)
  }

  private init(_ root: JSONNode, _ options: RetryOptions) {
    isSecondaryLimit = root["message"]?.string.map(Self.isSecondary) ?? false
    guard let list = root["errors"], list.kind == .array else { return }
    let data = root["data"].flatMap { $0.isNull ? nil : $0 }
    let isNothing = data.map { data in data.kind == .object && data.members.allSatisfy { $0.value.isNull } } ?? true
    isUnprocessed = data == nil
    errors = GraphQLErrorList(list)
    for error in list.elements.prefix(GraphQLErrorList.largestCount) {
      let codes = [error["extensions"]?["code"]?.string, error["type"]?.string].compactMap { $0 }
      if codes.contains(where: options.shrinkCodes.contains) { isTooLarge = true }
      guard isNothing else { continue }
      if codes.contains(where: { $0 == "RATE_LIMITED" || $0 == "THROTTLED" }) { isLimit = true }
      let message = error["message"]?.string ?? ""
      let fault = options.fault(in: message)
      if fault == .tooLarge { isTooLarge = true }
      if fault == .executionFailed { executionFailed = true }
      if Self.isSecondary(message) {
        isLimit = true
        isSecondaryLimit = true
      }
    }
    wait = root["extensions"]?["cost"].flatMap(Self.wait)
  }

  /// Shopify's: the missing part of the budget comes back at a rate. Nil if nothing is missing: the client then has to
  /// try.
  private static func wait(_ cost: JSONNode) -> Duration? {
    guard let requested = cost["requestedQueryCost"]?.double, let status = cost["throttleStatus"],
      let available = status["currentlyAvailable"]?.double, let rate = status["restoreRate"]?.double, rate > 0
    else { return nil }
    let seconds = (requested - available) / rate
    // Rounded up: a request that leaves a moment too early is refused again.
    return seconds.isFinite && seconds > 0 ? Duration(seconds: seconds) : nil
  }

  private static func isSecondary(_ message: String) -> Bool {
    let message = message.lowercased()
    return message.has("secondary rate limit") || message.has("abuse detection")
  }
}

/// What can be found out about a response without reading it.
extension ReceivedBytes {
  /// Whether the first member of the object is `data`, with an object in it.
  var beginsWithData: Bool {
    withUnsafeBytes { bytes in
      var place = 0
      for token in ["{", "\"data\"", ":", "{"] {
        while place < bytes.count, bytes[place] <= UInt8(ascii: " ") { place += 1 }
        for byte in token.utf8 {
          guard place < bytes.count, bytes[place] == byte else { return false }
          place += 1
        }
      }
      return true
    }
  }

  /// Whether the words are there at all: most responses are complete ones.
  var mayHaveErrors: Bool {
    withUnsafeBytes { bytes in
      swiftpager_contains(bytes.baseAddress, bytes.count, "\"errors\"")
        || !beginsWithData && swiftpager_contains(bytes.baseAddress, bytes.count, "\"message\"")
    }
  }
}
