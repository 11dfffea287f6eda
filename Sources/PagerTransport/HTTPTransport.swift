/// Sends requests and brings responses; the library's own is `CurlTransport`.
package protocol Transport: WaitingPlace {
  /// Sends a request. Never blocks, and never calls `completion` before it returns.
  ///
  /// `completion` runs exactly once, or never when the transfer is cancelled. It runs on the transport's own thread, or
  /// on one that waits in `wait(for:until:)`.
  ///
  /// A transfer that is sent from inside a completion is on its way when `send` returns: its first bytes were handed to
  /// the socket, if that can take them. The caller may wake threads right after.
  ///
  /// - Returns: the transfer's id.
  /// - Throws: why nothing will be sent: the transport is shut down, or the system has no thread, descriptor or memory
  ///   for it. `completion` is then never called. Unless the transport is shut down, the next call may succeed.
  func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID

  /// Aborts a transfer: closes its socket or resets its stream and drops its completion. Never blocks; any thread may
  /// call it, also from inside a completion. An id that is unknown or whose transfer has ended is ignored.
  ///
  /// From another thread the call may meet a completion that is just being called; that one still runs.
  func cancel(_ transfer: TransferID)

  /// Stops the transport and waits, for `timeout` at most, until its thread has ended. Transfers in flight end with
  /// `.shutDown`. May be called again, from any thread; on the transport's own thread it does not wait.
  ///
  /// - Returns: whether the thread has ended. When not, it ends by itself once the completion that holds it returns.
  func shutdown(timeout: Duration) -> Bool
}

/// Names one transfer of one transport. Never used twice.
package struct TransferID: Sendable, Hashable, Comparable {
  /// Counts from 1, in the order of the sends.
  package let rawValue: UInt64

  /// Makes an id; for transports.
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (left: TransferID, right: TransferID) -> Bool {
    left.rawValue < right.rawValue
  }
}
