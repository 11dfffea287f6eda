import PagerCache
import PagerLocks
import PagerTransport

/// One request on its way through the client's one door, `GraphQLClient.prepare`.
///
/// Making one does nothing, so it can be made under a lock; `start` and `cancel` are for after that. Both may come in any
/// order and from any thread: one that was cancelled never starts.
package final class Execution: Sendable {
  /// Takes what became of a request: each answer as it comes, and its end.
  package typealias Report = @Sendable (ExecutionEvent) -> Void

  private enum State {
    case prepared(body: @Sendable () throws -> [UInt8])
    /// On its way to the cache or the transport.
    case leaving
    case sent(TransferID)
    case cancelled
    case ended
  }

  private let transport: any HTTPTransport
  private let options: RequestOptions
  private let caching: RequestCaching?
  private let executor: any RequestExecutor
  private let report: Report
  private let state: Mutex<State>

  init(
    transport: any HTTPTransport, options: RequestOptions, caching: RequestCaching?, executor: any RequestExecutor,
    body: @escaping @Sendable () throws -> [UInt8], report: @escaping Report
  ) {
    self.transport = transport
    self.options = options
    self.caching = caching
    self.executor = executor
    self.report = report
    state = Mutex(.prepared(body: body))
  }

  /// Sends the request, or has the cache answer it. A second call does nothing.
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
      let body = try body()
      if let caching { ask(caching, body) } else { send(body, nil) }
    } catch {
      end(.failed(error))
    }
  }

  // MARK: The cache

  /// What the policy says: the cache's answer, the server's, or both.
  private func ask(_ caching: RequestCaching, _ body: [UInt8]) {
    // What the cache does not understand goes past it.
    guard let request = caching.cache.request(body) else {
      guard caching.policy == .returnCacheDataDontFetch else { return send(body, nil) }
      return end(.failed(ClientError.cacheMiss(message: "the request is none that a cache could answer")))
    }
    let entry = CacheEntry(caching.cache, request)
    guard request.isQuery, caching.policy.readsCache else { return send(request.body, entry) }
    caching.cache.read(request) { result in
      self.executor.execute { self.take(result, caching, request, entry) }
    }
  }

  private func take(
    _ result: Result<CachedAnswer, CacheMiss>, _ caching: RequestCaching, _ request: CacheRequest, _ entry: CacheEntry
  ) {
    switch (result, caching.policy) {
    case (.success(let answer), .returnCacheDataAndFetch):
      tell(.answered(Answer(answer, of: request, in: caching.cache, isFinal: false)))
      send(request.body, entry)
    case (.success(let answer), _):
      end(.answered(Answer(answer, of: request, in: caching.cache, isFinal: true)))
    case (.failure(let miss), .returnCacheDataDontFetch):
      end(.failed(ClientError(miss)))
    case (.failure, _):
      send(request.body, entry)
    }
  }

  // MARK: The transport

  private func send(_ body: [UInt8], _ entry: CacheEntry?) {
    // The cache may have taken its time, and its answer may have been the last that was wanted.
    let isWanted = state.withLock { if case .leaving = $0 { true } else { false } }
    guard isWanted else { return }
    let transfer: TransferID
    do throws(TransportError) {
      transfer = try transport.send(HTTPRequest(body: body, options: options), completion: { self.receive($0, entry) })
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
  private func receive(_ result: Result<HTTPResponse, TransportError>, _ entry: CacheEntry?) {
    executor.execute {
      switch result {
      case .success(let response): self.end(.answered(Answer(response, entry)))
      case .failure(let error): self.end(.failed(ClientError(error)))
      }
    }
  }

  /// Reports an answer after which another one follows.
  private func tell(_ event: ExecutionEvent) {
    let isWanted = state.withLock { if case .leaving = $0 { true } else { false } }
    if isWanted { report(event) }
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
  /// A response came in; nothing follows the final one.
  case answered(Answer)
  /// There is no response, and none will come: a `ClientError`, or what the request's own encoding threw.
  case failed(any Error)
}

/// The cache that a request has to do with, and what it has to do with it.
struct RequestCaching: Sendable {
  let cache: Cache
  let policy: CachePolicy
}
