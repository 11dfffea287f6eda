import PagerCache
import PagerLocks
import PagerTransport

/// Sending, and sending again.
extension Execution {
  func send(_ body: [UInt8], _ entry: CacheEntry?) {
    let isAuthorized = channel.authorization.isNeeded
    if channel.retry.isEnabled || isAuthorized {
      progress.withLock { progress in
        progress.body = body
        progress.entry = entry
      }
    }
    if isAuthorized { authorize(body, entry) } else { post(body, entry, nil) }
  }

  func post(_ body: [UInt8], _ entry: CacheEntry?, _ grant: Grant?) {
    // The cache and the authorizer may have taken their time, and the cache's answer may have been the last that was wanted.
    let departure: Int? = state.withLock { if case .leaving(let departure) = $0 { departure } else { nil } }
    guard let departure else { return }
    noteBegin(of: body)
    var request = HTTPRequest(body: body, options: options.with(grant))
    request.isRepeatable = progress.withLock { $0.retry.isRepeatable }
    noteResends(of: &request)
    let transfer: TransferID
    do throws(TransportError) {
      transfer = try channel.transport.send(request) { self.receive($0, entry, grant) }
    } catch {
      noteEnd(.failure(error))
      return end(.failed(ClientError(error), attempts: attempts))
    }
    let isUnwanted = state.withLock { state in
      // The answer may have come already, and have led to another departure.
      if case .leaving(departure) = state { state = .sent(transfer) }
      if case .cancelled = state { return true }
      return false
    }
    // The cancellation came while the transport took the request, and could not name it.
    if isUnwanted { channel.transport.cancel(transfer) }
  }

  var attempts: Int { progress.withLock { $0.retry.attempts } }

  /// On the thread of the transport.
  private func receive(_ result: Result<HTTPResponse, TransportError>, _ entry: CacheEntry?, _ grant: Grant?) {
    noteEnd(result)
    if let pacer = channel.pacer, case .success(let response) = result {
      pacer.learn(response, now: channel.clock.milliseconds)
    }
    if let grant, isRefused(result, grant) {
      executor.execute { self.sendAuthorizedAnew(grant) }
    } else if let fault = fault(in: result) {
      executor.execute { self.take(fault, result, entry) }
    } else {
      executor.execute { self.end(self.event(result, entry)) }
    }
  }

  private func event(_ result: Result<HTTPResponse, TransportError>, _ entry: CacheEntry?) -> ExecutionEvent {
    let (attempts, halvings) =
      channel.retry.isEnabled ? progress.withLock { ($0.retry.attempts, $0.halvings) } : (1, 0)
    switch result {
    case .success(let response): return .answered(Answer(response, entry, attempts: attempts, halvings: halvings))
    case .failure(let error): return .failed(ClientError(error), attempts: attempts)
    }
  }

  // MARK: Faults

  private func fault(in result: Result<HTTPResponse, TransportError>) -> RequestFault? {
    guard channel.retry.isEnabled else { return nil }
    switch result {
    case .success(let response): return RequestFault(response, channel.retry, now: channel.clock.milliseconds)
    case .failure(let error): return RequestFault(error)
    }
  }

  private func take(
    _ fault: RequestFault, _ result: Result<HTTPResponse, TransportError>, _ entry: CacheEntry?
  ) {
    let halvings = progress.withLock { $0.halvings }
    let smaller: [UInt8]?
    do {
      smaller = fault.mayBeTooLarge && channel.retry.shrinksPages ? try body.bytes(halvings: halvings + 1) : nil
    } catch {
      return end(.failed(error, attempts: attempts))
    }
    let decision = progress.withLock { progress in
      progress.retry.canBeSmaller = smaller != nil
      return RetryDecision(fault, progress.retry, channel.retry, chance: channel.clock.chance)
    }
    switch decision {
    case .giveUp:
      giveUp(fault, result, entry)
    case .again(let delay):
      wait(delay, for: fault) { execution in
        let (body, entry) = execution.progress.withLock { progress in
          progress.retry.attempts += 1
          return (progress.body, progress.entry)
        }
        execution.send(body, entry)
      } orElse: {
        self.giveUp(fault, result, entry)
      }
    case .smaller(let delay):
      wait(delay, for: fault) { execution in
        execution.progress.withLock { $0.halvings += 1 }
        if let smaller { execution.sendSmaller(smaller) }
      } orElse: {
        self.giveUp(fault, result, entry)
      }
    }
  }

  /// A limit has an error of its own; all else is told as it would have been at once. So is a mutation that was carried out
  /// all the same: no caller must take that for a reason to ask again.
  private func giveUp(
    _ fault: RequestFault, _ result: Result<HTTPResponse, TransportError>, _ entry: CacheEntry?
  ) {
    guard fault.kind == .limit, !fault.hasData || progress.withLock({ $0.retry.isRepeatable }) else {
      return end(event(result, entry))
    }
    end(.failed(ClientError(limit: fault, attempts: attempts), attempts: attempts))
  }

  private func wait(
    _ delay: Duration, for fault: RequestFault, _ next: @escaping @Sendable (Execution) -> Void,
    orElse: () -> Void
  ) {
    let attempt = progress.withLock { progress in
      progress.retry.waited += delay
      return progress.retry.attempts
    }
    let wait = RequestWait(
      reason: fault.reason, attempt: attempt, until: channel.clock.milliseconds + delay.wholeMilliseconds)
    self.wait(delay, as: wait, inTurn: fault.kind == .limit, next, orElse: orElse)
  }

  /// The request goes again now that those have gone which the same limit had refused before.
  private func noteTurn(after wait: RequestWait) {
    let late = max(0, channel.clock.milliseconds - wait.until)
    progress.withLock { progress in
      progress.retry.waited += .milliseconds(late)
      progress.retry.contests += 1
    }
  }

  /// - Parameters:
  ///   - inTurn: whether it goes on behind those that a limit refused before.
  ///   - orElse: where the system cannot wait.
  func wait(
    _ delay: Duration, as wait: RequestWait, inTurn: Bool = false, _ next: @escaping @Sendable (Execution) -> Void,
    orElse: () -> Void
  ) {
    let isWanted = state.withLock { state in
      if case .cancelled = state { return false }
      state = .waiting(nil, wait)
      return true
    }
    guard isWanted else { return }
    if wait.attempt > 0 {
      note(.retry, .waiting(reason: wait.reason, duration: delay))
    } else {
      note(.pace, .pacing(duration: delay))
    }
    let timer = channel.clock.after(delay) { [self] in
      guard inTurn else { return executor.execute { self.goOn(next) } }
      channel.limits.add(self) { hasWaited in
        if hasWaited { self.noteTurn(after: wait) }
        self.executor.execute { self.goOn(next) }
      }
    }
    guard let timer else { return orElse() }
    let isUnwanted = state.withLock { state in
      // The time may have come already, and what followed may wait in its turn.
      if case .waiting(nil, wait) = state { state = .waiting(timer, wait) }
      if case .cancelled = state { return true }
      return false
    }
    if isUnwanted { channel.clock.cancel(timer) }
  }

  /// Ends a wait.
  func goOn(_ next: (Execution) -> Void) {
    if leaveAgain() { next(self) } else { channel.limits.leave(self) }
  }

  /// Begins another departure, unless the request was given up.
  func leaveAgain() -> Bool {
    let departure = progress.withLock { progress in
      progress.departures += 1
      return progress.departures
    }
    return state.withLock { state in
      switch state {
      case .prepared, .cancelled, .ended: return false
      case .leaving, .sent, .waiting:
        state = .leaving(departure)
        return true
      }
    }
  }
}

extension Duration {
  /// Rounded up; at most a thousand years.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(seconds, 32_000_000_000) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
