import PagerTransport
import Synchronization

extension GraphQLClient {
  /// Runs one query or mutation and decodes the response, which may carry data, errors of the server, or both.
  ///
  ///     let response = try await client.perform(RenameProduct(id: product.id, name: "Oak Lamp"))
  ///
  /// Cancelling the task aborts the request; what the server has done by then stays done.
  ///
  /// - Throws: `ClientError` where the network or the server failed; `CancellationError` when the task was cancelled; and
  ///   what the `encode(to:)` of the operation's variables throws.
  public func perform<Operation: GraphQLOperation>(
    _ operation: Operation
  ) async throws -> GraphQLResponse<Operation> {
    let response = try await AwaitedResponse(transport).response(to: try operation.requestBody())
    // A reader of its own: decoding runs a user's code, for which nobody else should wait.
    return try ResponseReader().response(to: Operation.self, in: response)
  }
}

/// One request that a task waits for. The answer ends it or the task's cancellation, whichever comes first.
private final class AwaitedResponse: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<HTTPResponse, any Error>, TransferID)
    case ended
  }

  private let transport: any HTTPTransport
  private let state = Mutex(State.idle)

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Sends the body and waits. May be called once.
  func response(to body: [UInt8]) async throws -> HTTPResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let refusal = send(body, continuation) { continuation.resume(throwing: refusal) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Returns why nothing was sent; else the continuation is kept for the answer.
  private func send(_ body: [UInt8], _ continuation: CheckedContinuation<HTTPResponse, any Error>) -> (any Error)? {
    // Under the lock, so that a cancellation meanwhile finds the transfer. The transport neither waits nor answers here.
    state.withLock { state in
      if case .ended = state { return CancellationError() }
      guard let transfer = transport.send(body, completion: { self.receive($0) }) else { return ClientError.closed }
      state = .waiting(continuation, transfer)
      return nil
    }
  }

  private func receive(_ result: Result<HTTPResponse, TransportError>) {
    end()?.continuation.resume(with: result.mapError { ClientError($0) })
  }

  private func cancel() {
    guard let waiting = end() else { return }
    transport.cancel(waiting.transfer)
    waiting.continuation.resume(throwing: CancellationError())
  }

  /// Ends the wait; nil when there is none, because it has ended before or has yet to begin.
  private func end() -> (continuation: CheckedContinuation<HTTPResponse, any Error>, transfer: TransferID)? {
    state.withLock { state in
      defer { state = .ended }
      if case .waiting(let continuation, let transfer) = state { return (continuation, transfer) }
      return nil
    }
  }
}
