import PagerBytes
import PagerThreads
import PagerTransport

/// A request that the host has to answer, as C holds it.
///
/// C owes one answer from the moment `send` is called, even if the client no longer wants it. The handle works until
/// the answer.
final class HostRequest: Handled {
  static let handleName: StaticString = "request"
  static let staleName: StaticString = "answered"

  typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

  private struct Guarded {
    /// Takes the answer; nil once no caller waits for it any more.
    var completion: Completion?
    /// C's handle of the request, once `send` was called.
    var handle: UInt?
    /// Ends the request if the host does not answer in time.
    var timer: (id: TimerID, queue: TimerQueue)?
  }

  let id: TransferID
  /// Whose events the calls for this request are; nil for a request of the client's own.
  let owner: EventOwner?
  let isGet: Bool
  let url: ReceivedBytes
  let headers: ReceivedBytes
  let body: ReceivedBytes
  let limit: Int
  let settings: TransferSettings
  private let queue: EventQueue
  private let guarded: Lock<Guarded>

  init(
    _ id: TransferID, of owner: EventOwner?, isGet: Bool, url: ReceivedBytes, headers: ReceivedBytes,
    body: ReceivedBytes, settings: TransferSettings, queue: EventQueue, completion: @escaping Completion
  ) {
    self.id = id
    self.owner = owner
    self.isGet = isGet
    self.url = url
    self.headers = headers
    self.body = body
    self.settings = settings
    self.queue = queue
    limit = settings.configuration.maxResponseBytes
    guarded = Lock(Guarded(completion: completion))
  }

  /// C is about to get the request. Returns its handle; nil if it is not wanted any more.
  func beginSending() -> OpaquePointer? {
    guarded.withLock { request in
      guard request.completion != nil, let handle = makeHandle() else { return nil }
      request.handle = UInt(bitPattern: handle)
      return handle
    }
  }

  /// Runs a function after a time if a caller still waits for the answer then. If the system refuses the timer, the
  /// request has no limit.
  func setTimer(on queue: TimerQueue, after limit: Duration, _ body: @escaping @Sendable () -> Void) {
    guard let id = queue.add(after: limit, body) else { return }
    let isWanted = guarded.withLock { request in
      request.timer = (id, queue)
      return request.completion != nil
    }
    if !isWanted { queue.remove(id) }
  }

  /// Whether a caller waits for the answer.
  var isWanted: Bool { guarded.withLock { $0.completion != nil } }

  /// C's handle of the request, even after the request has ended.
  var handle: OpaquePointer? { guarded.withLock { $0.handle.flatMap { OpaquePointer(bitPattern: $0) } } }

  /// Takes C's answer. If the client is released meanwhile, this runs the destroy functions that are left.
  func end(with result: Result<TransportResponse, TransportError>) {
    takeCompletion()?(result)
    queue.drainIfReleased()
  }

  /// Takes out the function that waits for the answer; nil the second time.
  func takeCompletion() -> Completion? {
    let (completion, timer) = guarded.withLock { ($0.completion.take(), $0.timer.take()) }
    if let timer { timer.queue.remove(timer.id) }
    return completion
  }
}

/// A host's answer to a request, checked before the request ends.
struct HostAnswer {
  private let status: Int
  private let headers: [HTTPHeader]
  private let body: UnsafeRawBufferPointer

  /// - Throws: `invalidArgument` if no response can have one of the parts.
  init(
    status: Int, headers: UnsafePointer<CChar>?, body: UnsafePointer<CChar>?, length: Int
  ) throws(ErrorReport) {
    guard (100...999).contains(status) else {
      throw ErrorReport(.invalidArgument, "status is \(status); an HTTP status must have three digits")
    }
    guard body != nil || length == 0 else {
      throw ErrorReport(.invalidArgument, "body is NULL, and length is \(UInt(bitPattern: length))")
    }
    self.status = status
    self.headers = headers == nil ? [] : try HostHeaders.read(ConfigText.read("headers_json", headers))
    // A length that no memory can have is larger than any limit.
    self.body = UnsafeRawBufferPointer(start: body, count: length < 0 ? .max : length)
  }

  /// The response, copied; an error if it is larger than the client allows.
  func result(for request: HostRequest) -> Result<TransportResponse, TransportError> {
    guard body.count <= request.limit else {
      return .failure(TransportError(.responseTooLarge(limit: request.limit), of: request.settings))
    }
    guard let copy = ReceivedBytes(copyOf: body) else {
      return .failure(TransportError(.outOfMemory, of: request.settings))
    }
    return .success(TransportResponse(status: status, headers: headers, body: copy, secrets: request.settings.secrets))
  }
}
