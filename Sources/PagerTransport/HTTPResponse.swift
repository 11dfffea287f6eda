package import PagerBytes

/// What a server answered: any status, with the whole body.
package struct TransportResponse: Sendable {
  /// The status code: 200, 404, ….
  package let status: Int
  /// The body after decompression; empty when there was none.
  package let body: ReceivedBytes
  /// The `Content-Type` as it was sent, parameters included.
  package let contentType: String?
  /// Where a 3xx status points: the `Location` made absolute, without user, password and query. Redirects are not
  /// followed.
  package let location: String?
  /// How long the server asks to wait (`Retry-After`, in seconds or as a date); nil when it does not ask.
  package let retryAfter: Duration?

  /// All headers; nil if there are none.
  package let headers: ResponseHeaders?

  /// Whether its connection was made for it, and did not serve an earlier request; nil if that is not known.
  package let isFirstOnConnection: Bool?

  /// Makes a response; for transports.
  package init(
    status: Int, body: ReceivedBytes, contentType: String? = nil, location: String? = nil,
    retryAfter: Duration? = nil, headers: ResponseHeaders? = nil, isFirstOnConnection: Bool? = nil
  ) {
    self.status = status
    self.body = body
    self.contentType = contentType
    self.location = location
    self.retryAfter = retryAfter
    self.headers = headers
    self.isFirstOnConnection = isFirstOnConnection
  }
}
