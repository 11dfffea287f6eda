import PagerCache
import PagerTransport

/// An answer to a request, or its failure.
package enum ExecutionEvent: Sendable {
  /// A response came in. No event follows the final one.
  case answered(Answer)
  /// There is no response, and none will come: a `ClientError`, or what the request's own encoding threw.
  case failed(any Error, attempts: Int)

  /// How often the request was sent.
  package var attempts: Int {
    switch self {
    case .answered(let answer): answer.attempts
    case .failed(_, let attempts): attempts
    }
  }
}

extension Execution {
  /// The result of asking the cache or the server.
  enum Outcome: RequestOutcome {
    case response(TransportResponse, CacheEntry?)
    case cached(CachedAnswer, CacheEntry)
    case failure(any Error)

    var isServerFailure: Bool {
      if case .failure(let error as ClientError) = self { error.isOfServer } else { false }
    }

    func event(attempts: Int = 0, halvings: Int = 0, isFinal: Bool = true) -> ExecutionEvent {
      switch self {
      case .response(let response, let entry):
        .answered(Answer(response, entry, attempts: attempts, halvings: halvings))
      case .cached(let answer, let entry): .answered(entry.answer(answer, isFinal: isFinal))
      case .failure(let error): .failed(error, attempts: attempts)
      }
    }
  }
}

extension RequestEnding<Execution.Outcome> {
  func event(attempts: Int, halvings: Int) -> ExecutionEvent {
    switch self {
    case .came(let outcome): outcome.event(attempts: attempts, halvings: halvings)
    case .limited(let fault): .failed(ClientError(limit: fault, attempts: attempts), attempts: attempts)
    case .unanswerable:
      .failed(ClientError.cacheMiss(message: "the cache cannot answer this request"), attempts: attempts)
    }
  }
}
