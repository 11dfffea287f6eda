import PagerBytes
import PagerLocks
import PagerTransport

/// A request that the host has to answer, as C holds it.
///
/// C owes one answer from the moment `send` is called, whether it is still wanted or not; until then the handle works.
final class HostRequest: Handled {
  static let handleName: StaticString = "request"

  typealias Completion = @Sendable (Result<HTTPResponse, TransportError>) -> Void

  private struct Guarded {
    /// Takes the answer; nil once nobody waits for it any more.
    var completion: Completion?
    /// What C knows the request by, once `send` was called.
    var handle: UInt?
    /// When the request is given up.
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
  private let guarded: Mutex<Guarded>

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
    guarded = Mutex(Guarded(completion: completion))
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

  /// When the request is given up; nil if it has no limit, or has not been sent, or is not waited for.
  var deadline: ContinuousClock.Instant? {
    guarded.withLock { $0.completion == nil ? nil : $0.deadline }
  }

  /// Whether somebody waits for the answer.
  var isWanted: Bool { guarded.withLock { $0.completion != nil } }

  /// The handle of a request that C has, whatever became of it.
  var handle: OpaquePointer? { guarded.withLock { $0.handle.flatMap { OpaquePointer(bitPattern: $0) } } }

  /// Takes over who waits for the answer; nil the second time.
  func takeCompletion() -> Completion? {
    guarded.withLock { $0.completion.take() }
  }
}
