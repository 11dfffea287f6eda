import PagerBytes
package import PagerCache
package import PagerTransport

/// Why a request brought no GraphQL response: a failure of the network or the server.
public enum ClientError: Error, Sendable, Hashable {
  /// No answer arrived: no connection, TLS refused, a connection closed half-way, a body over the limit.
  case network(message: String)
  /// No connection within the connect timeout, or no whole answer within the timeout.
  case timedOut(message: String)
  /// The server answered with an HTTP status other than success, and not as `application/graphql-response+json`.
  ///
  /// `errors` has the GraphQL errors of the body; nil if the body has none. If it has errors and no data, the server
  /// refused the request itself, as with errors under a 200. `retryAfter` is the time that the server asks to wait; nil
  /// if it does not say one.
  case http(status: Int, message: String, errors: GraphQLErrorList?, retryAfter: Duration?)
  /// The server limits the rate of requests, and the limit lasts longer than the client may wait.
  ///
  /// `retryAfter` is the time that the server asks to wait; nil if it does not say one. `errors` has the GraphQL errors
  /// of its answer.
  case rateLimited(message: String, retryAfter: Duration?, errors: GraphQLErrorList?)
  /// The body is not a GraphQL response, or its data does not fit the type that reads it.
  ///
  /// If the data does not fit, `errors` has the errors that the server sent beside it; nil if there are none.
  case badResponse(message: String, errors: GraphQLErrorList? = nil)
  /// The system has no memory, no thread or no file descriptor for the request.
  ///
  /// For a thread or a file descriptor, `errorNumber` is the system's `errno`.
  case outOfResources(message: String, errorNumber: Int32? = nil)
  /// A function of the program failed: in Swift, the authorizer.
  case hook(message: String)
  /// The cache cannot answer, and the policy excludes the server.
  case cacheMiss(message: String)
  /// The cache could not store what it has to keep.
  case cache(message: String)
  /// The client replays a recording that has no answer to the request. The message shows the nearest one.
  case notRecorded(message: String)
  /// The exchange could not be recorded.
  case recordingFailed(message: String)
  /// Lists inside a page are incomplete, and the pager treats that as a failure.
  ///
  /// `path` is a JSON Pointer to the first of these lists. It is empty if the query has more lists than the pager can
  /// look for.
  case nestedIncomplete(message: String, path: String)
  /// The items of the list are not in the order that the caller named, or an item has no usable value to compare.
  ///
  /// `path` is a JSON Pointer to that value, below `data`. Only the C and Python faces end a load with this error.
  case notOrdered(message: String, path: String)
  /// More items lie within the lag of the mark than a checkpoint can keep.
  ///
  /// `path` is a JSON Pointer to the setting of the lag. Only the C and Python faces end a load with this error.
  case windowFull(message: String, path: String)
  /// The client was shut down.
  case closed
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .network(let message), .timedOut(let message), .badResponse(let message, _): message
    case .outOfResources(let message, _), .hook(let message): message
    case .http(_, let message, _, _), .cacheMiss(let message), .cache(let message), .notRecorded(let message),
      .recordingFailed(let message):
      message
    case .rateLimited(let message, _, _), .nestedIncomplete(let message, _), .notOrdered(let message, _),
      .windowFull(let message, _):
      message
    case .closed: "the client was shut down"
    }
  }
}

extension ClientError {
  /// The policy allows only the cache, and the client has none.
  static let noCache = cacheMiss(message: "the client has no cache, and the cache policy excludes the server")

  /// Whether the server could not be reached, or did not answer the request.
  var isOfServer: Bool {
    switch self {
    case .network, .timedOut, .http, .rateLimited: true
    default: false
    }
  }

  /// Whether the server answered, and refused the request itself: another attempt would fare the same.
  package var isRefusal: Bool {
    guard case .http(let status, _, let errors, _) = self, let errors, !errors.areBesideData else { return false }
    return (200..<300).contains(status) || [400, 404, 409, 410, 422].contains(status)
  }

  /// The cache does not have an answer, or could not look.
  package init(_ miss: CacheMiss) {
    self = miss.error.map { ClientError($0) } ?? .cacheMiss(message: miss.message.printable)
  }

  /// The cache could not read, or keep, what it was asked for.
  package init(_ error: CacheError) {
    self = error == .outOfMemory ? .outOfResources(message: error.message) : .cache(message: error.message)
  }

  /// A limit lasts longer than the client may wait.
  init(limit fault: RequestFault, attempts: Int) {
    let wait = fault.wait.map { "; it asks to wait \($0.words)" } ?? ""
    let first = fault.errors?.firstMessage.map { "; its first error: \($0)" } ?? ""
    let tried = attempts > 1 ? ", also at attempt \(attempts)" : ""
    self = .rateLimited(
      message: "the server limits the rate of requests\(tried)\(wait)\(first); "
        + "try again later, or let the client wait longer with the `budget` of its retries",
      retryAfter: fault.wait, errors: fault.errors)
  }

  /// The error that a caller gets for a failure of the transport.
  package init(_ error: TransportError) {
    switch error.kind {
    case .shutDown: self = .closed
    case .timedOut, .connectTimedOut: self = .timedOut(message: error.message)
    case .outOfMemory, .outOfDescriptors, .noThread:
      self = .outOfResources(message: error.message, errorNumber: error.errorNumber)
    case .notRecorded: self = .notRecorded(message: error.message)
    case .recordingFailed: self = .recordingFailed(message: error.message)
    default: self = .network(message: error.message)
    }
  }
}

extension Duration {
  /// The duration as a text for people.
  fileprivate var words: String {
    let milliseconds = wholeMilliseconds
    return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
  }
}

/// Why a request brought nothing, and how often it was sent.
package struct RequestFailure: Error, Sendable, Hashable {
  package let error: ClientError
  /// 0 if the request was not sent.
  package let attempts: Int

  package init(_ error: ClientError, attempts: Int) {
    self.error = error
    self.attempts = attempts
  }
}

extension RequestFailure: CustomStringConvertible {
  package var description: String { error.description }
}
