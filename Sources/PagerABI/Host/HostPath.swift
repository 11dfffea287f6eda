import PagerThreads
import PagerTransport

/// The way of a pager, or of a client's own requests, through a host's transport.
struct HostPath: Transport {
  private let transport: HostTransport
  private let link: PagerLink?

  init(through transport: HostTransport, for link: PagerLink? = nil) {
    self.transport = transport
    self.link = link
  }

  func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    try transport.send(request, of: link?.pager, completion: completion)
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

/// A weak link to a pager from objects that are made before it.
final class PagerLink: Sendable {
  private struct Weak {
    weak var pager: PagerObject?
  }

  private let guarded = Lock(Weak())

  var pager: PagerObject? {
    get { guarded.withLock { $0.pager } }
    set { guarded.withLock { $0.pager = newValue } }
  }
}
