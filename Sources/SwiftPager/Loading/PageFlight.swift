import PagerClient
import PagerTransport
import Synchronization

/// One request on its way, which can be given up before it was sent and after.
final class PageFlight: Sendable {
  private enum State {
    case waiting
    case sent(TransferID)
    case givenUp
  }

  private let transport: any HTTPTransport
  private let state = Mutex(State.waiting)

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Sends the request, unless it was given up. Returns false when the client is shut down.
  func send(
    _ body: [UInt8], completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> Bool {
    // Sent under the lock, so that giving up meanwhile finds the transfer. The transport does not wait here.
    state.withLock { state in
      if case .givenUp = state { return true }
      guard let transfer = transport.send(body, completion: completion) else { return false }
      state = .sent(transfer)
      return true
    }
  }

  func giveUp() {
    let transfer = state.withLock { state -> TransferID? in
      defer { state = .givenUp }
      if case .sent(let transfer) = state { return transfer }
      return nil
    }
    if let transfer { transport.cancel(transfer) }
  }
}
