import PagerClient
import PagerEngine
import PagerThreads

/// A request that a task waits for. The answer ends the wait or the task's cancellation, whichever comes first.
final class AwaitedExecution: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Answer, any Error>, Execution)
    case ended
  }

  private let state = Lock(State.idle)

  /// Sends a request and waits for its response. May be called once.
  ///
  /// - Parameter timeout: the longest time to wait, with all attempts; nil: as long as these take.
  func response(
    from client: GraphQLClient, _ terms: RequestTerms, _ body: RequestBody, timeout: Duration?
  ) async throws -> Answer {
    let limit = try timeout.map { timeout in
      try client.limit(timeout) { [weak self] in
        self?.abort(with: ClientError.timedOut(message: "no answer within \(timeout), with all attempts"))
      }
    }
    defer { limit?.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let execution = client.prepare(with: terms.options, terms.policy, body) { self.receive($0) }
        let isWanted = state.withLock { state in
          guard case .idle = state else { return false }
          state = .waiting(continuation, execution)
          return true
        }
        if isWanted { execution.start() } else { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      abort(with: CancellationError())
    }
  }

  private func abort(with error: any Error) {
    guard let (continuation, execution) = end() else { return }
    execution.cancel()
    continuation.resume(throwing: error)
  }

  private func receive(_ event: ExecutionEvent) {
    // A caller that waits for one answer wants the final one.
    if case .answered(let answer) = event, !answer.isFinal { return }
    guard let (continuation, _) = end() else { return }
    switch event {
    case .answered(let answer): continuation.resume(returning: answer)
    case .failed(let error, _): continuation.resume(throwing: error)
    }
  }

  /// Ends the wait; nil if it has ended before or has not begun.
  private func end() -> (CheckedContinuation<Answer, any Error>, Execution)? {
    state.withLock { state in
      guard case .waiting(let continuation, let execution) = exchange(&state, with: .ended) else { return nil }
      return (continuation, execution)
    }
  }
}
