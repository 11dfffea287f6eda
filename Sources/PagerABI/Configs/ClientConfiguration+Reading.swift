import PagerClient
import PagerJSON
import PagerTransport

/// Reads the config of a client. Missing keys keep the defaults of `ClientConfiguration`.
extension ClientConfiguration {
  /// Reads a config. The values are checked when a client is made from them.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint as a separate argument; the config must then have none.
  ///   - calls: how calls of C run callbacks and wait, which does not concern the client itself; what the config leaves
  ///     out stays.
  init(reading text: String, endpoint: String? = nil, calls: inout CallRules) throws(ErrorReport) {
    var reader = try ConfigReader("config_json", text: text)
    self.init(endpoint: try reader.string("endpoint", orBeside: endpoint))
    headers = try reader.headers() ?? headers
    timeout = try reader.milliseconds("timeout_ms", atLeast: 0) ?? timeout
    connectTimeout = try reader.milliseconds("connect_timeout_ms", atLeast: 1) ?? connectTimeout
    maximumResponseBytes = try reader.integer("max_response_bytes", in: 1...0xffff_ffff) ?? maximumResponseBytes
    try reader.object("tls") { tls throws(ErrorReport) in
      certificateAuthorityFile = try tls.string("ca_file")
      clientCertificateFile = try tls.string("client_cert")
      clientKeyFile = try tls.string("client_key")
    }
    proxy = try reader.string("proxy")
    httpVersion =
      try reader.choice("http_version", ["automatic": HTTPVersion.automatic, "1.1": .http1, "2": .http2]) ?? httpVersion
    cache = try reader.cacheOptions()
    retry = try reader.retryOptions() ?? retry
    persistedQueries = try reader.persistedQueryOptions() ?? persistedQueries
    compressesRequests = try reader.bool("compress_requests") ?? compressesRequests
    maximumConnections = try reader.integer("max_connections", in: 1...0xffff)
    rateLimit = try reader.rateLimit() ?? rateLimit
    calls.delivery =
      try reader.choice("delivery", ["dispatch": Delivery.dispatch, "thread": .thread]) ?? calls.delivery
    calls.areInterruptible = try reader.bool("interruptible") ?? calls.areInterruptible
    userAgent = try reader.string("user_agent") ?? userAgent
    record = try reader.filePath("record")
    replay = try reader.filePath("replay")
    if record != nil, replay != nil {
      throw ErrorReport(.invalidConfig, Self.recordsAndReplays, path: reader.path.appending("replay"))
    }
    try reader.finish()
  }
}

extension ConfigReader {
  /// An object of strings, by the names of headers.
  mutating func headers() throws(ErrorReport) -> [String: String]? {
    guard let members = try members("headers") else { return nil }
    var headers: [String: String] = [:]
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let text = value.string else {
        throw ErrorReport(
          .invalidConfig, "a header's value must be a string", path: path.appending("headers").appending(name))
      }
      headers[name] = text
    }
    return headers
  }

  /// The path of a file.
  mutating func filePath(_ key: String) throws(ErrorReport) -> String? {
    guard let path = try string(key) else { return nil }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ErrorReport(
        .invalidConfig, "expected the path of a file: not empty, and without a NUL character",
        path: self.path.appending(key))
    }
    return path
  }

  /// A time in milliseconds, up to the longest that fits libcurl's and the header's 32 bits.
  mutating func milliseconds(_ key: String, atLeast least: Int64) throws(ErrorReport) -> Duration? {
    try integer(key, in: least...0x7fff_ffff).map { .milliseconds($0) }
  }
}

extension ErrorReport {
  /// A part of a config that a transport refuses.
  init(_ error: TransportConfigurationError) {
    self.init(.invalidConfig, error.message, path: JSONPointer(tokens: error.field.path))
  }

  /// The error of a config that cannot make a client, with the faulty key.
  init(_ error: ClientConfigurationError) {
    if let field = error.field {
      self.init(.invalidConfig, error.message, path: JSONPointer(tokens: field.path))
    } else {
      self.init(error.isRecording ? .recordingFailed : .internal, error.message)
    }
  }
}

extension TransportConfigurationError.Part {
  /// The keys of the config that lead to the field.
  fileprivate var path: [String] {
    switch self {
    case .endpoint: ["endpoint"]
    // What is not a name may be a whole line, with the value.
    case .header(_, let name): HTTPHeader.isToken(name) ? ["headers", name] : ["headers"]
    case .timeout: ["timeout_ms"]
    case .connectTimeout: ["connect_timeout_ms"]
    case .maxResponseBytes: ["max_response_bytes"]
    case .maxConnections: ["max_connections"]
    case .userAgent: ["user_agent"]
    case .caFile: ["tls", "ca_file"]
    case .clientCertificate: ["tls", "client_cert"]
    case .clientKey: ["tls", "client_key"]
    case .proxy: ["proxy"]
    case .httpVersion: ["http_version"]
    }
  }
}

extension ConfigReader {
  /// The headers of one call, in addition to the client's.
  mutating func requestHeaders() throws(ErrorReport) -> [HTTPHeader] {
    let headers = try headers()?.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) } ?? []
    do throws(TransportConfigurationError) {
      for (index, header) in headers.enumerated() { try TransportConfiguration.check(header, at: index) }
    } catch {
      throw ErrorReport(error)
    }
    return headers
  }

  /// The caller's own name for one call.
  mutating func tag() throws(ErrorReport) -> String? {
    let longest = 200
    let tag = try string("tag")
    let length = tag?.utf8.count ?? 0
    guard length > longest else { return tag }
    throw ErrorReport(
      .invalidConfig, "a tag has at most \(longest) bytes, and this one has \(length)", path: path.appending("tag"))
  }
}

/// Reads the option for hashes in place of queries: true, false, or an object, which means true and has further
/// options.
extension ConfigReader {
  mutating func persistedQueryOptions() throws(ErrorReport) -> PersistedQueryOptions? {
    guard isObject("persisted_queries") else {
      return try read("persisted_queries", "true, false or an object") { value in
        value.bool.map { PersistedQueryOptions(isEnabled: $0) }
      }
    }
    return try object("persisted_queries") { queries throws(ErrorReport) in
      PersistedQueryOptions(usesGet: try queries.bool("get") ?? false)
    }
  }
}

/// Reads the option for limits: a word, or an object for a fixed rate or a share of the server's budget.
extension ConfigReader {
  mutating func rateLimit() throws(ErrorReport) -> RateLimitPolicy? {
    guard isObject("rate_limit") else {
      return try read("rate_limit", "\"react\", \"pace\" or an object") { value in
        ["react": RateLimitPolicy.react, "pace": .pace][value.string ?? ""]
      }
    }
    return try object("rate_limit") { limit throws(ErrorReport) in
      guard let isRate = try limit.choice("mode", ["rate": true, "pace": false]) else { throw limit.missing("mode") }
      guard isRate else {
        let share = try limit.number("share", "a number that is more than 0 and at most 1") { $0 > 0 && $0 <= 1 }
        return .pacing(share: share ?? 1)
      }
      let rates = RateLimitPolicy.rates
      guard
        let rate = try limit.number("per_second", "a number from 0.001 to 1000000", { rates.contains($0) })
      else { throw limit.missing("per_second") }
      return .rate(perSecond: rate, burst: try limit.integer("burst", in: 1...1_000_000) ?? 1)
    }
  }

  private mutating func number(
    _ key: String, _ expected: String, _ isRight: (Double) -> Bool
  ) throws(ErrorReport) -> Double? {
    try read(key, expected) { value in value.double.flatMap { isRight($0) ? $0 : nil } }
  }
}

/// Reads the retry options of a client's config. Missing keys keep the defaults of `RetryOptions`.
extension ConfigReader {
  mutating func retryOptions() throws(ErrorReport) -> RetryOptions? {
    try object("retry") { retry throws(ErrorReport) in
      var options = RetryOptions()
      options.isEnabled = try retry.bool("enabled") ?? options.isEnabled
      options.maximumAttempts = try retry.integer("max_attempts", in: 1...1000) ?? options.maximumAttempts
      options.baseDelay = try retry.milliseconds("base_delay_ms", atLeast: 0) ?? options.baseDelay
      options.maximumDelay = try retry.milliseconds("max_delay_ms", atLeast: 0) ?? options.maximumDelay
      options.budget = try retry.milliseconds("budget_ms", atLeast: 0) ?? options.budget
      options.statuses = try retry.statuses() ?? options.statuses
      options.shrinksPages = try retry.bool("shrink") ?? options.shrinksPages
      options.shrinkCodes = try retry.shrinkCodes() ?? options.shrinkCodes
      options.shrinkMessages = try retry.shrinkMessages() ?? options.shrinkMessages
      return options
    }
  }

  private mutating func statuses() throws(ErrorReport) -> Set<Int>? {
    let statuses = try list(
      "statuses", "a list of HTTP statuses from 400 to 599", of: "an HTTP status from 400 to 599"
    ) { value in
      value.integer.flatMap { (400...599).contains($0) ? Int($0) : nil }
    }
    return statuses.map { Set($0) }
  }

  private mutating func shrinkCodes() throws(ErrorReport) -> Set<String>? {
    try list("shrink_codes", "a list of GraphQL error codes", of: "a GraphQL error code", \.string).map { Set($0) }
  }

  private mutating func shrinkMessages() throws(ErrorReport) -> Set<String>? {
    let messages = try list(
      "shrink_messages", "a list of parts of messages", of: "a part of a message, which is not empty"
    ) { value in
      value.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    return messages.map { Set($0) }
  }
}
