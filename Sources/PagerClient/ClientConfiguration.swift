package import PagerCache
public import PagerJSON
package import PagerTransport

/// The endpoint of a client, and how the client talks to it. All language bindings have these defaults.
public struct ClientConfiguration: Sendable, Hashable {
  /// The address of the endpoint: http or https.
  public var endpoint: String
  /// The headers that the client sends with each request, by name.
  public var headers: [String: String]
  /// The longest time for one whole request; zero: no limit.
  public var timeout: Duration
  /// The longest time to connect; zero: libcurl's own 300 s.
  public var connectTimeout: Duration
  /// The largest number of bytes of one response, after decompression.
  public var maximumResponseBytes: Int
  /// A PEM file with the certificate authorities to trust instead of the system's.
  public var certificateAuthorityFile: String?
  /// A PEM file with the client's certificate chain, for servers that ask for one.
  public var clientCertificateFile: String?
  /// A PEM file with the private key of the client's certificate; nil if the certificate's file holds the key too.
  public var clientKeyFile: String?
  /// The address of a proxy; nil: as libcurl's environment variables say; empty: no proxy.
  public var proxy: String?
  /// The version of HTTP that the client speaks.
  public var httpVersion: HTTPVersion
  /// The largest number of connections that the client has open at a time; nil: no limit.
  ///
  /// A request that finds no free connection waits for one, and its timeout begins after that wait. A connection over
  /// HTTP/2 carries up to 100 requests at once. A transport of your own is not limited.
  public var maximumConnections: Int?
  /// The `User-Agent` header.
  public var userAgent: String
  /// Where the client stores the objects of responses.
  ///
  /// By default it stores them in the memory of the process, and keeps at most 100,000 records that no page shows. A
  /// service passes pages on and does not watch them. It takes `CacheOptions(store: .none)`, and a page then costs a
  /// quarter of the time.
  public var cache: CacheOptions
  /// When the client sends a request again that brought no answer.
  public var retry: RetryOptions
  /// Whether the client sends the hashes of queries in place of the queries.
  public var persistedQueries: PersistedQueryOptions
  /// Whether the client compresses requests of more than 8,192 bytes.
  ///
  /// It does so once the server has said with `Accept-Encoding` in an answer that it accepts compressed requests.
  public var compressesRequests: Bool
  /// What the client does about the limits that the server sets.
  public var rateLimit: RateLimitPolicy
  /// A file to which the client writes each request with its answer, without secrets; nil: no recording.
  ///
  /// A new client overwrites the file. The client delivers an answer once it is in the file. If it cannot write the
  /// answer, the request fails with `ClientError.recordingFailed`.
  public var record: String?
  /// A recording that answers the requests in place of a server; nil: the server answers.
  ///
  /// The client finds answers by query and variables. Equal requests get their answers in the order of the recording,
  /// and then the last answer again and again. A request that is not in the recording fails with
  /// `ClientError.notRecorded`. `replay` cannot be combined with `record`.
  public var replay: String?
  /// How the server writes dates, if variables or data have values of Foundation's `Date`.
  ///
  /// Such values need `import SwiftPagerFoundation`. Without a strategy the client refuses them.
  public var dates: DateStrategy?

  /// The versions of HTTP that a client can speak.
  public enum HTTPVersion: Sendable, Hashable {
    /// HTTP/2 if a TLS server offers it, HTTP/1.1 everywhere else.
    case automatic
    /// Always HTTP/1.1.
    case http1
    /// Like `automatic`, but the client refuses an endpoint without TLS, because HTTP/2 is not available there.
    case http2
  }

  /// Makes a configuration. The declaration shows the defaults.
  ///
  /// ``GraphQLClient`` checks the values.
  public init(
    endpoint: String, headers: [String: String] = [:], timeout: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), maximumResponseBytes: Int = 64 << 20,
    certificateAuthorityFile: String? = nil, clientCertificateFile: String? = nil, clientKeyFile: String? = nil,
    proxy: String? = nil, httpVersion: HTTPVersion = .automatic, maximumConnections: Int? = nil,
    userAgent: String? = nil,
    cache: CacheOptions = CacheOptions(maximumRecords: 100_000), retry: RetryOptions = RetryOptions(),
    persistedQueries: PersistedQueryOptions = .never, compressesRequests: Bool = true,
    rateLimit: RateLimitPolicy = .react, record: String? = nil, replay: String? = nil, dates: DateStrategy? = nil
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
    self.maximumConnections = maximumConnections
    self.cache = cache
    self.retry = retry
    self.persistedQueries = persistedQueries
    self.compressesRequests = compressesRequests
    self.rateLimit = rateLimit
    self.record = record
    self.replay = replay
    self.dates = dates
    self.userAgent = userAgent ?? "swiftpager/\(swiftPagerVersion)"
  }

  package func makeCache(_ keyFunction: KeyFunction? = nil) throws(ClientConfigurationError) -> Cache? {
    do throws(CacheError) {
      return try cache.makeCache(keyFunction)
    } catch {
      throw ClientConfigurationError(message: error.message, field: nil)
    }
  }

  /// What a transport has to know about the configuration.
  package func transportConfiguration() throws(ClientConfigurationError) -> TransportConfiguration {
    do {
      return try TransportConfiguration(
        endpoint: endpoint,
        headers: headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) },
        timeout: timeout, connectTimeout: connectTimeout, maxResponseBytes: maximumResponseBytes,
        maxConnections: maximumConnections, userAgent: userAgent,
        tls: TLSConfiguration(
          caFile: certificateAuthorityFile, clientCertificate: clientCertificateFile, clientKey: clientKeyFile),
        proxy: proxy, httpVersion: transportVersion)
    } catch {
      throw ClientConfigurationError(message: error.message, field: error.field)
    }
  }

  private var transportVersion: ProtocolVersion {
    switch httpVersion {
    case .automatic: .automatic
    case .http1: .http1
    case .http2: .http2
    }
  }
}

/// Why a client cannot be made from a configuration.
public struct ClientConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let message: String
  /// The part that is wrong; nil if the machine is the reason.
  package let field: TransportConfigurationError.Part?
  /// Whether the reason is a recording that cannot be written or read.
  package var isRecording = false

  public var description: String { message }
}
