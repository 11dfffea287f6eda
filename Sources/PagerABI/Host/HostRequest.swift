import PagerBytes
import PagerLocks
import PagerTransport

/// A request that the host has to answer, as C holds it.
///
/// C owes one answer from the moment `send` is called, even if the client no longer wants it. The handle works until
/// the answer.
final class HostRequest: Handled {
  static let handleName: StaticString = "request"

  typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

  private struct Guarded {
    /// Takes the answer; nil after no caller waits for it any more.
    var completion: Completion?
    /// What C knows the request by, once `send` was called.
    var handle: UInt?
    /// The time at which the request is cancelled.
    var deadline: ContinuousClock.Instant?
  }

  let id: TransferID
  /// Whose events the calls for this request are.
  let pager: PagerObject?
  let isGet: Bool
  let url: ReceivedBytes
  let headers: ReceivedBytes
  let body: ReceivedBytes
  let limit: Int
  let settings: TransferSettings
  private let guarded: Lock<Guarded>

  init(
    _ id: TransferID, of pager: PagerObject?, isGet: Bool, url: ReceivedBytes, headers: ReceivedBytes,
    body: ReceivedBytes,
    settings: TransferSettings, completion: @escaping Completion
  ) {
    self.id = id
    self.pager = pager
    self.isGet = isGet
    self.url = url
    self.headers = headers
    self.body = body
    self.settings = settings
    limit = settings.configuration.maxResponseBytes
    guarded = Lock(Guarded(completion: completion))
  }

  /// C is about to get the request. Returns its handle; nil if it is not wanted any more.
  func beginSending() -> OpaquePointer? {
    guarded.withLock { request in
      guard request.completion != nil, let handle = makeHandle() else { return nil }
      request.handle = UInt(bitPattern: handle)
      let timeout = settings.configuration.timeout
      if timeout > .zero { request.deadline = .now.advanced(by: timeout) }
      return handle
    }
  }

  /// The time at which the request is cancelled; nil if it has no limit, was not sent, or no caller waits for it.
  var deadline: ContinuousClock.Instant? {
    guarded.withLock { $0.completion == nil ? nil : $0.deadline }
  }

  /// Whether a caller waits for the answer.
  var isWanted: Bool { guarded.withLock { $0.completion != nil } }

  /// C's handle of the request, even after the request has ended.
  var handle: OpaquePointer? { guarded.withLock { $0.handle.flatMap { OpaquePointer(bitPattern: $0) } } }

  /// Takes out the function that waits for the answer; nil the second time.
  func takeCompletion() -> Completion? {
    guarded.withLock { $0.completion.take() }
  }
}

/// A host's answer to a request, checked before the request ends.
struct HostAnswer {
  private let status: Int
  private let headers: [HTTPHeader]
  private let body: UnsafeRawBufferPointer

  /// - Throws: `invalidArgument` if a part cannot be of a response.
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
    // A length beyond what there can be is larger than any limit.
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
    return .success(TransportResponse(status: status, headers: headers, body: copy))
  }
}
