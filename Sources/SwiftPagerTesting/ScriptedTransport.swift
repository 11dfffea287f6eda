public import PagerJSON
public import SwiftPager
import Synchronization

/// A server in memory that follows a script: the answers to operations, each given once and in the order of the script.
///
///     let transport = ScriptedTransport()
///     transport.answer(ProductsQuery(first: 2), with: .data(["products": .connection(nodes: [...], endCursor: "a")]))
///     let model = ProductListModel(client: try GraphQLClient(transport: transport))
///
/// A request without an answer in the script gets the answer of `otherwise`. Without `otherwise` it fails, and the
/// error shows the request.
public final class ScriptedTransport: HTTPTransport {
  /// Answers a request that the script does not have.
  public typealias Fallback = @Sendable (ScriptedRequest) -> ScriptedAnswer

  private struct Held {
    let request: ScriptedRequest
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Observer {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Guarded {
    var script: [ScriptedRequest: [ScriptedAnswer]] = [:]
    var requests: [ScriptedRequest] = []
    var cancelled: [ScriptedRequest] = []
    var lastNumber = 0
    var held: [Int: Held] = [:]
    /// The requests that were cancelled before they could be held.
    var givenUp: Set<Int> = []
    var isHolding = false
    var observers: [Observer] = []

    mutating func takeAnswer(to request: ScriptedRequest) -> ScriptedAnswer? {
      guard var answers = script[request], !answers.isEmpty else { return nil }
      defer { script[request] = answers }
      return answers.removeFirst()
    }
  }

  private let otherwise: Fallback?
  private let guarded = Mutex(Guarded())

  /// How the client writes dates.
  private let dates: DateStrategy?

  /// Makes a server without a script.
  ///
  /// - Parameters:
  ///   - dates: how the client writes dates, if variables have dates: the `dates` of its configuration.
  ///   - otherwise: answers the requests that the script does not have; nil: they fail.
  public init(dates: DateStrategy? = nil, otherwise: Fallback? = nil) {
    self.dates = dates
    self.otherwise = otherwise
  }

  // MARK: The script

  /// Adds answers to requests for an operation with its variables. Equal requests get them in order.
  public func answer<Operation: GraphQLOperation>(_ operation: Operation, with answers: ScriptedAnswer...) {
    let request = ScriptedRequest(operation, dates)
    guarded.withLock { $0.script[request, default: []] += answers }
  }

  /// From now on requests wait for `release()`, so that a test can check what an app does until then.
  public func hold() {
    guarded.withLock { $0.isHolding = true }
  }

  /// Answers the requests that wait. From now on requests get their answers at once.
  public func release() {
    let held = guarded.withLock { guarded in
      guarded.isHolding = false
      defer { guarded.held.removeAll() }
      return guarded.held.sorted { $0.key < $1.key }
    }
    for (_, request) in held { request.continuation.resume() }
  }

  /// Waits until this number of requests has come, including those that were answered.
  public func requests(count: Int) async {
    await withCheckedContinuation { continuation in
      let hasCome = guarded.withLock { guarded in
        guard guarded.requests.count < count else { return true }
        guarded.observers.append(Observer(count: count, continuation: continuation))
        return false
      }
      if hasCome { continuation.resume() }
    }
  }

  // MARK: What happened

  /// All requests, in the order in which they came.
  public var requests: [ScriptedRequest] { guarded.withLock { $0.requests } }

  /// The requests that were cancelled while they waited, in order.
  public var cancelled: [ScriptedRequest] { guarded.withLock { $0.cancelled } }

  // MARK: HTTPTransport

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let request = try ScriptedRequest(request)
    let (answer, number, told) = guarded.withLock { guarded in
      guarded.requests.append(request)
      guarded.lastNumber += 1
      let count = guarded.requests.count
      let told = guarded.observers.filter { $0.count <= count }
      guarded.observers.removeAll { $0.count <= count }
      return (guarded.takeAnswer(to: request), guarded.lastNumber, told)
    }
    for observer in told { observer.continuation.resume() }
    try await wait(request, number)
    return try (answer ?? otherwise?(request) ?? .failure(request.unanswered)).response()
  }

  /// Waits if requests are held.
  private func wait(_ request: ScriptedRequest, _ number: Int) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isGivenUp: Bool? = guarded.withLock { guarded in
          if guarded.givenUp.remove(number) != nil { return true }
          guard guarded.isHolding else { return false }
          guarded.held[number] = Held(request: request, continuation: continuation)
          return nil
        }
        if isGivenUp == true { continuation.resume(throwing: CancellationError()) }
        if isGivenUp == false { continuation.resume() }
      }
    } onCancel: {
      let held = guarded.withLock { guarded in
        let held = guarded.held.removeValue(forKey: number)
        if held == nil { guarded.givenUp.insert(number) }
        guarded.cancelled.append(request)
        return held
      }
      held?.continuation.resume(throwing: CancellationError())
    }
  }
}
