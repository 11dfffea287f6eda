package import PagerCache
package import PagerTransport

/// What a client has to know of its endpoint. The defaults are those of every face.
public struct ClientConfiguration: Sendable, Hashable {
  /// An http or https address.
  public var endpoint: String
  /// Sent with each request, by name.
  public var headers: [String: String]
  /// For one whole request; zero = no limit.
  public var timeout: Duration
  /// For connecting; zero = libcurl's own 300 s.
  public var connectTimeout: Duration
  /// The most bytes of one response, after decompression.
  public var maximumResponseBytes: Int
  /// A PEM file with the certificate authorities to trust instead of the system's.
  public var certificateAuthorityFile: String?
  /// A PEM file with the client's certificate chain, for servers that ask who calls.
  public var clientCertificateFile: String?
  /// A PEM file with the private key of the client's certificate; nil when that file holds the key too.
  public var clientKeyFile: String?
  /// The address of a proxy; nil = what libcurl's environment variables say, empty = no proxy.
  public var proxy: String?
  /// Which version of HTTP to speak.
  public var httpVersion: HTTPVersion
  /// The `User-Agent` header.
  public var userAgent: String
  /// Where responses are kept.
  public var cache: CacheOptions
  /// When requests that brought no answer are sent again.
  public var retry: RetryOptions
  /// Whether queries are sent by their hashes.
  public var persistedQueries: PersistedQueryOptions
  /// Whether requests of more than 8,192 bytes are compressed where the server has said, with `Accept-Encoding` in an answer,
  /// that it takes that.
  public var compressesRequests: Bool
  /// What is done about the limits that the server sets.
  public var rateLimit: RateLimitPolicy
  /// A file that every exchange is written to as it passes, without secrets; it begins anew with the client. Nil: none.
  ///
  /// An answer is handed on once it is in the file, and one that cannot be written is a `ClientError.recordingFailed`.
  public var record: String?
  /// A recording that answers the requests in place of a server, by their queries and variables; nil: the server does.
  ///
  /// Equal requests are answered in the order in which they were recorded, and the last answer goes on being given. A
  /// request that was not recorded is a `ClientError.notRecorded`. Not together with `record`.
  public var replay: String?

  /// The version of HTTP to speak.
  public enum HTTPVersion: Sendable, Hashable {
    /// HTTP/2 where a TLS server offers it, HTTP/1.1 everywhere else.
    case automatic
    /// HTTP/1.1 always.
    case http1
    /// As `automatic`, but refused for an endpoint without TLS, where HTTP/2 cannot be had.
    case http2
  }

  public init(
    endpoint: String, headers: [String: String] = [:], timeout: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), maximumResponseBytes: Int = 64 << 20,
    certificateAuthorityFile: String? = nil, clientCertificateFile: String? = nil, clientKeyFile: String? = nil,
    proxy: String? = nil, httpVersion: HTTPVersion = .automatic, userAgent: String? = nil,
    cache: CacheOptions = CacheOptions(), retry: RetryOptions = RetryOptions(),
    persistedQueries: PersistedQueryOptions = .never, compressesRequests: Bool = true,
    rateLimit: RateLimitPolicy = .react, record: String? = nil, replay: String? = nil
  ) {
    self.endpoint = endpoint
    self.headers = headers
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.maximumResponseBytes = maximumResponseBytes
    self.certificateAuthorityFile = certificateAuthorityFile
    self.clientCertificateFile = clientCertificateFile
    self.clientKeyFile = clientKeyFile
    self.proxy = proxy
    self.httpVersion = httpVersion
    self.cache = cache
    self.retry = retry
    self.persistedQueries = persistedQueries
    self.compressesRequests = compressesRequests
    self.rateLimit = rateLimit
    self.record = record
    self.replay = replay
    self.userAgent = userAgent ?? "swiftpager/\(swiftPagerVersion)"
  }

  package func makeCache(_ keyFunction: KeyFunction? = nil) throws(ClientConfigurationError) -> Cache? {
    do throws(CacheError) {
      return try cache.makeCache(keyFunction)
    } catch {
      throw ClientConfigurationError(message: error.message, field: nil)
    }
  }

  /// What a transport has to know of it.
  package func transportConfiguration() throws(ClientConfigurationError) -> TransportConfiguration {
    do {
      return try TransportConfiguration(
        endpoint: endpoint,
        headers: headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) },
        timeout: timeout, connectTimeout: connectTimeout, maxResponseBytes: maximumResponseBytes,
        userAgent: userAgent,
        tls: TLSConfiguration(
          caFile: certificateAuthorityFile, clientCertificate: clientCertificateFile, clientKey: clientKeyFile),
        proxy: proxy, httpVersion: transportVersion)
    } catch {
      throw ClientConfigurationError(message: error.message, field: error.field)
    }
  }

  private var transportVersion: PagerTransport.HTTPVersion {
    switch httpVersion {
    case .automatic: .automatic
    case .http1: .http1
    case .http2: .http2
    }
  }
}
