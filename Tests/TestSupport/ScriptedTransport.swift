import Dispatch
import PagerBytes
package import PagerJSON
package import PagerTransport
import Synchronization

/// A server in memory: it gives announced answers, in the order in which the test lets it. What bytes do on a wire is
/// tested elsewhere, against real servers.
///
/// An answer is announced for the variables of a request and given once; a request without an announced answer is
/// answered by the fallback, or fails. These answers run on the transport's own serial queue, as a network thread's
/// do. A test that wants every step on its own thread holds the requests and gives each answer by hand.
package final class ScriptedTransport: Transport {
  package typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void
  /// Answers a request by its variables.
  package typealias Fallback = @Sendable (JSONValue) -> ScriptedAnswer

  private struct Transfer {
    let id: TransferID
    let variables: JSONValue
    let answer: ScriptedAnswer
    let completion: Completion
  }

  private struct Guarded {
    var announced: [JSONValue: [ScriptedAnswer]] = [:]
    var sent: [TransportRequest] = []
    var requests: [JSONValue] = []
    var cancelled: [(id: TransferID, variables: JSONValue)] = []
    var unanswered: [Transfer] = []
    var isHolding: Bool
    var isShutDown = false
  }

  private let fallback: Fallback?
  private let queue = DispatchQueue(label: "scripted transport")
  private let guarded: Mutex<Guarded>

  /// Makes a server; one that is `holding` keeps every request until the test releases or answers it.
  package init(holding: Bool = false, fallback: Fallback? = nil) {
    self.fallback = fallback
    guarded = Mutex(Guarded(isHolding: holding))
  }

  // MARK: The script

  /// Announces the answer to one request with these variables; answers to equal ones are given in order.
  package func announce(_ variables: JSONValue, _ answer: ScriptedAnswer) {
    guarded.withLock { $0.announced[variables, default: []].append(answer) }
  }

  /// From now on requests wait until `release()`.
  package func hold() {
    guarded.withLock { $0.isHolding = true }
  }

  /// Gives the oldest request that waits the answer it was announced.
  package func release() {
    queue.async { if let oldest = self.takeOldest() { oldest.completion(oldest.answer.result) } }
  }

  /// Answers all requests that wait, and later ones at once.
  package func stopHolding() {
    let waiting = guarded.withLock { guarded in
      guarded.isHolding = false
      return guarded.unanswered.count
    }
    for _ in 0..<waiting { release() }
  }

  /// Gives the oldest request that waits this answer, on the calling thread; does nothing where none waits.
  package func answer(_ result: Result<TransportResponse, TransportError>) {
    takeOldest()?.completion(result)
  }

  /// Gives the oldest request that waits this body, on the calling thread; does nothing where none waits.
  package func answer(_ body: String, status: Int = 200) {
    answer(ScriptedAnswer.response(status: status, body: body).result)
  }

  /// Gives the oldest request with these variables this body, on the calling thread; does nothing where none waits.
  package func answer(_ body: String, to variables: JSONValue) {
    let transfer = guarded.withLock { guarded in
      guarded.unanswered.firstIndex { $0.variables == variables }.map { guarded.unanswered.remove(at: $0) }
    }
    transfer?.completion(ScriptedAnswer.response(status: 200, body: body).result)
  }

  // MARK: What happened

  /// The bodies of all requests, in order.
  package var bodies: [String] { sent.map { String(decoding: $0.body, as: UTF8.self) } }

  /// All requests, in order.
  package var sent: [TransportRequest] { guarded.withLock { $0.sent } }

  /// The variables of all requests, in order.
  package var requests: [JSONValue] { guarded.withLock { $0.requests } }

  /// The variables of the requests that were aborted before their answer, in order.
  package var cancelled: [JSONValue] { guarded.withLock { $0.cancelled.map(\.variables) } }

  /// The transfers that were aborted before their answer, by their numbers, in order.
  package var cancelledTransfers: [UInt64] { guarded.withLock { $0.cancelled.map(\.id.rawValue) } }

  /// How many requests wait for an answer.
  package var inFlight: Int { guarded.withLock { $0.unanswered.count } }

  // MARK: Transport

  package func send(_ request: TransportRequest, completion: @escaping Completion) throws(TransportError) -> TransferID
  {
    let body = String(decoding: request.body, as: UTF8.self)
    let variables = Self.variables(in: body)
    return try guarded.withLock { guarded throws(TransportError) in
      guard !guarded.isShutDown else {
        throw TransportError(kind: .shutDown, message: "the transport was shut down")
      }
      let answer = answer(to: variables, &guarded)
      guarded.sent.append(request)
      guarded.requests.append(variables)
      let id = TransferID(rawValue: UInt64(guarded.requests.count))
      guarded.unanswered.append(Transfer(id: id, variables: variables, answer: answer, completion: completion))
      if !guarded.isHolding { release() }
      return id
    }
  }

  package func cancel(_ transfer: TransferID) {
    guarded.withLock { guarded in
      guard let position = guarded.unanswered.firstIndex(where: { $0.id == transfer }) else { return }
      let aborted = guarded.unanswered.remove(at: position)
      guarded.cancelled.append((aborted.id, aborted.variables))
    }
  }

  /// Ends the transfers in flight before it returns, as the library's own transport does.
  package func shutdown(timeout: Duration) -> Bool {
    let ended = guarded.withLock { guarded in
      guarded.isShutDown = true
      defer { guarded.unanswered.removeAll() }
      return guarded.unanswered
    }
    let error = TransportError(kind: .shutDown, message: "the transport was shut down")
    for transfer in ended { transfer.completion(.failure(error)) }
    return true
  }

  // MARK: Answers

  private func answer(to variables: JSONValue, _ guarded: inout Guarded) -> ScriptedAnswer {
    if var announced = guarded.announced[variables], !announced.isEmpty {
      let answer = announced.removeFirst()
      guarded.announced[variables] = announced
      return answer
    }
    return fallback?(variables) ?? .offline("nothing (more) was announced for \(variables)")
  }

  private func takeOldest() -> Transfer? {
    guarded.withLock { $0.unanswered.isEmpty ? nil : $0.unanswered.removeFirst() }
  }

  private static func variables(in body: String) -> JSONValue {
    (try? JSONValue(parsing: body)["variables"]) ?? .null
  }
}
