import PagerCache
import PagerThreads
import PagerTransport

/// One request. Every request goes through `GraphQLClient.prepare`.
///
/// Making an execution does nothing else, so it can be made under a lock. Call `start` and `cancel` after the lock.
/// Both may come in any order and from any thread: a request that was cancelled never starts.
///
/// `RequestState` decides under the lock what happens next, and the execution carries that out after the lock. All of
/// this happens on the executor, one step after the other. Only `cancel` comes from outside the executor.
package final class Execution: Sendable {
  /// Takes the events of a request: each answer as it comes, and its end.
  package typealias Report = @Sendable (ExecutionEvent) -> Void

  struct Guarded {
    var state: RequestState
    var trace = Trace()
    /// The wait of the request that the transport has for its turn, if requests leave at a fixed rate.
    var turn: RequestWait?
    /// Whether the request has been sent before.
    var hasBeenSent = false
  }

  let client: GraphQLClient
  let subject: RequestSubject
  private let options: RequestOptions
  private let cache: Cache?
  private let executor: any RequestExecutor
  /// Whether the executor runs work at once. Then a step needs no memory for its work.
  private let isInline: Bool
  private let body: any RequestWriter
  private let reader: (any BodyReader)?
  private let report: Report
  let guarded: Lock<Guarded>

  var channel: RequestChannel { client.channel }

  init(
    of client: GraphQLClient, _ options: RequestOptions, _ subject: RequestSubject, _ policy: CachePolicy,
    _ body: any RequestWriter, on executor: any RequestExecutor, readBy reader: (any BodyReader)?,
    report: @escaping Report
  ) {
    self.client = client
    self.options = options
    self.subject = subject.tagged(options.tag)
    self.executor = executor
    isInline = executor is InlineExecutor
    self.body = body
    self.reader = reader
    self.report = report
    cache = policy == .fetchIgnoringCacheCompletely ? nil : client.cache
    guarded = Lock(
      Guarded(
        state: RequestState(
          cache == nil ? nil : policy, isPaced: client.channel.pacer != nil, isRepeatable: body.isRepeatable,
          retry: client.channel.retryRules)))
  }

  /// Sends the request, or asks the cache for the answer. A second call does nothing.
  ///
  /// On an inline executor, every failure before the request has left is reported before this returns.
  package func start() {
    if isInline { begin() } else { executor.execute { self.begin() } }
  }

  private func begin() {
    advance { $0.start(halvings: body.halvings()) }
  }

  /// Cancels the request: closes its connection or resets its stream, or ends its wait. A report that is under way may
  /// still arrive.
  ///
  /// - Returns: whether the request was cancelled before its end. If so, no report follows one that is under way.
  @discardableResult
  package func cancel() -> Bool {
    let (remains, turn) = guarded.withLock { guarded in
      let turn = guarded.state.turn
      return (guarded.state.cancel(), turn)
    }
    guard let (handle, leavesLine) = remains else { return false }
    if let turn { channel.pacer?.giveBack(turn) }
    if let handle { giveUp(handle) }
    if leavesLine { channel.limits.leave(self, on: channel.clock) }
    return true
  }

  /// What the request waits for; nil while it does not wait.
  package var wait: RequestWait? {
    guarded.withLock { $0.state.isSending ? $0.turn : $0.state.wait }
  }

  /// Decides under the lock, and carries out the decision after it.
  private func advance(_ event: (inout RequestState) -> RequestAction) {
    let action = guarded.withLock { guarded in
      let action = event(&guarded.state)
      guard case .authorize(_, let step) = action, !channel.authorization.isNeeded else { return action }
      return guarded.state.granted(nil, step)
    }
    switch action {
    case .none: break
    case .write(let halvings, let step): write(halvings, step)
    case .read(let payload, let step): read(payload, step)
    case .tell(let outcome, let step):
      report(outcome.event(isFinal: false))
      advance { $0.told(step) }
    case .takeTurn(let step): takeTurn(step)
    case .authorize(let refused, let step): authorize(after: refused, step)
    case .send(let payload, let grant, let step): send(payload, grant, step)
    case .wait(let pause): wait(pause)
    case .leaveLine: channel.limits.leave(self)
    case .end(let ending, let efforts, let leavesLine):
      if leavesLine { channel.limits.leave(self) }
      report(ending.event(efforts))
    }
  }

  /// From now on a step can be given up.
  private func began(_ handle: RequestHandle, _ step: Int) {
    let isUnwanted = guarded.withLock { $0.state.began(handle, step) }
    if isUnwanted { giveUp(handle) }
  }

  private func giveUp(_ handle: RequestHandle) {
    switch handle {
    case .transfer(let transfer): channel.transport.cancel(transfer)
    case .timer(let timer): channel.clock.cancel(timer)
    }
  }

  // MARK: The body and the cache

  private func write(_ halvings: Int, _ step: Int) {
    let bytes: [UInt8]?
    do {
      bytes = try body.bytes(halvings: halvings)
    } catch {
      return advance { $0.failed(.failure(error), step) }
    }
    guard let bytes else { return advance { $0.wrote(nil, .none, step) } }
    guard let cache, let request = cache.request(bytes) else {
      return advance { $0.wrote(RequestPayload(body: bytes, entry: nil), .none, step) }
    }
    let payload = RequestPayload(body: request.body, entry: CacheEntry(cache, request, notes: answerNotes))
    advance { $0.wrote(payload, request.isQuery ? .readsAndWrites : .writes, step) }
  }

  private func read(_ payload: RequestPayload, _ step: Int) {
    guard let entry = payload.entry else { return advance { $0.failed(.failure(ClientError.noCache), step) } }
    entry.read { result in
      self.executor.execute {
        switch result {
        case .success(let answer): self.advance { $0.found(.cached(answer, entry), step) }
        case .failure(let miss): self.advance { $0.missed(.failure(ClientError(miss)), step) }
        }
      }
    }
  }

  // MARK: Sending

  private func takeTurn(_ step: Int) {
    let now = channel.clock.steadyMilliseconds
    let delay = channel.pacer?.turn(now: now, atMost: channel.retryRules.options.budget) ?? .zero
    let turn = now + delay.wholeMilliseconds
    advance { $0.paced(by: delay, turn: turn, now: channel.clock.milliseconds, step) }
  }

  private func authorize(after refused: UInt64?, _ step: Int) {
    channel.authorization.grant(after: refused) {
      note(.authorizing, .authorizing(refused == nil ? .start : .unauthorized))
    } then: { [self] result in
      executor.execute { [self] in
        switch result {
        case .success(let grant): advance { $0.granted(grant, step) }
        case .failure(let error): advance { $0.failed(.failure(error), step) }
        }
      }
    }
  }

  private func send(_ payload: RequestPayload, _ grant: Grant?, _ step: Int) {
    if let pacer = channel.pacer, guarded.withLock({ exchange(&$0.hasBeenSent, with: true) }) {
      pacer.spend(now: channel.clock.steadyMilliseconds)
    }
    var request = TransportRequest(body: payload.body, options: options.with(grant))
    request.isRepeatable = body.isRepeatable
    if channel.isRated { noteTurns(of: &request) } else { noteBegin(of: payload.body) }
    noteResends(of: &request)
    let transfer: TransferID
    do throws(TransportError) {
      transfer = try channel.transport.send(request) { [entry = payload.entry] in self.receive($0, entry, step) }
    } catch {
      noteEnd(.failure(error))
      return advance { $0.failed(.failure(ClientError(error)), step) }
    }
    began(.transfer(transfer), step)
  }

  /// On the thread of the transport.
  private func receive(_ result: Result<TransportResponse, TransportError>, _ entry: CacheEntry?, _ step: Int) {
    noteEnd(result)
    if let pacer = channel.pacer, case .success(let response) = result {
      pacer.learn(response, now: channel.clock.milliseconds, steady: channel.clock.steadyMilliseconds)
    }
    if isInline { judge(result, entry, step) } else { executor.execute { self.judge(result, entry, step) } }
  }

  private func judge(_ result: Result<TransportResponse, TransportError>, _ entry: CacheEntry?, _ step: Int) {
    let now = channel.clock.milliseconds
    let fault = RequestFault(result, channel.retryRules.options, readBy: reader, now: now).map {
      ($0, now: now, chance: channel.clock.chance)
    }
    switch result {
    case .success(let response):
      advance { $0.answered(.response(response, entry), isUnauthorized: response.status == 401, fault: fault, step) }
      reader?.forgetLook(at: response)
    case .failure(let error):
      advance { $0.answered(.failure(ClientError(error)), fault: fault, step) }
    }
  }

  private func wait(_ pause: RequestPause) {
    if pause.wait.attempt > 0 {
      note(.retry, .waiting(reason: pause.wait.reason, duration: pause.duration))
    } else {
      note(.pace, .pacing(duration: pause.duration))
    }
    let end = channel.clock.steadyMilliseconds + pause.duration.wholeMilliseconds
    let timer = channel.clock.after(pause.duration) { [self, step = pause.step] in
      guard pause.isForLimit else { return executor.execute { self.advance { $0.due(step) } } }
      channel.limits.add(self) { [self] hasWaited in
        let late = hasWaited ? max(0, channel.clock.steadyMilliseconds - end) : nil
        executor.execute { self.advance { $0.due(late: late, step) } }
      }
    }
    guard let timer else { return advance { $0.cannotWait(pause) } }
    began(.timer(timer), pause.step)
  }
}

/// An answer to a request, or its failure.
package enum ExecutionEvent: Sendable {
  /// A response came in. No event follows the final one.
  case answered(Answer)
  /// The request has failed: with a `ClientError`, or with what its own encoding threw.
  case failed(any Error, attempts: Int)

  /// How often the request was sent.
  package var attempts: Int {
    switch self {
    case .answered(let answer): answer.attempts
    case .failed(_, let attempts): attempts
    }
  }
}

extension RequestOutcome {
  func event(_ efforts: RequestEfforts = RequestEfforts(), isFinal: Bool = true) -> ExecutionEvent {
    switch self {
    case .response(let response, let entry): .answered(Answer(response, entry, efforts))
    case .cached(let answer, let entry): .answered(entry.answer(answer, isFinal: isFinal))
    case .failure(let error): .failed(error, attempts: efforts.attempts)
    }
  }
}

extension RequestEnding {
  func event(_ efforts: RequestEfforts) -> ExecutionEvent {
    switch self {
    case .came(let outcome): outcome.event(efforts)
    case .limited(let fault):
      .failed(ClientError(limit: fault, attempts: efforts.attempts), attempts: efforts.attempts)
    case .unanswerable:
      .failed(ClientError.cacheMiss(message: "the cache cannot answer this request"), attempts: efforts.attempts)
    }
  }
}
