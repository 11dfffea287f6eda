/// What sends a client's requests in place of the library's own network: another HTTP library, or the script of a test.
///
///     struct AppTransport: HTTPTransport {
///       func send(_ request: HTTPRequest) async throws -> HTTPResponse {
///         …
///       }
///     }
///     let client = try GraphQLClient(ClientConfiguration(endpoint: "https://example.com/graphql"), transport: AppTransport())
///
/// The client does all else: the cache, authorization, retries, persisted queries, compression of requests, limits of time
/// and size. `record` and `replay` are not for it.
public protocol HTTPTransport: Sendable {
  /// Sends a request and brings what the server answered, whatever its status, decompressed.
  ///
  /// Its task is cancelled when the request is given up, or takes longer than the client's timeout: end it then, and throw
  /// anything. Called by many tasks at once.
  ///
  /// - Throws: why there is no answer. A `ClientError` says which kind of failure it is; anything else is
  ///   `ClientError.network` to who asked. After a `network` of its own the client sends a query again, as its retries say.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request that a client has a transport send.
public struct HTTPRequest: Sendable, Hashable {
  /// How it is sent.
  public enum Method: String, Sendable, Hashable {
    case get = "GET"
    case post = "POST"
  }

  public var method: Method
  /// The whole address, with what a GET has behind its `?`.
  public var url: String
  /// The headers by name. A transport adds those of the connection, such as `Content-Length` and `User-Agent`.
  public var headers: [String: String]
  /// The body as it is sent; empty for a GET.
  public var body: [UInt8]

  public init(method: Method = .post, url: String, headers: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What a server answered, as a transport brings it.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code: 200, 404, ….
  public var status: Int
  /// The headers by name. The client looks at `Content-Type`, `Retry-After`, `Location` and those of rate limits.
  public var headers: [String: String]
  /// The body after decompression.
  public var body: [UInt8]

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
