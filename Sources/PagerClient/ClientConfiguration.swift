import PagerTransport

/// What a client has to know of its endpoint.
public struct ClientConfiguration: Sendable, Hashable {
  /// An http or https address.
  public var endpoint: String
  /// Sent with each request, by name.
  public var headers: [String: String]
  /// For one whole request; zero = no limit.
  public var timeout: Duration
  /// For connecting.
  public var connectTimeout: Duration
  /// The most bytes of one response, after decompression.
  public var maximumResponseBytes: Int
  /// A PEM file with the certificate authorities to trust instead of the system's.
  public var certificateAuthorityFile: String?
  /// The address of a proxy; nil = what libcurl's environment variables say.
  public var proxy: String?
  /// The `User-Agent` header.
  public var userAgent: String

  public init(
    endpoint: String, headers: [String: String] = [:], timeout: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), maximumResponseBytes: Int = 256 << 20,
    certificateAuthorityFile: String? = nil, proxy: String? = nil, userAgent: String = "swiftpager"
  ) {
    self.endpoint = endpoint
    self.headers = headers
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.maximumResponseBytes = maximumResponseBytes
    self.certificateAuthorityFile = certificateAuthorityFile
    self.proxy = proxy
    self.userAgent = userAgent
  }

  func makeTransport() throws(ClientConfigurationError) -> any HTTPTransport {
    let settings: TransportConfiguration
    do {
      settings = try TransportConfiguration(
        endpoint: endpoint,
        headers: headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) },
        timeout: timeout, connectTimeout: connectTimeout, maxResponseBytes: maximumResponseBytes,
        userAgent: userAgent, tls: TLSConfiguration(caFile: certificateAuthorityFile), proxy: proxy)
    } catch {
      throw ClientConfigurationError(message: error.message)
    }
    do {
      return try CurlTransport(settings)
    } catch {
      throw ClientConfigurationError(message: error.message)
    }
  }
}

/// Why no client can be made of a configuration.
public struct ClientConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let message: String

  public var description: String { message }
}
