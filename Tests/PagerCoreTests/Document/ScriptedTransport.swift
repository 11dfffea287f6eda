import PagerBytes
import PagerTransport
import Synchronization

/// A transport in memory: it keeps what is sent until the test answers. What bytes do on a wire is tested elsewhere,
/// against real servers.
final class ScriptedTransport: HTTPTransport {
  typealias Completion = @Sendable (Result<HTTPResponse, TransportError>) -> Void

  private struct Guarded {
    var bodies: [String] = []
    var waiting: [(id: TransferID, completion: Completion)] = []
    var cancelled: [TransferID] = []
    var isShutDown = false
  }

  private let guarded = Mutex(Guarded())

  func send(_ body: [UInt8], completion: @escaping Completion) -> TransferID? {
    guarded.withLock { guarded in
      guard !guarded.isShutDown else { return nil }
      guarded.bodies.append(String(decoding: body, as: UTF8.self))
      let id = TransferID(rawValue: UInt64(guarded.bodies.count))
      guarded.waiting.append((id, completion))
      return id
    }
  }

  func cancel(_ transfer: TransferID) {
    guarded.withLock { guarded in
      guarded.cancelled.append(transfer)
      guarded.waiting.removeAll { $0.id == transfer }
    }
  }

  func shutdown(timeout: Duration) -> Bool {
    let waiting = guarded.withLock { guarded in
      guarded.isShutDown = true
      defer { guarded.waiting = [] }
      return guarded.waiting
    }
    for (_, completion) in waiting {
      completion(.failure(TransportError(kind: .shutDown, message: "the transport was shut down")))
    }
    return true
  }

  /// The bodies sent so far.
  var bodies: [String] { guarded.withLock { $0.bodies } }
  /// The transfers given up, by their numbers.
  var cancelled: [UInt64] { guarded.withLock { $0.cancelled.map(\.rawValue) } }

  /// Answers the oldest transfer that waits; does nothing where none does.
  func answer(_ result: Result<HTTPResponse, TransportError>) {
    let transfer = guarded.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    transfer?.completion(result)
  }

  func answer(_ text: String, status: Int = 200) {
    answer(.success(HTTPResponse(status: status, body: ReceivedBytes(copying: text.utf8))))
  }
}
