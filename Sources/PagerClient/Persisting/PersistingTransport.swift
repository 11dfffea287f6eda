package import PagerTransport

/// Sends requests with hashes in place of their queries. The layers above do not notice: a cache, a recording and the
/// rules for repeating requests see the original request and the answer to it.
package struct PersistingTransport: LayeredTransport {
  package let transport: any Transport
  private let queries: PersistedQueries
  private let transfers: ChainedTransfers

  /// - Parameter queries: the knowledge that all transports of a client share.
  package init(_ transport: any Transport, _ queries: PersistedQueries) {
    self.transport = transport
    self.queries = queries
    transfers = ChainedTransfers(transport)
  }

  package func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    try transfers.send(queries.step(for: request), completion: completion)
  }

  package func cancel(_ transfer: TransferID) {
    transfers.cancel(transfer)
  }
}

extension PersistedQueries {
  /// The transport with hashes, if the options ask for them.
  package static func over(_ transport: any Transport, _ queries: PersistedQueries?) -> any Transport {
    queries.map { PersistingTransport(transport, $0) } ?? transport
  }
}
