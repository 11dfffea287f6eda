internal import CCurl

/// Owns a `CURLM`: the transfers of one lane and the connections that they share. One function per libcurl call.
///
/// It is driven by events: libcurl says in `watch` which sockets and which moment it waits for, and moves only those
/// transfers that an event belongs to. `curl_multi_perform` would look at every transfer for every event.
struct MultiHandle: ~Copyable {
  private let pointer: UnsafeMutableRawPointer
  private let connections: IdleConnections
  private let watch: LaneWatch

  /// A handle without transfers; `curl_multi_init`. Holds `connections`, which hear of the sockets that it closes.
  init(watch: LaneWatch, connections: IdleConnections) throws(CallFailure) {
    guard let pointer = curl_multi_init() else { throw .outOfMemory }
    self.pointer = pointer
    self.watch = watch
    self.connections = connections
    // Ownership: libcurl gets the address of `watch`, unretained. This value holds `watch` and outlasts every callback,
    // because libcurl calls back only from within calls on this handle.
    let context = Unmanaged.passUnretained(watch).toOpaque()
    // Only store the pointers: there is no failure to report.
    _ = ccurl_multi_set_socket_callback(pointer, watchSocket, context)
    _ = ccurl_multi_set_timer_callback(pointer, setTimer, context)
  }

  /// Closes all connections. Every transfer must have been removed; `curl_multi_cleanup`.
  deinit {
    curl_multi_cleanup(pointer)
  }

  /// Adds a transfer, which moves with the next `moveDue`; `curl_multi_add_handle`.
  func add(_ easy: borrowing EasyHandle) throws(CallFailure) {
    try CallFailure.check(curl_multi_add_handle(pointer, easy.pointer))
  }

  /// Takes a transfer out and, unless it has ended, closes its connection or resets its stream;
  /// `curl_multi_remove_handle`, which fails only for a handle that was not added.
  func remove(_ easy: borrowing EasyHandle) {
    _ = curl_multi_remove_handle(pointer, easy.pointer)
  }

  /// When `moveDue` is to be called at the latest.
  var deadline: Deadline { watch.deadline }

  /// Moves the transfers whose time has come, among them those just added, as far as they go without waiting;
  /// `curl_multi_socket_action`.
  func moveDue() throws(CallFailure) {
    var running: Int32 = 0
    // One-shot: libcurl sets it again within this call if it still wants one.
    watch.deadline = .never
    let timeout = curl_socket_t(-1)  // CURL_SOCKET_TIMEOUT
    try CallFailure.check(curl_multi_socket_action(pointer, timeout, 0, &running))
  }

  /// Moves the transfers that wait for a socket, which is ready now; `curl_multi_socket_action`.
  func move(_ ready: EventPoll.Ready) throws(CallFailure) {
    var running: Int32 = 0
    var events: Int32 = 0
    if ready.isReadable { events |= CURL_CSELECT_IN }
    if ready.isWritable { events |= CURL_CSELECT_OUT }
    if ready.hasFailed { events |= CURL_CSELECT_ERR }
    try CallFailure.check(curl_multi_socket_action(pointer, ready.socket, events, &running))
  }

  /// The next transfer that has ended, and how; `curl_multi_info_read`.
  func nextEnded() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    guard ccurl_multi_next_ended(pointer, &easy, &code), let easy else { return nil }
    return (easy, code)
  }
}

/// CURLMOPT_SOCKETFUNCTION: tells the `LaneWatch` at `context` what to wait for.
///
/// - Returns: always 0; -1 would make libcurl fail every transfer of the handle. The watch remembers failures.
private func watchSocket(
  _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32, _ context: UnsafeMutableRawPointer?,
  _ unused: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context else { return 0 }
  // Unretained, as it was given; see `MultiHandle.init`.
  let watch = Unmanaged<LaneWatch>.fromOpaque(context).takeUnretainedValue()
  switch what {
  case CURL_POLL_IN: watch.set(socket, reading: true, writing: false)
  case CURL_POLL_OUT: watch.set(socket, reading: false, writing: true)
  case CURL_POLL_INOUT: watch.set(socket, reading: true, writing: true)
  default: watch.remove(socket)
  }
  return 0
}

/// CURLMOPT_TIMERFUNCTION: tells the `LaneWatch` at `context` when to call at the latest; -1 takes that back.
private func setTimer(
  _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context else { return 0 }
  // Unretained, as it was given; see `MultiHandle.init`.
  let watch = Unmanaged<LaneWatch>.fromOpaque(context).takeUnretainedValue()
  watch.deadline =
    switch milliseconds {
    case ..<0: .never
    case 0: .now
    default: .at(.now.advanced(by: .milliseconds(milliseconds)))
    }
  return 0
}
