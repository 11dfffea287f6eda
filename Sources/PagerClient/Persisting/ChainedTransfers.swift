import PagerThreads
import PagerTransport

/// A request, and the requests that may follow it before the caller gets an answer.
struct ChainedStep: Sendable {
  let request: TransportRequest
  /// Why the request replaces the one before it, in a word; nil for the first one.
  let reason: String?
  /// Returns the request to send in place of handing the answer on; nil: the answer is handed on.
  let next: @Sendable (Result<TransportResponse, TransportError>) -> ChainedStep?

  init(
    _ request: TransportRequest, because reason: String? = nil,
    next: @escaping @Sendable (Result<TransportResponse, TransportError>) -> ChainedStep? = { _ in nil }
  ) {
    self.request = request
    self.reason = reason
    self.next = next
  }
}

/// Requests that replace each other on a transport. For the caller they are one transfer.
final class ChainedTransfers: Sendable {
  typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

  private struct Chain {
    var step = 0
    var transfer: TransferID?
  }

  private struct Guarded {
    var lastNumber: UInt64 = 0
    /// The chains whose callers still wait for the answer.
    var chains: [TransferID: Chain] = [:]
  }

  /// Distinguishes these ids from the transport's own, which count from 1: both kinds may be in use side by side.
  private static let mark: UInt64 = 1 << 63

  private let transport: any Transport
  private let guarded = Lock(Guarded())

  init(_ transport: any Transport) {
    self.transport = transport
  }

  /// How many callers wait for an answer.
  var count: Int { guarded.withLock { $0.chains.count } }

  /// Sends the first request. The next one is sent when and where the answer arrives.
  func send(_ step: ChainedStep, completion: @escaping Completion) throws(TransportError) -> TransferID {
    let id = guarded.withLock { guarded in
      guarded.lastNumber += 1
      let id = TransferID(rawValue: guarded.lastNumber | Self.mark)
      guarded.chains[id] = Chain()
      return id
    }
    do throws(TransportError) {
      try send(step, 1, of: id, completion)
    } catch {
      _ = end(id)
      throw error
    }
    return id
  }

  /// Gives a request up, at whichever step it is. An id that does not belong to a chain is the transport's.
  func cancel(_ id: TransferID) {
    guard id.rawValue >= Self.mark else { return transport.cancel(id) }
    let chain = guarded.withLock { $0.chains.removeValue(forKey: id) }
    if let transfer = chain?.transfer { transport.cancel(transfer) }
  }

  private func send(
    _ step: ChainedStep, _ number: Int, of id: TransferID, _ completion: @escaping Completion
  ) throws(TransportError) {
    let transfer = try transport.send(step.request) { self.receive($0, step, number, of: id, completion) }
    let isWanted = guarded.withLock { guarded in
      guard let step = guarded.chains[id]?.step else { return false }
      // The answer may have come before, and the next request may be on its way.
      if step < number { guarded.chains[id] = Chain(step: number, transfer: transfer) }
      return true
    }
    // If the transfer has ended, the transport does not know it any more.
    if !isWanted { transport.cancel(transfer) }
  }

  private func receive(
    _ result: Result<TransportResponse, TransportError>, _ step: ChainedStep, _ number: Int, of id: TransferID,
    _ completion: @escaping Completion
  ) {
    guard guarded.withLock({ $0.chains[id] != nil }) else { return }
    guard let next = step.next(result) else {
      if end(id) { completion(result) }
      return
    }
    if let reason = next.reason { step.request.onResend?(result, reason) }
    do throws(TransportError) {
      try send(next, number + 1, of: id, completion)
    } catch {
      if end(id) { completion(.failure(error)) }
    }
  }

  /// - Returns: whether a caller still waited for it.
  private func end(_ id: TransferID) -> Bool {
    guarded.withLock { $0.chains.removeValue(forKey: id) != nil }
  }
}
