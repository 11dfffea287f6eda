import PagerCache
import PagerLocks
import PagerTransport

/// One request on its way through the client's one door, `GraphQLClient.prepare`.
///
/// Making one does nothing, so it can be made under a lock; `start` and `cancel` are for after that. Both may come in any
/// order and from any thread: one that was cancelled never starts.
///
/// What it does is a line without branches but for its end: it asks the cache, sends, waits, sends again. So only one thread
/// at a time is at it, and all that others can do is to give it up.
package final class Execution: Sendable {
  /// Takes what became of a request: each answer as it comes, and its end.
  package typealias Report = @Sendable (ExecutionEvent) -> Void

  enum State {
    case prepared
    /// On its way to the cache, the authorizer or the transport; so many times it has been there before.
    case leaving(Int)
    case sent(TransferID)
    case waiting(TimerID?, RequestWait)
    case cancelled
    case ended
  }

  /// Where the line is.
  struct Progress {
    var retry = RetryDecision.Progress()
    var halvings = 0
    /// What has to do with the cache in what is sent.
    var entry: CacheEntry?
    var body: [UInt8] = []
    /// What the cache is asked where the server does not answer, if that is the policy.
    var cacheable: CacheRequest?
    /// How often it left for the transport.
    var departures = 0
    /// The grant that the server did not accept.
    var refusedGrant: UInt64?
    var trace = Trace()
  }

  let channel: RequestChannel
  let options: RequestOptions
  let subject: RequestSubject
  let caching: RequestCaching?
  let executor: any RequestExecutor
  let body: RequestBody
  private let report: Report
  let state = Mutex(State.prepared)
  let progress: Mutex<Progress>

  init(
    channel: RequestChannel, options: RequestOptions, subject: RequestSubject, caching: RequestCaching?,
    executor: any RequestExecutor, body: RequestBody, report: @escaping Report
  ) {
    self.channel = channel
    self.options = options
    self.subject = subject
    self.caching = caching
    self.executor = executor
    self.body = body
    self.report = report
    var progress = Progress()
    progress.retry.isRepeatable = body.isRepeatable
    self.progress = Mutex(progress)
  }

  /// Sends the request, or has the cache answer it. A second call does nothing.
  ///
  /// On an inline executor everything that goes wrong before the request has left is reported before this returns.
  package func start() {
    executor.execute { self.leave() }
  }

  /// Gives the request up: its connection is closed, or its stream reset, and a wait ends. A report that is under way may
  /// still arrive.
  ///
  /// - Returns: whether it was given up before its end; then no report follows one that is under way.
  @discardableResult
  package func cancel() -> Bool {
    let before = state.withLock { state in
      if case .ended = state { return State.ended }
      return exchange(&state, with: .cancelled)
    }
    switch before {
    case .sent(let transfer): channel.transport.cancel(transfer)
    case .waiting(let timer, _): if let timer { channel.clock.cancel(timer) }
    case .prepared, .leaving: break
    case .cancelled, .ended: return false
    }
    channel.limits.leave(self, on: channel.clock)
    return true
  }

  /// What it waits for; nil where it does not wait.
  package var wait: RequestWait? {
    state.withLock { if case .waiting(_, let wait) = $0 { wait } else { nil } }
  }

  private func leave() {
    let isWanted = state.withLock { state in
      guard case .prepared = state else { return false }
      state = .leaving(0)
      return true
    }
    guard isWanted else { return }
    do {
      let smaller = try body.bytes(halvings: body.halvings)
      if smaller != nil { progress.withLock { $0.halvings = body.halvings } }
      let bytes = try smaller ?? body.bytes()
      if let caching { ask(caching, bytes) } else { sendInTurn(bytes, nil) }
    } catch {
      end(.failed(error, attempts: 0))
    }
  }

  // MARK: Reports

  /// Reports an answer after which another one follows.
  func tell(_ event: ExecutionEvent) {
    let isWanted = state.withLock { if case .leaving = $0 { true } else { false } }
    if isWanted { report(event) }
  }

  func end(_ event: ExecutionEvent) {
    if askCacheInstead(of: event) { return }
    conclude(event)
  }

  func conclude(_ event: ExecutionEvent) {
    let isWanted = state.withLock { state in
      if case .cancelled = state { return false }
      state = .ended
      return true
    }
    channel.limits.leave(self)
    if isWanted { report(event) }
  }
}

/// What becomes of a request.
package enum ExecutionEvent: Sendable {
  /// A response came in; nothing follows the final one.
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
