import PagerThreads
package import PagerTransport

/// A transport whose exchanges are recorded as they pass. Several may share a recorder.
///
/// A request that cannot be sent is not an exchange. An answer that is being written when its transfer is cancelled is
/// still handed on.
package struct RecordingTransport: LayeredTransport {
  package let transport: any Transport
  private let recorder: Recorder

  package init(_ transport: any Transport, to recorder: Recorder) {
    self.transport = transport
    self.recorder = recorder
  }

  package func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    try recorder.start()
    return try transport.send(request) { [recorder] result in
      recorder.record(request, result, then: completion)
    }
  }

  package func cancel(_ transfer: TransferID) {
    transport.cancel(transfer)
  }

  package func shutdown(timeout: Duration) -> Bool {
    let deadline = Deadline(after: timeout)
    let hasEnded = transport.shutdown(timeout: timeout)
    // In this order, so that the last answers of the transport are recorded.
    return recorder.finish(until: deadline) && hasEnded
  }
}
