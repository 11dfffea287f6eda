package import PagerTransport

/// What the requests of a client share apart from the cache: the transport, and the rules for repeating requests.
package struct RequestChannel: Sendable {
  package private(set) var transport: any Transport
  package let retry: RetryOptions
  package let clock: any RetryClock
  /// The observers of requests.
  package let observers: RequestObservers
  /// The authorizer, which gives the headers that say who is calling.
  package let authorization: Authorization
  /// The address of the endpoint; empty if only the transport knows it.
  package let endpoint: String
  /// Keeps requests within the server's budget; nil if requests are not paced.
  package let pacer: Pacer?
  /// The queue of requests that a limit has refused.
  let limits: LimitQueue

  package init(
    _ transport: any Transport, retry: RetryOptions = .never, clock: (any RetryClock)? = nil, endpoint: String = "",
    pacer: Pacer? = nil
  ) {
    self.endpoint = endpoint
    self.pacer = pacer
    self.transport = transport
    self.retry = retry
    self.clock = clock ?? SystemClock()
    observers = RequestObservers()
    authorization = Authorization()
    limits = LimitQueue()
  }

  /// The same channel with another transport.
  func through(_ transport: any Transport) -> RequestChannel {
    var channel = self
    channel.transport = transport
    return channel
  }
}
