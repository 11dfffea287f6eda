internal import CCurl
private import CPlatform
internal import PagerBytes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// One request and its response, on an easy handle that serves many of them in turn. Lives on the transport's thread.
final class Transfer {
  /// The request that is being served.
  private(set) var id = TransferID(rawValue: 0)

  private let settings: TransferSettings
  private let headers: HeaderList
  /// The options that the request being served does not share with the others, and the headers that follow from them.
  private var options = RequestOptions()
  private var ownHeaders: HeaderList?
  /// Whether the handle is set up for a GET.
  private var isGet = false
  private let connections: IdleConnections
  private let easy: EasyHandle
  private var buffer = RequestBuffer()
  private var received: ByteCollector
  private var receivedHeaders = HeaderCollector()
  private var interruption: Interruption?
  /// Whether this request has been sent again on a connection of its own.
  private var isSecondTry = false
  private var isRepeatable = true
  private var bodyCount = 0
  /// Whether the request went over an HTTP/1 connection that had served others. If that connection is lost without a
  /// byte, libcurl sends the request again.
  private var wentOverKept = false
  /// The near end of the connection that the request went over; nil before that is known.
  private var nearEnd: IdleConnections.NearEnd?

  /// Why this side ended a transfer.
  enum Interruption: Hashable {
    case tooLarge
    case headersTooLong
    case outOfMemory
    /// The error number says whether the process has too many files open, or the system.
    case outOfDescriptors(Int32)
    /// The connection has bytes that no request asked for.
    case strayBytes
    /// The connection was lost without an answer to a request that is not repeatable. libcurl would send it again.
    case lost
    /// The whole response came before the request had gone, over HTTP/2.
    case answered
    /// The watchdog has disconnected its socket.
    case cut(Watchdog.Cut)
  }

  /// A handle with everything set that all requests share.
  init(
    settings: TransferSettings, headers: HeaderList, connections: IdleConnections
  ) throws(CallFailure) {
    self.settings = settings
    self.headers = headers
    self.connections = connections
    received = ByteCollector(spare: settings.spare)
    easy = try EasyHandle()
    try easy.configure(for: settings.configuration, headers: headers)
    // Ownership: libcurl gets this object's address, unretained. It uses it only for transfers of `easy`, and this
    // object owns `easy`: the address cannot outlive what it points to, and a retain would be a cycle. The loop that
    // adds the transfer to a multi handle holds this object until it has removed it there.
    let address = Unmanaged.passUnretained(self).toOpaque()
    try easy.setPrivate(address)
    try easy.setWriter(takeBody, context: address)
    try easy.setHeaderReader(takeHeader, context: address)
    try easy.setOpener(openSocket, context: address)
    try easy.setPrerequest(beforeRequest, context: address)
    // Likewise unretained, and held by the multi handle, which outlasts its connections.
    try easy.setCloser(closeSocket, context: Unmanaged.passUnretained(connections).toOpaque())
  }

  /// The transfer that a handle of libcurl belongs to.
  static func of(_ easy: UnsafeMutableRawPointer) -> Transfer? {
    // Unretained, as it was given; see `init`.
    EasyHandle.privatePointer(of: easy).map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes ready for a request and hands it to `multi`.
  func start(_ id: TransferID, _ request: TransportRequest, on multi: borrowing MultiHandle) throws(CallFailure) {
    self.id = id
    isSecondTry = false
    isRepeatable = request.isRepeatable
    // On a new connection, libcurl sends a request again only if the server has refused the stream.
    if !isRepeatable, mayShareConnection { easy.setFreshConnection(true) }
    if request.options != options { try apply(request.options) }
    try setPayload(request.query, request.body)
    try start(on: multi)
  }

  /// Whether the request may go over an existing HTTP/2 connection. A server that has answered over HTTP/1 has none.
  private var mayShareConnection: Bool {
    settings.configuration.mayMultiplex && connections.isEmpty
  }

  private func start(on multi: borrowing MultiHandle) throws(CallFailure) {
    received.removeAll()
    receivedHeaders.removeAll()
    interruption = nil
    (wentOverKept, nearEnd) = (false, nil)
    easy.clearWords()
    try multi.add(easy)
  }

  private func setPayload(_ query: String?, _ body: [UInt8]) throws(CallFailure) {
    if let query {
      isGet = true
      bodyCount = 0
      return try easy.setGet(settings.configuration.address(with: query))
    }
    if isGet {
      try easy.setPost(settings.configuration.endpoint)
      isGet = false
    }
    bodyCount = body.count
    try easy.setBody(try buffer.load(body))
  }

  /// Has the next request, and those after it, sent with these options.
  private func apply(_ options: RequestOptions) throws(CallFailure) {
    let list = options.headers.isEmpty ? nil : try HeaderList(for: settings.configuration, and: options.headers)
    try easy.set(list ?? headers)
    // Only now may the list before go: libcurl had its address.
    ownHeaders = list
    try easy.setTimeout(settings.with(options).configuration.timeout)
    self.options = options
  }

  /// Whether a request that has ended was not sent, and may be sent on a connection of its own.
  var isToBeSentAgain: Bool { interruption == .strayBytes && !isSecondTry }

  /// Hands a request that `isToBeSentAgain` to `multi` once more.
  func startAgain(on multi: borrowing MultiHandle) throws(CallFailure) {
    multi.remove(easy)
    isSecondTry = true
    easy.setFreshConnection(true)
    try start(on: multi)
  }

  /// Takes a request back that has ended.
  ///
  /// - Returns: whether this object may serve another. libcurl counts how often it sent a request again, up to five
  ///   times, over the life of a handle (it should be that of a transfer). So a handle that sent one again is not used
  ///   again. A time of redirection reveals it, because redirects are not followed.
  func finish(on multi: borrowing MultiHandle) -> Bool {
    noteConnection()
    multi.remove(easy)
    easy.setFreshConnection(false)
    return easy.size(CURLINFO_REDIRECT_TIME_T) == 0
  }

  /// Whether the answer came over a connection that carries many requests at once; nil if no answer came.
  var wasMultiplexed: Bool? {
    let version = easy.number(CURLINFO_HTTP_VERSION)
    return version == 0 ? nil : version >= Int(CURL_HTTP_VERSION_2_0)
  }

  /// Lists the connection of a response over HTTP/1.1; it is idle now.
  private func noteConnection() {
    // A kept connection is listed, or has been closed.
    guard !wentOverKept, let nearEnd else { return }
    let version = easy.number(CURLINFO_HTTP_VERSION)
    guard version == Int(CURL_HTTP_VERSION_1_1) || version == Int(CURL_HTTP_VERSION_1_0) else { return }
    if let socket = easy.socket { connections.insert(socket, nearEnd) }
  }

  /// Takes a request back that may be in flight: its connection is closed, or its stream reset where others share it.
  ///
  /// An HTTP/2 connection without other streams is closed too. libcurl since 7.88 (curl issue 17611) leaves the reset
  /// in its buffer until something else is sent there, so a server would go on with work that is not wanted.
  func abort(on multi: borrowing MultiHandle) {
    easy.setConnectionReuse(false)
    multi.remove(easy)
    received.removeAll()
    easy.setConnectionReuse(true)
    easy.setFreshConnection(false)
  }

  /// The response to a request that has ended, or why there is none.
  func result(_ code: CURLcode) -> Result<TransportResponse, TransportError> {
    let received = exchange(&self.received, with: ByteCollector(spare: settings.spare))
    guard code == CURLE_OK || interruption == .answered else { return failure(code) }
    // libcurl takes the end of a connection within the headers for the end of an answer without a body.
    guard receivedHeaders.areComplete else { return failure(CURLE_RECV_ERROR) }
    guard let body = received.finish() else {
      interruption = .outOfMemory
      return failure(CURLE_OUT_OF_MEMORY)
    }
    let status = easy.number(CURLINFO_RESPONSE_CODE)
    let wait = easy.size(CURLINFO_RETRY_AFTER)
    let headers = ResponseHeaders(receivedHeaders.lines)
    if endedWithConnection(headers), body.isCutOff(ofStatus: status) { return failure(CURLE_PARTIAL_FILE) }
    return .success(
      TransportResponse(
        status: status,
        body: body,
        location: (300..<400).contains(status) ? location : nil,
        retryAfter: wait > 0 ? .seconds(wait) : nil,
        headers: headers,
        isFirstOnConnection: easy.number(CURLINFO_NUM_CONNECTS) > 0,
        secrets: settings.secrets.with(options.headers)))
  }

  /// Whether nothing but the end of the connection says where the body ends (RFC 9112, 6.3): then libcurl takes a body
  /// that was cut off for a whole one.
  private func endedWithConnection(_ headers: ResponseHeaders?) -> Bool {
    guard easy.size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, missing: -1) < 0, wasMultiplexed == false else { return false }
    return headers?.value(of: "transfer-encoding") == nil
  }

  /// Takes bytes of the body.
  ///
  /// - Returns: false to abort the transfer.
  fileprivate func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    connections.watchdog?.delivered()
    let limit = settings.configuration.maxResponseBytes
    guard bytes.count <= limit - received.count else {
      interruption = .tooLarge
      return false
    }
    if received.count == 0 {
      let announced = easy.size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
      // A reservation is a courtesy: if it fails, appending may still succeed.
      _ = received.reserve(min(announced, limit, Self.largestReservation))
    }
    guard received.append(bytes) else {
      interruption = .outOfMemory
      return false
    }
    if isAnsweredEarly { interruption = .answered }
    return interruption == nil
  }

  /// Whether the whole response is here, over HTTP/2, before the request has gone. RFC 9113, 8.1, lets a server answer
  /// so. libcurl 7.88 would spin until the server makes room for the rest, and fail if the server closes the stream.
  private var isAnsweredEarly: Bool {
    guard easy.size(CURLINFO_SIZE_UPLOAD_T) < bodyCount, wasMultiplexed == true,
      received.count == easy.size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, missing: -1),
      let headers = ResponseHeaders(receivedHeaders.lines)
    else { return false }
    // The length is that of the compressed bytes, out of which more may come.
    return headers.value(of: "content-encoding") == nil
  }

  /// The move in which the request ended was cut.
  func noteCut(_ cut: Watchdog.Cut) {
    interruption = interruption ?? .cut(cut)
  }

  /// Takes a line of the response's head, or one behind its body.
  ///
  /// - Returns: false to abort the transfer.
  fileprivate func receive(header line: UnsafeRawBufferPointer) -> Bool {
    connections.watchdog?.delivered()
    guard receivedHeaders.receive(line) else {
      interruption = .headersTooLong
      return false
    }
    return true
  }

  /// A connection has been chosen for the request, which is about to be sent on it.
  ///
  /// - Returns: false to close the connection instead.
  fileprivate func mayUse(_ nearEnd: IdleConnections.NearEnd) -> Bool {
    let kept = connections.socket(of: nearEnd)
    if wentOverKept, !isRepeatable {
      interruption = .lost
    } else if let kept, IdleConnections.haveBytes(at: kept) {
      interruption = .strayBytes
    }
    wentOverKept = kept != nil
    self.nearEnd = nearEnd
    return interruption == nil
  }

  /// Opens a socket for a connection that this transfer makes.
  fileprivate func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    let socket = swiftpager_keep_apart(ccurl_open_socket(address))
    if socket < 0, errno == EMFILE || errno == ENFILE {
      interruption = .outOfDescriptors(errno)
    }
    if socket >= 0 { connections.opened(socket) }
    return socket
  }

  /// What a server gets in memory on its word alone. Beyond that, the buffer grows with the bytes that come.
  private static let largestReservation = 4 << 20

  private var location: String? {
    guard let url = easy.text(CURLINFO_REDIRECT_URL) else { return nil }
    do {
      return try URLParts(parsing: url).forMessages()
    } catch {
      // A place that is not a URL is worth reporting, but not what may be a password or a key in it.
      return url.contains("@") ? nil : String(url.prefix { $0 != "?" && $0 != "#" })
    }
  }

  private func failure(_ code: CURLcode) -> Result<TransportResponse, TransportError> {
    .failure(TransportError(TransferEnding(code, of: easy, interruption), of: settings.with(options)))
  }
}

/// CURLOPT_WRITEFUNCTION: gives the bytes to the `Transfer` at `context`. A count other than the given one aborts.
private func takeBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let (length, overflow) = size.multipliedReportingOverflow(by: count)
  guard !overflow, let bytes, let context else { return 0 }
  // Unretained, as it was given; see `Transfer.init`.
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
}

/// CURLOPT_HEADERFUNCTION: gives a line to the `Transfer` at `context`. A count other than the given one aborts.
private func takeHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let (length, overflow) = size.multipliedReportingOverflow(by: count)
  guard !overflow, let bytes, let context else { return 0 }
  // Unretained, as it was given; see `Transfer.init`.
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.receive(header: UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
}

/// CURL_SOCKET_BAD, a macro that Swift cannot import.
private let noSocket: curl_socket_t = -1

/// CURLOPT_OPENSOCKETFUNCTION: opens a socket for the `Transfer` at `context`.
private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address else { return noSocket }
  // Unretained, as it was given; see `Transfer.init`.
  return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().open(address)
}

/// CURLOPT_PREREQFUNCTION: asks the `Transfer` at `context` whether it may use a connection.
private func beforeRequest(
  _ context: UnsafeMutableRawPointer?, _ farAddress: UnsafeMutablePointer<CChar>?,
  _ nearAddress: UnsafeMutablePointer<CChar>?, _ farPort: Int32, _ nearPort: Int32
) -> Int32 {
  guard let context, let nearAddress else { return CURL_PREREQFUNC_OK }
  // Unretained, as it was given; see `Transfer.init`.
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let nearEnd = IdleConnections.NearEnd(nearAddress, port: nearPort)
  return transfer.mayUse(nearEnd) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// The bytes of a request body, at an address that does not change while libcurl reads them.
///
/// libcurl keeps the pointer that it is given. An array's elements have no address outside of a closure, so this is a
/// copy. The memory serves one request after the other. A caller decides how large it gets. Therefore out of memory is
/// an answer here, not a crash.
struct RequestBuffer: ~Copyable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private let reallocate: Reallocation

  private static let smallestCapacity = 4096
  /// Larger memory than this is given back after its request.
  private static let largestKept = 64 << 10

  init(_ reallocate: Reallocation = realloc) {
    self.reallocate = reallocate
  }

  deinit {
    free(memory)
  }

  /// Replaces the content. No transfer may be using it.
  ///
  /// - Returns: the bytes; never without an address, which libcurl would take for "read the body from elsewhere".
  mutating func load(_ body: [UInt8]) throws(CallFailure) -> UnsafeMutableRawBufferPointer {
    let isTooSmall = memory == nil || body.count > capacity
    let isTooLarge = capacity > Self.largestKept && body.count <= Self.largestKept
    if isTooSmall || isTooLarge {
      free(memory)
      capacity = max(body.count, Self.smallestCapacity)
      memory = reallocate(nil, capacity)
    }
    guard let memory else {
      capacity = 0
      throw .outOfMemory
    }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: body.count)
    bytes.copyBytes(from: body)
    return bytes
  }
}
