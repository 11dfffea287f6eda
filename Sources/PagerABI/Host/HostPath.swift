import PagerTransport

/// The way of a pager, or of a client's own requests, through a host's transport.
struct HostPath: Transport {
  private let transport: HostTransport
  private let owner: EventOwner?

  init(through transport: HostTransport, for owner: EventOwner? = nil) {
    self.transport = transport
    self.owner = owner
  }

  func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    try transport.send(request, of: owner, completion: completion)
  }

  func cancel(_ transfer: TransferID) {
    transport.cancel(transfer)
  }

  /// Waits for nothing: requests without an answer from the host are cancelled.
  func shutdown(timeout: Duration) -> Bool {
    transport.shutDown()
    return true
  }
}
