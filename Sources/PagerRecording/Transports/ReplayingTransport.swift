import PagerBytes
import PagerThreads
package import PagerTransport

/// Answers requests from a recording: there is no network behind it. Its thread begins with the first request.
package final class ReplayingTransport: Transport {
  typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

  private struct Guarded {
    var lastID: UInt64 = 0
    /// How often each request was made.
    var counts: [RequestKey: Int] = [:]
    /// The requests that a caller still waits for.
    var waiting: [TransferID: Completion] = [:]
    var isShutDown = false
  }

  private let recording: Recording
  private let settings: TransferSettings
  private let thread = JobThread()
  private let guarded = Lock(Guarded())

  /// - Parameter settings: the settings of the transport that this one replaces; its limit applies here, too.
  package init(_ recording: Recording, _ settings: TransferSettings) {
    self.recording = recording
    self.settings = settings
  }

  deinit {
    thread.stop()
  }

  package func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    guard thread.start() else { throw TransportError(.noThread, of: settings) }
    let key = request.body.withUnsafeBytes { RequestKey($0) }
    let (id, count) = try guarded.withLock { transport throws(TransportError) in
      guard !transport.isShutDown else { throw .shutDown(settings) }
      transport.lastID += 1
      let id = TransferID(rawValue: transport.lastID)
      transport.waiting[id] = completion
      let count = transport.counts[key, default: 0]
      transport.counts[key] = count + 1
      return (id, count)
    }
    let secrets = settings.secrets.with(request.options.headers)
    _ = thread.run { self.answer(id, key, count, secrets) }
    return id
  }

  package func cancel(_ transfer: TransferID) {
    let completion = guarded.withLock { $0.waiting.removeValue(forKey: transfer) }
    // The objects that it keeps alive are released outside the lock.
    withExtendedLifetime(completion) {}
  }

  package func shutdown(timeout: Duration) -> Bool {
    let waiting = guarded.withLock { transport in
      transport.isShutDown = true
      defer { transport.waiting.removeAll() }
      return transport.waiting.sorted { $0.key < $1.key }
    }
    for (_, completion) in waiting { completion(.failure(.shutDown(settings))) }
    thread.stop()
    return thread.waitForEnd(until: Deadline(after: timeout))
  }

  private func answer(_ id: TransferID, _ key: RequestKey, _ count: Int, _ secrets: RequestSecrets) {
    guard let completion = guarded.withLock({ $0.waiting.removeValue(forKey: id) }) else { return }
    var result = recording.result(of: key, after: count)
    let limit = settings.configuration.maxResponseBytes
    if case .success(let response) = result, response.body.count > limit {
      result = .failure(TransportError(.responseTooLarge(limit: limit), of: settings))
    }
    completion(result.map { $0.with(secrets) })
  }
}
