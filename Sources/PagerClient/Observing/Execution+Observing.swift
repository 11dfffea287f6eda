import PagerBytes
import PagerLocks
import PagerTransport

/// Telling observers.
extension Execution {
  /// What observers need to know of a request from one event to the next.
  struct Trace {
    /// Nil until the first event.
    var number: UInt64?
    /// When it was sent the last time.
    var began: ContinuousClock.Instant?
  }

  func note(_ name: RequestEvent.Name, _ kind: @autoclosure () -> RequestEvent.Kind) {
    guard channel.observers.want(name) else { return }
    let (number, attempt) = guarded.withLock { guarded in
      let number = guarded.trace.number ?? channel.observers.nextRequest()
      guarded.trace.number = number
      return (number, guarded.state.progress.attempts)
    }
    channel.observers.tell(
      RequestEvent(
        kind: kind(), request: number, attempt: attempt, subject: subject, time: channel.clock.milliseconds))
  }

  func noteBegin(of body: [UInt8]) {
    guard channel.observers.isObserved else { return }
    guarded.withLock { $0.trace.began = .now }
    note(.request, .began(byteCount: body.count))
  }

  /// Reports the fate of a request to observers before another form of the request leaves.
  func noteResends(of request: inout TransportRequest) {
    guard channel.observers.isObserved else { return }
    request.onResend = { [self, body = request.body] result, reason in
      noteEnd(result)
      note(.resend, .resent(reason: reason))
      noteBegin(of: body)
    }
  }

  func noteEnd(_ result: Result<TransportResponse, TransportError>) {
    guard channel.observers.isObserved else { return }
    let duration = guarded.withLock { $0.trace.began }.map { $0.duration(to: .now) } ?? .zero
    switch result {
    case .success(let response):
      if let isNew = response.isFirstOnConnection { note(.connection, .connected(isNew: isNew)) }
      note(.answer, .answered(status: response.status, byteCount: response.body.count, duration: duration))
      if channel.observers.want(.limit), let limit = RequestLimit(response) { note(.limit, .limit(limit)) }
    case .failure(let error):
      note(.failure, .failed(message: error.message, duration: duration))
    }
  }
}

extension RequestLimit {
  fileprivate init?(_ response: TransportResponse) {
    guard let headers = response.headers, let remaining = headers.integer("x-ratelimit-remaining") else { return nil }
    self.init(
      remaining: remaining, total: headers.integer("x-ratelimit-limit"), reset: headers.integer("x-ratelimit-reset"))
  }
}
