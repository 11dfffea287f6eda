import PagerLocks
package import PagerTransport

/// One request on its way through the client's one door, `GraphQLClient.prepare`.
///
/// Making one does nothing, so it can be made under a lock; `start` and `cancel` are for after that. Both may come in any
/// order and from any thread: one that was cancelled never starts.
package final class Execution: Sendable {
  /// Takes what became of a request: each answer as it comes, and its end.
  package typealias Report = @Sendable (ExecutionEvent) -> Void

  private enum State {
    case prepared(body: @Sendable () throws -> [UInt8])
    /// On its way to the transport.
    case leaving
    case sent(TransferID)
    case cancelled
    case ended
  }

  private let transport: any HTTPTransport
  private let options: RequestOptions
  private let executor: any RequestExecutor
  private let report: Report
  private let state: Mutex<State>

  init(
    transport: any HTTPTransport, options: RequestOptions, executor: any RequestExecutor,
    body: @escaping @Sendable () throws -> [UInt8], report: @escaping Report
  ) {
    self.transport = transport
    self.options = options
    self.executor = executor
    self.report = report
    state = Mutex(.prepared(body: body))
  }

  /// Sends the request. A second call does nothing.
  ///
  /// On an inline executor everything that goes wrong before the request has left is reported before this returns.
  package func start() {
    executor.execute { self.leave() }
  }

  /// Gives the request up: its connection is closed, or its stream reset. A report that is under way may still arrive.
  ///
  /// - Returns: whether it was given up before its end; then no report follows one that is under way.
  @discardableResult
  package func cancel() -> Bool {
    let before = state.withLock { state in
      if case .ended = state { return State.ended }
      return exchange(&state, with: .cancelled)
    }
    switch before {
    case .sent(let transfer): transport.cancel(transfer)
    case .prepared, .leaving: break
    case .cancelled, .ended: return false
    }
    return true
  }

  private func leave() {
    let body = state.withLock { state -> (@Sendable () throws -> [UInt8])? in
      guard case .prepared(let body) = state else { return nil }
      state = .leaving
      return body
    }
    guard let body else { return }
    do {
      send(try body())
    } catch {
      end(.failed(error))
    }
  }

  private func send(_ body: [UInt8]) {
    let transfer: TransferID
    do throws(TransportError) {
      transfer = try transport.send(HTTPRequest(body: body, options: options), completion: { self.receive($0) })
    } catch {
      return end(.failed(ClientError(error)))
    }
    let isUnwanted = state.withLock { state in
      if case .leaving = state { state = .sent(transfer) }
      if case .cancelled = state { return true }
      return false
    }
    // The cancellation came while the transport took the request, and could not name it.
    if isUnwanted { transport.cancel(transfer) }
  }

  /// On the thread of the transport.
  private func receive(_ result: Result<HTTPResponse, TransportError>) {
    executor.execute {
      switch result {
      case .success(let response): self.end(.answered(response))
      case .failure(let error): self.end(.failed(ClientError(error)))
      }
    }
  }

  private func end(_ event: ExecutionEvent) {
    let isWanted = state.withLock { state in
      if case .cancelled = state { return false }
      state = .ended
      return true
    }
    if isWanted { report(event) }
  }
}

/// What becomes of a request.
package enum ExecutionEvent: Sendable {
  /// A response came in; nothing follows.
  case answered(HTTPResponse)
  /// There is no response, and none will come: a `ClientError`, or what the request's own encoding threw.
  case failed(any Error)
}
