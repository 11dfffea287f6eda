/// Requests over libcurl. One thread at a time moves them: one of the transport's own, which begins with the first
/// send, or one that waits for a result.
///
/// Connections are kept and shared; HTTP/2 carries many requests on one. When the last reference goes, the transport
/// stops by itself: it does not wait, and transfers in flight end with `.shutDown` on its thread.
package final class CurlTransport: Transport {
  private let settings: TransferSettings
  /// Whether a visitor that drives may meet SIGPIPE.
  let mayRaiseSIGPIPE: Bool
  let ledger = TransferLedger()

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
