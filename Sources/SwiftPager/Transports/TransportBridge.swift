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
    /// The requests whose callers still wait.
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
      self?.take(id)?.completion(result)
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
    take(transfer)?.task?.cancel()
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
  private func take(_ id: TransferID) -> Waiting? {
    let request = guarded.withLock { $0.waiting.removeValue(forKey: id) }
    if let timer = request?.timer { timers.remove(timer) }
    return request
  }

  /// Ends a request whose time is over.
  private func endOverdue(_ id: TransferID) {
    guard let request = take(id) else { return }
    request.task?.cancel()
    request.completion(
      .failure(TransportError(.timedOut, words: "the transport did not answer", of: request.settings)))
  }
}
