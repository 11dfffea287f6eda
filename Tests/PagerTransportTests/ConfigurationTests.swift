import PagerTransport
import Testing

@Suite("Configurations are checked")
struct ConfigurationTests {
  @Test(arguments: [
    "http://localhost", "HTTPS://EXAMPLE.COM/graphql", "http://127.0.0.1:8080/", "http://[::1]:8080/graphql?x=1",
    "https://user:pass@example.com/graphql", "https://münchen.example/graphql",
  ])
  func anHTTPEndpointIsTaken(endpoint: String) throws {
    _ = try TransportConfiguration.to(endpoint: endpoint)
  }

  @Test func aSchemeInCapitalsIsAsSecure() throws {
    _ = try TransportConfiguration.to(endpoint: "HTTPS://EXAMPLE.COM/graphql", httpVersion: .http2)
  }

  @Test(arguments: [
    "", "example.com/graphql", "ftp://example.com/", "file:///etc/passwd", "https://", "http:///graphql",
    "https://user@/graphql", "http://example.com:99999/", "http://exa mple.com/", "http://example.com/\0/x",
    "http://example.com/\r\nX: y", "gopher://example.com/", "mailto:me@example.com", "/graphql",
  ])
  func anyOtherEndpointIsRefused(endpoint: String) {
    let error = #expect(throws: TransportConfigurationError.self) { try TransportConfiguration.to(endpoint: endpoint) }
    #expect(error?.field == .endpoint)
  }

  @Test(arguments: ["", "a b", "a:b", "a\r\nb", "a\0", "ä", "a;", "(a)", "Content-Length", "transfer-ENCODING"])
  func aHeaderNameThatIsNotATokenOrSaysWhereTheBodyEndsIsRefused(name: String) {
    let headers = [HTTPHeader(name: "x-fine", value: "1"), HTTPHeader(name: name, value: "1")]
    let error = #expect(throws: TransportConfigurationError.self) {
      try TransportConfiguration.to(endpoint: "http://localhost", headers: headers)
    }
    #expect(error?.field == .header(index: 1, name: name))
  }

  @Test(arguments: ["a\r\nInjected: 1", "a\nb", "a\rb", "a\0b", "\u{1b}[0m", "a\u{7f}"])
  func aHeaderValueWithControlCharactersIsRefusedAndNotRepeated(value: String) {
    let error = #expect(throws: TransportConfigurationError.self) {
      try TransportConfiguration.to(
        endpoint: "http://localhost", headers: [HTTPHeader(name: "Authorization", value: value)])
    }
    #expect(error?.field == .header(index: 0, name: "Authorization"))
    #expect(error?.message.contains("Authorization") == true)
    #expect(error?.message.contains(value) == false)
  }

  @Test(arguments: ["", " padded ", "tab\tinside", "ünïcödé", "!#$%&'*+-.^_`|~"])
  func anyOtherHeaderValueIsTaken(value: String) throws {
    _ = try TransportConfiguration.to(endpoint: "http://localhost", headers: [HTTPHeader(name: "x", value: value)])
  }

  @Test(arguments: ["", "localhost:3128", "http://me:pw@proxy:1", "socks5h://127.0.0.1:1080", "https://proxy"])
  func aProxyOfAKnownKindIsTaken(proxy: String) throws {
    _ = try TransportConfiguration.to(endpoint: "http://localhost", proxy: proxy)
  }

  @Test(arguments: ["ftp://me:pw@proxy:1", "http://", "http://a b", "a\0b"])
  func anyOtherProxyIsRefused(proxy: String) {
    let error = #expect(throws: TransportConfigurationError.self) {
      try TransportConfiguration.to(endpoint: "http://localhost", proxy: proxy)
    }
    #expect(error?.field == .proxy)
    #expect(error?.message.contains("pw") == false)
  }

  /// A field, and a change that spoils it.
  struct Spoiling: Sendable {
    let field: TransportConfigurationError.Part
    let spoil: @Sendable (inout TransportConfiguration) -> Void

    init(
      _ field: TransportConfigurationError.Part, _ spoil: @escaping @Sendable (inout TransportConfiguration) -> Void
    ) {
      self.field = field
      self.spoil = spoil
    }
  }

  @Test(arguments: [
    Spoiling(.endpoint) { $0.endpoint = "ftp://localhost" },
    Spoiling(.header(index: 0, name: "x")) { $0.headers = [HTTPHeader(name: "x", value: "a\r\nInjected: b")] },
    Spoiling(.timeout) { $0.timeout = .milliseconds(-1) },
    Spoiling(.connectTimeout) { $0.connectTimeout = .seconds(-1) },
    Spoiling(.maxResponseBytes) { $0.maxResponseBytes = 0 },
    Spoiling(.maxResponseBytes) { $0.maxResponseBytes = .min },
    Spoiling(.maxConnections) { $0.maxConnections = 0 },
    Spoiling(.userAgent) { $0.userAgent = "a\nb" },
    Spoiling(.caFile) { $0.tls.caFile = "" },
    Spoiling(.clientCertificate) { $0.tls.clientCertificate = "a\0b" },
    Spoiling(.clientKey) { $0.tls.clientKey = "key.pem" },
    Spoiling(.httpVersion) { $0.httpVersion = .http2 },
    Spoiling(.proxy) { $0.proxy = "ftp://localhost" },
  ])
  func aFieldThatIsSpoiledLaterIsRefusedByTheTransport(spoiling: Spoiling) throws {
    var configuration = try TransportConfiguration.to(endpoint: "http://localhost")
    spoiling.spoil(&configuration)
    let error = #expect(throws: TransportError.self) { try CurlTransport(configuration) }
    guard case .invalidConfiguration(let cause) = error?.kind else {
      Issue.record("not told as a configuration's error: \(String(describing: error))")
      return
    }
    #expect(cause.field == spoiling.field)
  }

  @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(Int64.max)])
  func anyTimeThatIsNotNegativeIsTaken(timeout: Duration) throws {
    let configuration = try TransportConfiguration.to(
      endpoint: "http://localhost", timeout: timeout, connectTimeout: timeout)
    _ = try CurlTransport(configuration)
  }
}
