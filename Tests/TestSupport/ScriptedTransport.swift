import Dispatch
import PagerBytes
package import PagerJSON
package import PagerTransport
import Synchronization

/// A server in memory: it gives announced answers, in the order in which the test lets it.
///
/// An answer is announced for the variables of a request and given once; a request without an announced answer is
/// answered by the fallback, or fails. Answers run on the transport's own serial queue, as a network thread's do.
package final class ScriptedTransport: HTTPTransport {
  package typealias Completion = @Sendable (Result<HTTPResponse, TransportError>) -> Void
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
    var requests: [JSONValue] = []
    var cancelled: [JSONValue] = []
    var unanswered: [Transfer] = []
    var isHolding = false
    var isShutDown = false
  }

  private let fallback: Fallback?
  private let queue = DispatchQueue(label: "scripted transport")
  private let guarded = Mutex(Guarded())

  package init(fallback: Fallback? = nil) {
    self.fallback = fallback
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

  /// Answers the oldest request that waits.
  package func release() {
    queue.async { self.answerOldest() }
  }

  /// Answers all requests that wait, and later ones at once.
  package func stopHolding() {
    let waiting = guarded.withLock { guarded in
      guarded.isHolding = false
      return guarded.unanswered.count
    }
    for _ in 0..<waiting { release() }
  }

  // MARK: What happened

  /// The variables of all requests, in order.
  package var requests: [JSONValue] { guarded.withLock { $0.requests } }

  /// The variables of the requests that were aborted before their answer, in order.
  package var cancelled: [JSONValue] { guarded.withLock { $0.cancelled } }

  /// How many requests wait for an answer.
  package var inFlight: Int { guarded.withLock { $0.unanswered.count } }

  // MARK: HTTPTransport

  package func send(_ body: [UInt8], completion: @escaping Completion) -> TransferID? {
    let variables = Self.variables(in: body)
    return guarded.withLock { guarded in
      guard !guarded.isShutDown else { return nil }
      let answer = answer(to: variables, &guarded)
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
      guarded.cancelled.append(guarded.unanswered.remove(at: position).variables)
    }
  }

  package func shutdown(timeout: Duration) -> Bool {
    let ended = guarded.withLock { guarded in
      guarded.isShutDown = true
      defer { guarded.unanswered.removeAll() }
      return guarded.unanswered
    }
    let error = TransportError(kind: .shutDown, message: "the transport was shut down")
    queue.async { for transfer in ended { transfer.completion(.failure(error)) } }
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

  private func answerOldest() {
    let transfer = guarded.withLock { $0.unanswered.isEmpty ? nil : $0.unanswered.removeFirst() }
    guard let transfer else { return }
    transfer.completion(transfer.answer.result)
  }

  private static func variables(in body: [UInt8]) -> JSONValue {
    (try? JSONValue(parsing: String(decoding: body, as: UTF8.self))["variables"]) ?? .null
  }
}
