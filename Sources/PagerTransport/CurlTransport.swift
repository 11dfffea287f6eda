private import CPlatform
package import Dispatch
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
      request, completion: completion, shutDown: { .shutDown(settings) },
      start: { () throws(TransportError) in try TransferLoop.startThread(ledger: ledger, settings: settings) })
    switch registration {
    case .queued(let id):
      return id
    case .startHere(let id, let loop):
      loop.use { $0.startNow(id, request) }
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

  package func wait(for semaphore: DispatchSemaphore, until deadline: Deadline) -> Bool {
    guard !semaphore.isSignalled() else { return true }
    guard swiftpager_stack_left() >= Self.leastStack else { return ledger.sleep(semaphore, until: deadline) }
    if let loop = ledger.sitDown(semaphore) { return drive(loop, until: semaphore, or: deadline) }
    let isSignalled = semaphore.sleep(until: deadline)
    guard let loop = ledger.isSeated(semaphore) else { return isSignalled }
    // The seat came with a signal of its own.
    if !isSignalled { semaphore.wait() }
    return drive(loop, until: semaphore, or: deadline)
  }

  package func signal(_ semaphore: DispatchSemaphore) {
    semaphore.signal()
    ledger.wakeDriver(waitingWith: semaphore)
  }

  /// Moves the transfers until the semaphore is signalled or the time is over. Returns whether it was signalled.
  private func drive(_ loop: DrivenLoop, until semaphore: DispatchSemaphore, or deadline: Deadline) -> Bool {
    let shield = swiftpager_raise_shield(mayRaiseSIGPIPE)
    defer { swiftpager_lower_shield(shield) }
    do {
      let isSignalled = try loop.use { loop throws(CallFailure) in
        try Self.drive(loop, until: semaphore, or: deadline)
      }
      ledger.getUp()
      return isSignalled ?? semaphore.sleep(until: deadline)
    } catch {
      ledger.getUp(failure: error)
      return semaphore.sleep(until: deadline)
    }
  }

  /// - Returns: whether the semaphore was signalled; nil when the loop is to end before.
  private static func drive(
    _ loop: TransferLoop, until semaphore: DispatchSemaphore, or deadline: Deadline
  ) throws(CallFailure) -> Bool? {
    var isSignalled = false
    while true {
      let goesOn = try loop.run(until: deadline) {
        isSignalled = semaphore.isSignalled()
        return isSignalled
      }
      if isSignalled { return true }
      guard goesOn else { return nil }
      if deadline.isOver { return false }
    }
  }
}
