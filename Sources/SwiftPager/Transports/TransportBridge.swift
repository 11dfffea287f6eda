import PagerBytes
import PagerClient
import PagerThreads
import PagerTransport
import Synchronization

/// Makes a user's transport one of the library's transports, with a task for each request.
final class TransportBridge: Transport {
  private struct Waiting {
    let completion: Completion
    let settings: TransferSettings
    var task: Task<Void, Never>?
    /// Ends the request if the transport does not answer in time.
    var timer: TimerID?
  }

  private struct Guarded {
    var lastID: UInt64 = 0
    /// The requests that a caller still waits for.
    var waiting: [TransferID: Waiting] = [:]
    var isShutDown = false
  }

  typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

  private let transport: any HTTPTransport
  private let settings: TransferSettings
  private let timers = TimerQueue()
  private let guarded = Mutex(Guarded())

  init(_ transport: any HTTPTransport, _ settings: TransferSettings) {
    self.transport = transport
    self.settings = settings
  }

  deinit {
    _ = shutdown(timeout: .zero)
  }

  func send(
    _ request: TransportRequest, completion: @escaping Completion
  ) throws(TransportError) -> TransferID {
    let settings = settings.with(request.options)
    let id = try guarded.withLock { guarded throws(TransportError) in
      guard !guarded.isShutDown else { throw .shutDown(settings) }
      guarded.lastID += 1
      let id = TransferID(rawValue: guarded.lastID)
      guarded.waiting[id] = Waiting(completion: completion, settings: settings)
      return id
    }
    let sent = HTTPRequest(request, settings)
    let task = Task { [transport, weak self] in
      let result: Result<TransportResponse, TransportError>
      do {
        result = TransportResponse.checked(try await transport.send(sent), settings)
      } catch {
        result = .failure(TransportError(of: error, settings))
      }
      self?.removeWaiting(id)?.completion(result)
    }
    let limit = settings.configuration.timeout
    let timer = limit > .zero ? timers.add(after: limit) { [weak self] in self?.endOverdue(id) } : nil
    // A request that has ended has nothing to keep, and a cancelled request must not continue.
    let isWanted = guarded.withLock { guarded in
      guarded.waiting[id]?.task = task
      guarded.waiting[id]?.timer = timer
      return guarded.waiting[id] != nil
    }
    if !isWanted { task.cancel() }
    if !isWanted, let timer { timers.remove(timer) }
    return id
  }

  func cancel(_ transfer: TransferID) {
    removeWaiting(transfer)?.task?.cancel()
  }

  func shutdown(timeout: Duration) -> Bool {
    let waiting = guarded.withLock { guarded in
      guarded.isShutDown = true
      defer { guarded.waiting.removeAll() }
      return guarded.waiting.sorted { $0.key < $1.key }
    }
    timers.stop()
    for (_, request) in waiting {
      request.task?.cancel()
      request.completion(.failure(.shutDown(settings)))
    }
    return true
  }

  /// Takes out the caller that waits for a request; nil if no caller waits any more.
  private func removeWaiting(_ id: TransferID) -> Waiting? {
    let request = guarded.withLock { $0.waiting.removeValue(forKey: id) }
    if let timer = request?.timer { timers.remove(timer) }
    return request
  }

  /// Ends a request that has run out of time.
  private func endOverdue(_ id: TransferID) {
    guard let request = removeWaiting(id) else { return }
    request.task?.cancel()
    request.completion(
      .failure(TransportError(.timedOut, words: "the transport did not answer", of: request.settings)))
  }
}

extension HTTPRequest {
  /// A request as a user's transport gets it.
  init(_ request: TransportRequest, _ settings: TransferSettings) {
    let configuration = settings.configuration
    self.init(
      method: request.query == nil ? .post : .get,
      url: request.query.map(configuration.address(with:)) ?? configuration.endpoint,
      headers: Dictionary(
        configuration.allHeaders(and: request.options.headers).map { ($0.name, $0.value) },
        uniquingKeysWith: { first, second in "\(first), \(second)" }),
      body: request.query == nil ? request.body : [])
  }
}

extension TransportResponse {
  /// The response of a user's transport; a failure if it is too large.
  static func checked(
    _ response: HTTPResponse, _ settings: TransferSettings
  ) -> Result<TransportResponse, TransportError> {
    let limit = settings.configuration.maxResponseBytes
    guard response.body.count <= limit else {
      return .failure(TransportError(.responseTooLarge(limit: limit), of: settings))
    }
    let lines = response.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    guard let body = response.body.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }),
      let headers = ResponseHeaders(Array(lines.utf8))
    else { return .failure(TransportError(.outOfMemory, of: settings)) }
    func value(_ name: String) -> String? {
      response.headers.first { $0.key.lowercased() == name }?.value
    }
    // An error shows the location, so it must not contain a user and a password.
    let location = value("location").flatMap { $0.contains("@") ? nil : $0 }
    return .success(
      TransportResponse(
        status: response.status, body: body, contentType: value("content-type"),
        location: (300..<400).contains(response.status) ? location : nil,
        retryAfter: value("retry-after").flatMap(Int.init).map { .seconds(max($0, 0)) }, headers: headers,
        secrets: settings.secrets))
  }
}

extension TransportError {
  /// Why a user's transport has no response.
  init(of error: any Error, _ settings: TransferSettings) {
    let kind: Kind =
      switch error as? ClientError {
      // The server may have carried out the request, so the client does not send a mutation again.
      case .network: .emptyAnswer
      case .timedOut: .timedOut
      case .outOfResources: .outOfMemory
      case .notRecorded: .notRecorded
      case .closed: .shutDown
      default: .other(code: 0)
      }
    self.init(kind: kind, message: "\(error)")
  }
}
