import CSwiftPager
import PagerBytes
import PagerClient
import PagerThreads
import PagerTransport

/// Requests through functions of the host, in place of libcurl.
///
/// `send` and `cancel` run on the thread that runs callbacks: they wait in the client's queue. No lock is held while
/// one runs, so the host may answer inside them.
final class HostTransport: Sendable {
  private struct Guarded {
    var lastID: UInt64 = 0
    /// The requests that a caller still waits for.
    var requests: [TransferID: HostRequest] = [:]
    var isShutDown = false
  }

  private let functions: HostFunctions
  private let queue: EventQueue
  private let settings: TransferSettings
  private let url: ReceivedBytes
  private let headers: ReceivedBytes
  private let guarded = Lock(Guarded())
  private let timers = TimerQueue()

  /// - Throws: for a wrong configuration, and if memory runs out.
  init(_ configuration: ClientConfiguration, _ functions: HostFunctions, _ queue: EventQueue) throws(ErrorReport) {
    do {
      settings = try TransferSettings(try configuration.transportConfiguration())
    } catch let error as ClientConfigurationError {
      throw ErrorReport(error)
    } catch let error as TransportConfigurationError {
      throw ErrorReport(error)
    } catch {
      throw ErrorReport(.internal, "\(error)")
    }
    guard let url = ReceivedBytes(text: configuration.endpoint),
      let headers = ReceivedBytes(text: try HostHeaders.text(of: settings.configuration.allHeaders()))
    else { throw ErrorReport(.noMemory, "there is not enough memory for a transport") }
    self.url = url
    self.headers = headers
    self.functions = functions
    self.queue = queue
  }

  func send(
    _ request: TransportRequest, of owner: EventOwner?, completion: @escaping HostRequest.Completion
  ) throws(TransportError) -> TransferID {
    let settings = settings.with(request.options)
    guard let url = url(of: request), let headers = headers(of: request),
      let body = ReceivedBytes(copyOf: request.body)
    else {
      throw TransportError(.outOfMemory, of: settings)
    }
    let made = guarded.withLock { transport -> HostRequest? in
      guard !transport.isShutDown else { return nil }
      transport.lastID += 1
      let made = HostRequest(
        TransferID(rawValue: transport.lastID), of: owner, isGet: request.query != nil, url: url, headers: headers,
        body: body, settings: settings, queue: queue,
        completion: { [weak self, id = transport.lastID] result in
          _ = self?.guarded.withLock { $0.requests.removeValue(forKey: TransferID(rawValue: id)) }
          completion(result)
        })
      transport.requests[made.id] = made
      return made
    }
    guard let made else { throw .shutDown(settings) }
    queue.enqueue(Sending(request: made, transport: self))
    return made.id
  }

  private func url(of request: TransportRequest) -> ReceivedBytes? {
    guard let query = request.query else { return url }
    return ReceivedBytes(text: settings.configuration.address(with: query))
  }

  private func headers(of request: TransportRequest) -> ReceivedBytes? {
    guard !request.options.headers.isEmpty else { return headers }
    do {
      return ReceivedBytes(
        text: try HostHeaders.text(of: settings.configuration.allHeaders(and: request.options.headers)))
    } catch {
      return nil
    }
  }

  func cancel(_ transfer: TransferID) {
    if let request = guarded.withLock({ $0.requests.removeValue(forKey: transfer) }) { drop(request) }
  }

  /// Ends all requests. The host still owes its answers, which will be ignored.
  func shutDown() {
    let requests = guarded.withLock { transport in
      transport.isShutDown = true
      defer { transport.requests.removeAll() }
      return transport.requests.values.sorted { $0.id < $1.id }
    }
    timers.stop()
    for request in requests { end(request, with: .shutDown(settings)) }
  }

  /// The client is gone: nothing is called any more but `cancel` for each request that the host has not answered, and
  /// `destroy` after that.
  func release() {
    shutDown()
    if functions.userData.wantsDestroy { queue.enqueue(Destruction(userData: functions.userData, owner: nil)) }
  }

  /// Ends a request that the host has not answered.
  private func end(_ request: HostRequest, with error: TransportError) {
    let completion = drop(request)
    completion?(.failure(error))
  }

  /// Stops waiting for a request, and tells the host if the host has it.
  @discardableResult
  private func drop(_ request: HostRequest) -> HostRequest.Completion? {
    let completion = request.takeCompletion()
    if completion != nil, request.handle != nil, functions.cancel != nil {
      queue.enqueue(Cancelling(request: request, transport: self))
    }
    return completion
  }

  /// Ends a request if the host does not answer within its limit.
  fileprivate func setTimer(of request: HostRequest) {
    let limit = request.settings.configuration.timeout
    guard limit > .zero else { return }
    request.setTimer(on: timers, after: limit) { [weak self, id = request.id] in
      guard let self, let request = guarded.withLock({ $0.requests.removeValue(forKey: id) }) else { return }
      end(request, with: TransportError(.timedOut, words: "the transport did not answer", of: request.settings))
    }
  }

  // MARK: Calls

  /// A call of `send`.
  private struct Sending: Event {
    let request: HostRequest
    let transport: HostTransport

    var owner: EventOwner? { request.owner }

    func deliver() -> Bool {
      guard let handle = request.beginSending() else { return false }
      transport.setTimer(of: request)
      transport.functions.send(transport.functions.userData.pointer, handle)
      return true
    }

    /// There may be no host left to answer.
    func wasLeft() {
      transport.end(
        request,
        with: TransportError(
          kind: .other(code: 0), message: "the transport's function `send` did not return"))
    }
  }

  /// A call of `cancel`.
  private struct Cancelling: Event {
    let request: HostRequest
    let transport: HostTransport

    var owner: EventOwner? { request.owner }
    /// The host may free what it keeps for the request here, and its next call is `destroy`.
    var outlivesRelease: Bool { true }

    func deliver() -> Bool {
      // Not if the host has answered since.
      guard let handle = request.handle, HostRequest.isLive(handle) else { return false }
      transport.functions.cancel?(transport.functions.userData.pointer, handle)
      return true
    }
  }
}

/// The functions of a host's transport, as C passed them.
struct HostFunctions: Sendable {
  let send: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void
  let cancel: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?
  let userData: UserData

  /// Copies a transport.
  ///
  /// - Throws: `invalidArgument` for a transport without `send`, or with members that this version does not know; its
  ///   `destroy` has then run.
  init(_ transport: UnsafePointer<swiftpager_transport>) throws(ErrorReport) {
    let table = try FunctionTable("transport", transport, empty: swiftpager_transport())
    let functions = table.members
    userData = UserData(functions.user_data, functions.destroy)
    do throws(ErrorReport) {
      try table.check()
      guard let send = functions.send else {
        throw ErrorReport(.invalidArgument, "transport.send is NULL: set the function that sends requests")
      }
      self.send = send
    } catch {
      userData.destroyNow()
      throw error
    }
    cancel = functions.cancel
  }
}
