public import PagerClient
public import PagerJSON

/// Sends a client's requests in place of the library's own network code: another HTTP library, or the script of a test.
///
///     struct AppTransport: HTTPTransport {
///       func send(_ request: HTTPRequest) async throws -> HTTPResponse {
///         …
///       }
///     }
///     let client = try GraphQLClient(
///       ClientConfiguration(endpoint: "https://example.com/graphql"), transport: AppTransport())
///
/// The client does everything else: the cache, authorization, retries, persisted queries, compression of requests, and
/// limits of time and size. Such a client cannot use `record` and `replay`.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the server's response, decompressed, whatever its status.
  ///
  /// The client cancels the task of a call if it no longer needs the response, or if the request takes longer than the
  /// client's timeout. End the request then, and throw any error. Many tasks call this function at once.
  ///
  /// - Throws: the reason why the request got no response: a `ClientError`, or any other error, which the caller gets
  ///   as `ClientError.network`. After a `ClientError.network` the client may send a query again, as its retries allow.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request from a client for a transport to send.
public struct HTTPRequest: Sendable, Hashable {
  /// How it is sent.
  public enum Method: String, Sendable, Hashable {
    /// The query part of the address has the request.
    case get = "GET"
    /// The body has the request.
    case post = "POST"
  }

  /// How the request is sent.
  public var method: Method
  /// The whole address, including the query part of a GET.
  public var url: String
  /// The headers by name. A transport adds the headers of the connection, such as `Content-Length` and `User-Agent`.
  public var headers: [String: String]
  /// The body as it is sent; empty for a GET.
  public var body: [UInt8]

  /// A request, for the tests of a transport.
  public init(method: Method = .post, url: String, headers: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A server's response, as a transport returns it.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code: 200, 404, ….
  public var status: Int
  /// The headers by name. The client reads `Content-Type`, `Retry-After`, `Location` and the headers of rate limits.
  public var headers: [String: String]
  /// The body after decompression.
  public var body: [UInt8]

  /// A response with bytes as its body.
  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with a text as its body.
  public init(status: Int = 200, headers: [String: String] = [:], text: String) {
    self.init(status: status, headers: headers, body: Array(text.utf8))
  }
}

extension GraphQLClient {
  /// Makes a client that sends its requests through a transport.
  ///
  /// - Parameters:
  ///   - configuration: the endpoint, and how the client talks to it.
  ///   - transport: sends the requests.
  ///   - cacheKey: makes the keys of objects, as in ``init(_:cacheKey:)``; nil: the configuration's key fields make
  ///     them.
  /// - Throws: `ClientConfigurationError` for an address that is not http or https, for headers that HTTP does not
  ///   allow, and for a configuration that records or replays.
  public convenience init(
    _ configuration: ClientConfiguration, transport: any HTTPTransport,
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)? = nil
  ) throws(ClientConfigurationError) {
    let channel = try configuration.makeChannel { TransportBridge(transport, $0) }
    self.init(channel, cache: try configuration.makeCache(cacheKey: cacheKey))
  }

  /// Makes a client for an app's tests. A transport sends each of its requests once; the endpoint does not matter.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - cache: where the client stores the objects of responses.
  ///   - dates: how the server writes dates; nil: variables and data with dates are refused.
  ///   - cacheKey: makes the keys of objects; nil: the key fields of `cache` make them.
  /// - Throws: `ClientConfigurationError` if the cache cannot be made.
  public convenience init(
    transport: any HTTPTransport, cache: CacheOptions = CacheOptions(), dates: DateStrategy? = nil,
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)? = nil
  ) throws(ClientConfigurationError) {
    try self.init(
      ClientConfiguration(
        endpoint: "http://localhost/graphql", timeout: .zero, cache: cache, retry: .never, dates: dates),
      transport: transport, cacheKey: cacheKey)
  }
}
