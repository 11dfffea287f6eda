/// One request to a transport's endpoint: a POST with JSON in it, or a GET that has all of it in its address.
package struct TransportRequest: Sendable {
  /// The body, as it is sent; a GET has none.
  package var body: [UInt8]
  /// What this request does not share with the others of its transport.
  package var options: RequestOptions
  /// What a GET has behind the endpoint's `?`, percent-encoded. Nil: the request is a POST.
  package var query: String?
  /// Whether it may be sent again if its connection is lost and its outcome is unknown: not a mutation.
  package var isRepeatable = true
  /// Called with an answer after which the request is sent in another form, before that happens, and with the reason in
  /// a word. The sender does not see that answer.
  package var onResend: (@Sendable (Result<TransportResponse, TransportError>, _ reason: String) -> Void)?

  package init(body: [UInt8], options: RequestOptions = RequestOptions(), query: String? = nil) {
    self.body = body
    self.options = options
    self.query = query
  }

  /// The same request in another form.
  package func with(body: [UInt8], query: String? = nil) -> TransportRequest {
    var request = self
    request.body = body
    request.query = query
    return request
  }
}

/// What a request does not share with the others of its transport.
package struct RequestOptions: Sendable, Hashable {
  /// Sent in addition to the transport's own headers; a header with the same name as one of those replaces it. They
  /// have to be valid: `TransportConfiguration.check(_:at:)`.
  package var headers: [HTTPHeader]
  /// How long the request may take, in place of the transport's timeout; zero means no limit.
  package var timeout: Duration?

  package init(headers: [HTTPHeader] = [], timeout: Duration? = nil) {
    self.headers = headers
    self.timeout = timeout
  }
}

extension Transport {
  /// Sends a body as a request like all others of the transport.
  package func send(
    _ body: [UInt8], completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    try send(TransportRequest(body: body), completion: completion)
  }
}
