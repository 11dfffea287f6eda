import PagerLocks
import PagerTransport

/// A request, and what may have to be sent before an answer is one.
struct ChainedStep: Sendable {
  let request: HTTPRequest
  /// Why it takes the place of the request before it, in a word; nil for the first one.
  let reason: String?
  /// What is sent in place of handing an answer on; nil: it is handed on.
  let next: @Sendable (Result<HTTPResponse, TransportError>) -> ChainedStep?

  init(
    _ request: HTTPRequest, because reason: String? = nil,
    next: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> ChainedStep? = { _ in nil }
  ) {
    self.request = request
    self.reason = reason
    self.next = next
  }
}

/// Requests that take each other's place on a transport, as one transfer to who waits for the answer.
final class ChainedTransfers: Sendable {
  typealias Completion = @Sendable (Result<HTTPResponse, TransportError>) -> Void

  private struct Chain {
    var step = 0
    var transfer: TransferID?
  }

  private struct Guarded {
    var lastNumber: UInt64 = 0
    /// Those that somebody waits for.
    var chains: [TransferID: Chain] = [:]
  }

  /// Apart from the transport's own, which count from 1: both kinds may be in use side by side.
  private static let mark: UInt64 = 1 << 63

  private let transport: any HTTPTransport
  private let guarded = Mutex(Guarded())

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Sends the first request; what follows it is sent where its answer arrives.
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

  /// Gives a request up, whichever step it is at. An id that is none of a chain is the transport's.
  func cancel(_ id: TransferID) {
    guard id.rawValue >= Self.mark else { return transport.cancel(id) }
    let chain = guarded.withLock { $0.chains.removeValue(forKey: id) }
    if let transfer = chain?.transfer { transport.cancel(transfer) }
  }

  private func send(
    _ step: ChainedStep, _ number: Int, of id: TransferID, _ completion: @escaping Completion
  ) throws(TransportError) {
    let transfer = try transport.send(step.request) { self.take($0, step, number, of: id, completion) }
    let isWanted = guarded.withLock { guarded in
      guard let step = guarded.chains[id]?.step else { return false }
      // The answer may have come before, and the next request be on its way.
      if step < number { guarded.chains[id] = Chain(step: number, transfer: transfer) }
      return true
    }
    // Of one that has ended the transport knows nothing any more.
    if !isWanted { transport.cancel(transfer) }
  }

  private func take(
    _ result: Result<HTTPResponse, TransportError>, _ step: ChainedStep, _ number: Int, of id: TransferID,
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

  /// - Returns: whether somebody waited for it.
  private func end(_ id: TransferID) -> Bool {
    guarded.withLock { $0.chains.removeValue(forKey: id) != nil }
  }
}
