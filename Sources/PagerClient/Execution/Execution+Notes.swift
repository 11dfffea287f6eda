import PagerBytes
import PagerThreads
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
      if !channel.isRated { noteBegin(of: body) }
    }
  }

  /// Reports what a request waits for, and when each of its forms leaves, if requests leave at a fixed rate.
  func noteTurns(of request: inout TransportRequest) {
    request.onTurn = { [self, body = request.body] turn in
      switch turn {
      case .waits(let duration):
        let until = channel.clock.milliseconds + duration.wholeMilliseconds
        guarded.withLock { guarded in
          let attempts = guarded.state.progress.attempts - 1
          guarded.turn = RequestWait(reason: "rate", attempt: attempts, until: until)
        }
        note(.pace, .pacing(duration: duration))
      case .leaves:
        guarded.withLock { $0.turn = nil }
        noteBegin(of: body)
      }
    }
  }

  /// What the cache needs to tell observers of the request's answer.
  var answerNotes: AnswerNotes {
    let isWanted = channel.observers.want(.conflict)
    let number = guarded.withLock { guarded -> UInt64 in
      if isWanted, guarded.trace.number == nil { guarded.trace.number = channel.observers.nextRequest() }
      return guarded.trace.number ?? 0
    }
    return AnswerNotes(observers: channel.observers, clock: channel.clock, subject: subject, request: number)
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
