package import PagerTransport

/// What the requests of a client share, beside its cache: what sends them, and what decides whether they are sent again.
package struct RequestChannel: Sendable {
  package private(set) var transport: any HTTPTransport
  package let retry: RetryOptions
  package let clock: any RetryClock
  /// Who is told what happens to requests.
  package let observers: RequestObservers
  /// Who says in requests who is calling.
  package let authorization: Authorization
  /// The address of the endpoint; empty where only the transport knows it.
  package let endpoint: String
  /// What keeps requests within the server's budget; nil where nothing does.
  package let pacer: Pacer?
  /// Where requests wait that were refused by a limit.
  let limits: LimitQueue

  package init(
    _ transport: any HTTPTransport, retry: RetryOptions = .never, clock: (any RetryClock)? = nil, endpoint: String = "",
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

  /// The same through another transport.
  func through(_ transport: any HTTPTransport) -> RequestChannel {
    var channel = self
    channel.transport = transport
    return channel
  }
}
