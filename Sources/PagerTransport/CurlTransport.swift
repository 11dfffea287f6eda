private import CPlatform
package import PagerThreads

/// Requests over libcurl. One thread at a time moves them: one of the transport's own, which begins with the first
/// send, or one that waits for a result.
///
/// Connections are kept and shared; HTTP/2 carries many requests on one. When the last reference goes, the transport
/// stops by itself: it does not wait, and transfers in flight end with `.shutDown` on its thread.
package final class CurlTransport: Transport {
  private let settings: TransferSettings
  /// Whether a visitor that drives may meet SIGPIPE.
  private let mayRaiseSIGPIPE: Bool
  private let ledger = TransferLedger()

  /// Takes a configuration. Opens nothing and starts no thread yet.
  ///
  /// - Throws: `.invalidConfiguration` when the configuration was spoiled after it had been made.
  package init(_ configuration: TransportConfiguration) throws(TransportError) {
    do {
      settings = try TransferSettings(configuration)
    } catch {
      throw TransportError(error)
    }
    mayRaiseSIGPIPE = settings.configuration.mayUseTLS
  }

  deinit {
    // The thread holds ledger and settings itself, but not this object.
    ledger.requestStop()
  }

  package func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    let registration = try ledger.register(
      request, completion: .init(call: completion), mayDrive: Self.hasStack, shutDown: { .shutDown(settings) },
      start: { () throws(TransportError) in try TransferLoop.startThread(ledger: ledger, settings: settings) })
    switch registration {
    case .queued(let id):
      return id
    case .startHere(let id, let loop):
      loop.use { _ = $0.startNow(id, request) }
      return id
    case .startInTurn(let id, let loop):
      drive(loop) { loop throws(CallFailure) in try loop.startInTurn(id, request) }
      return id
    }
  }

  package func cancel(_ transfer: TransferID) {
    ledger.cancel(transfer)?.use { $0.abort(transfer) }
  }

  package func shutdown(timeout: Duration) -> Bool {
    ledger.requestStop()
    return ledger.waitForEnd(timeout: timeout)
  }
}

extension CurlTransport {
  /// A TLS handshake takes some tens of KiB, and completions run here too.
  private static let leastStack = 256 << 10

  private static var hasStack: Bool { swiftpager_stack_left() >= leastStack }

  package func wait(for semaphore: WaitSemaphore, until deadline: Deadline) -> WaitEnd {
    guard !semaphore.isSignalled() else { return .signalled }
    guard Self.hasStack else { return ledger.sleep(semaphore, until: deadline) }
    if let loop = ledger.sitDown(semaphore) { return drive(loop, until: semaphore, or: deadline) }
    let end = semaphore.sleep(until: deadline)
    guard let loop = ledger.isSeated(semaphore) else { return end }
    // The seat came with a signal of its own.
    if end != .signalled { _ = semaphore.isSignalled() }
    guard end != .interrupted else {
      ledger.getUp()
      return end
    }
    return drive(loop, until: semaphore, or: deadline)
  }

  package func signal(_ semaphore: WaitSemaphore) {
    semaphore.signal()
    ledger.wakeDriver(waitingWith: semaphore)
  }

  /// Moves the transfers until the wait ends.
  private func drive(_ loop: DrivenLoop, until semaphore: WaitSemaphore, or deadline: Deadline) -> WaitEnd {
    let shield = swiftpager_raise_shield(mayRaiseSIGPIPE, semaphore.isInterruptible)
    let end: WaitEnd?
    do {
      end = try loop.use { loop throws(CallFailure) in
        loop.letInSignals(shield.holds_signals ? shield.blocked_asleep : nil)
        defer { loop.letInSignals(nil) }
        return try Self.drive(loop, until: semaphore, or: deadline)
      }
      ledger.getUp()
    } catch {
      end = nil
      ledger.getUp(failure: error)
    }
    if swiftpager_lower_shield(shield) { return .interrupted }
    return end ?? semaphore.sleep(until: deadline)
  }

  package func takeTurn() -> TurnDescriptor? {
    if Self.hasStack, let loop = ledger.sitDownForTurn() {
      drive(loop) { loop throws(CallFailure) in try loop.takeTurn() }
    }
    return ledger.turnDescriptor
  }

  /// Works with the loop for a moment, on the thread of an event loop.
  private func drive(_ loop: DrivenLoop, _ work: (TransferLoop) throws(CallFailure) -> Void) {
    let shield = swiftpager_raise_shield(mayRaiseSIGPIPE, false)
    do {
      try loop.use(work)
      ledger.getUp()
    } catch {
      ledger.getUp(failure: error)
    }
    _ = swiftpager_lower_shield(shield)
  }

  /// - Returns: how the wait ended; nil when the loop is to end before.
  private static func drive(
    _ loop: TransferLoop, until semaphore: WaitSemaphore, or deadline: Deadline
  ) throws(CallFailure) -> WaitEnd? {
    var isSignalled = false
    while true {
      let goesOn = try loop.run(until: deadline) {
        isSignalled = semaphore.isSignalled()
        return isSignalled
      }
      if isSignalled { return .signalled }
      guard goesOn else { return nil }
      if loop.wasInterrupted { return .interrupted }
      if deadline.isOver { return .timedOut }
    }
  }
}
