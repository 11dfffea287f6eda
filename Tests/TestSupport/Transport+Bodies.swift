package import PagerTransport

extension Transport {
  /// Sends a body as a request like all others of the transport.
  package func send(
    _ body: [UInt8], completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    try send(TransportRequest(body: body), completion: completion)
  }
}
