internal import PagerBytes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Where requests go, how long they may take and how large responses may be: everything that a transport is given once.
///
/// It has no defaults: those are `ClientConfiguration`'s. The initializer checks all of it. The properties stay
/// variable, so `CurlTransport` checks once more and refuses a configuration that was spoiled in between.
package struct TransportConfiguration: Sendable, Hashable {
  /// An absolute http or https URL. User and password in it are sent as Basic authentication and never shown in errors.
  package var endpoint: String
  /// Sent with every request, in this order. A header named like one of the library's own replaces it.
  package var headers: [HTTPHeader]
  /// How long a request may take from start to end, name resolution and connecting included; zero means no limit.
  package var timeout: Duration
  /// How long resolving, connecting and the TLS handshake may take together; zero means libcurl's own 300 s.
  package var connectTimeout: Duration
  /// The largest body of a response, in bytes and after decompression. More ends the transfer at once.
  package var maxResponseBytes: Int
  /// The most connections that may be open at a time; nil: no limit.
  package var maxConnections: Int?
  /// The `User-Agent` that goes to the server, and to a proxy.
  package var userAgent: String
  /// Whom to trust, and who the client is.
  package var tls: TLSConfiguration
  /// The URL of a proxy (http, https, socks4, socks4a, socks5 or socks5h; http without a scheme). Nil follows the
  /// environment (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`); an empty string means no proxy at all.
  package var proxy: String?
  /// Which version of HTTP to speak.
  package var httpVersion: ProtocolVersion

  /// Whether the endpoint is reached over TLS.
  var isSecure: Bool { endpoint.prefix(6).lowercased() == "https:" }
  /// Whether connections may carry many requests at once.
  var mayMultiplex: Bool { isSecure && httpVersion != .http1 }
  /// Whether bytes may leave through a TLS library. Its writes may raise SIGPIPE; libcurl's own writes to sockets do
  /// not.
  var mayUseTLS: Bool {
    // Without a proxy here, libcurl takes the one that the environment names, if any.
    isSecure || proxy.map { $0.prefix(6).lowercased() == "https:" } ?? Self.environmentHasProxy
  }

  private static var environmentHasProxy: Bool {
    getenv("http_proxy") != nil || getenv("all_proxy") != nil || getenv("ALL_PROXY") != nil
  }

  /// The endpoint with more behind its `?`, for a GET.
  package func address(with query: String) -> String {
    let address = endpoint.prefix { $0 != "#" }
    return address + (address.contains("?") ? "&" : "?") + query
  }

  /// The connect timeout that holds: libcurl's own if none was asked for.
  var connectLimit: Duration { connectTimeout == .zero ? .seconds(300) : connectTimeout }

  /// Takes and checks a configuration.
  ///
  /// - Throws: `TransportConfigurationError` with the field that is wrong, what is wrong with it and what to write.
  package init(
    endpoint: String,
    headers: [HTTPHeader],
    timeout: Duration,
    connectTimeout: Duration,
    maxResponseBytes: Int,
    maxConnections: Int?,
    userAgent: String,
    tls: TLSConfiguration,
    proxy: String?,
    httpVersion: ProtocolVersion
  ) throws(TransportConfigurationError) {
    self.endpoint = endpoint
    self.headers = headers
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.maxResponseBytes = maxResponseBytes
    self.maxConnections = maxConnections
    self.userAgent = userAgent
    self.tls = tls
    self.proxy = proxy
    self.httpVersion = httpVersion
    try validate()
  }
}

/// Whom a TLS connection trusts, and who the client is. Certificates are always verified; nothing turns that off.
package struct TLSConfiguration: Sendable, Hashable {
  /// A PEM file of certificate authorities, trusted instead of the system's; nil trusts the system's.
  package var caFile: String?
  /// A PEM file with the client's certificate chain, for servers that ask for it.
  package var clientCertificate: String?
  /// A PEM file with the private key of `clientCertificate`; nil when that file holds the key too.
  package var clientKey: String?

  /// Takes the three paths. They are opened when a connection is made, not before.
  package init(caFile: String? = nil, clientCertificate: String? = nil, clientKey: String? = nil) {
    self.caFile = caFile
    self.clientCertificate = clientCertificate
    self.clientKey = clientKey
  }
}

/// The version of HTTP to speak.
package enum ProtocolVersion: Sendable, Hashable {
  /// HTTP/2 if a TLS server offers it, else HTTP/1.1.
  case automatic
  /// HTTP/1.1 always.
  case http1
  /// Like `automatic`, but refused for an endpoint without TLS, because it is not possible there: libcurl 7.88 cannot
  /// reuse an HTTP/2 connection without TLS (curl issue 10634).
  case http2
}

/// What all transfers of a transport have in common.
package struct TransferSettings: Sendable {
  /// A checked configuration.
  package let configuration: TransportConfiguration
  /// The endpoint as errors show it: without user, password and query.
  let endpointForMessages: String
  /// What no error may show.
  package let secrets: RequestSecrets
  /// The memory of the transport's large bodies.
  let spare: SpareMemory

  /// Checks a configuration and takes it.
  package init(_ configuration: TransportConfiguration) throws(TransportConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    endpointForMessages = try configuration.parsedEndpoint().forMessages() ?? "the endpoint"
    secrets = RequestSecrets(configuration)
    spare = SpareMemory()
  }

  private init(_ configuration: TransportConfiguration, _ secrets: RequestSecrets, like settings: TransferSettings) {
    self.configuration = configuration
    self.secrets = secrets
    (endpointForMessages, spare) = (settings.endpointForMessages, settings.spare)
  }

  /// The settings that hold for a request with options of its own.
  package func with(_ options: RequestOptions) -> TransferSettings {
    guard options.timeout != nil || !options.headers.isEmpty else { return self }
    var configuration = configuration
    if let timeout = options.timeout { configuration.timeout = timeout }
    return TransferSettings(configuration, secrets.with(options.headers), like: self)
  }
}

/// Durations as libcurl and people count them.
extension Duration {
  /// Whole milliseconds, rounded up so that a short limit never becomes curl's 0, "no limit"; at most 24 days, the
  /// most that curl counts.
  var milliseconds: Int32 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return .max }
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// The duration for a message: `30 s` or `250 ms`.
  var inWords: String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
