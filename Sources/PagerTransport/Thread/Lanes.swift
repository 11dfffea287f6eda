internal import CCurl
private import CPlatform
internal import PagerThreads

/// All lanes of a transport. There is always one; more come as transfers do, and go some time after their last one.
struct Lanes {
  private var lanes: [Lane]
  private var lastNumber: Int32 = 0
  private let poll: EventPoll
  private let connections: IdleConnections
  /// The most connections of all lanes together; nil: no limit.
  private let maxConnections: Int?
  /// Whether the server answers over connections that carry many requests at once. Only lanes with a limit need it.
  var serverMultiplexes = false {
    didSet { for lane in lanes where serverMultiplexes != oldValue { lane.isMultiplexed = serverMultiplexes } }
  }

  /// How many milliseconds a lane without transfers keeps its connections, when there are other lanes.
  static let patience = 30_000

  init(poll: EventPoll, connections: IdleConnections, maxConnections: Int? = nil) throws(CallFailure) {
    self.poll = poll
    self.connections = connections
    self.maxConnections = maxConnections
    lanes = [try Lane(number: 0, poll: poll, connections: connections, maxConnections: maxConnections)]
  }

  /// Whether the number of connections is limited.
  var isLimited: Bool { maxConnections != nil }

  /// Whether a transfer can begin now without more connections than allowed.
  var hasRoom: Bool { connectionsLeft != 0 || lanes.contains { !$0.isFull } }

  /// How many connections no lane has yet; nil: no limit.
  private var connectionsLeft: Int? {
    maxConnections.map { most in lanes.reduce(most) { $0 - ($1.maxConnections ?? 0) } }
  }

  /// The lane of that number, unless it has gone.
  subscript(number: Int32) -> Lane? {
    lanes.first { $0.number == number }
  }

  /// The first lane that has room for a transfer: the more transfers share a lane, the more share its connections. If
  /// none has room, and no more connections are allowed, it is the first lane.
  mutating func withRoom() throws(CallFailure) -> Lane {
    if let lane = lanes.first(where: { !$0.isFull }) ?? (connectionsLeft == 0 ? lanes.first : nil) {
      return lane
    }
    lastNumber &+= 1
    let lane = try Lane(
      number: lastNumber, poll: poll, connections: connections, maxConnections: connectionsLeft,
      isMultiplexed: serverMultiplexes)
    lanes.append(lane)
    return lane
  }

  /// When `moveDue` is to be called at the latest.
  var deadline: Deadline {
    lanes.reduce(.never) { min($0, $1.multi.deadline) }
  }

  /// Moves the transfers whose time has come.
  func moveDue() throws(CallFailure) {
    for lane in lanes where lane.multi.deadline.isOver {
      try lane.multi.moveDue()
    }
  }

  /// The next transfer that has ended, how, and where.
  func nextEnded() -> (lane: Lane, transfer: Transfer, code: CURLcode)? {
    for lane in lanes {
      while let (easy, code) = lane.multi.nextEnded() {
        if let transfer = Transfer.of(easy) { return (lane, transfer, code) }
      }
    }
    return nil
  }

  /// Closes the connections of lanes that have long been idle.
  ///
  /// - Parameter now: given by tests, which do not wait so long.
  mutating func dropIdle(at now: @autoclosure () -> Deadline = .present) {
    guard lanes.count > 1 else { return }
    let now = now()
    lanes.removeAll { lane in
      lane.number != 0 && lane.idleSince.map { $0.advanced(byMilliseconds: Self.patience) < now } ?? false
    }
  }
}

/// A share of the transfers, with the connections that these have made.
///
/// To start and to end a transfer, libcurl walks through all connections of a multi handle. Lanes of limited size keep
/// that short when a thousand transfers run at once.
final class Lane {
  /// What tells the sockets of lanes apart.
  let number: Int32
  let multi: MultiHandle
  /// How many transfers run.
  private(set) var count = 0
  /// Since when none runs; nil while one does.
  private(set) var idleSince: Deadline?
  /// The most connections of this lane; nil: no limit.
  let maxConnections: Int?
  /// Whether each connection carries many transfers. A lane without a limit does not need to know.
  var isMultiplexed: Bool

  /// As many streams as libcurl puts on one HTTP/2 connection.
  private static let largestCount = 100

  /// - Parameter maxConnections: how many connections the lane may have; it takes 100 of them at most.
  init(
    number: Int32, poll: EventPoll, connections: IdleConnections, maxConnections: Int? = nil,
    isMultiplexed: Bool = false
  ) throws(CallFailure) {
    self.number = number
    self.maxConnections = maxConnections.map { min($0, Self.largestCount) }
    self.isMultiplexed = isMultiplexed
    multi = try MultiHandle(watch: LaneWatch(poll, lane: number), connections: connections)
    if let limit = self.maxConnections { try multi.limitConnections(to: limit) }
  }

  /// Whether it has as many transfers as it takes: with a limit, as many as its connections carry. libcurl would take
  /// more, but the timeouts of those that wait for a connection would begin.
  var isFull: Bool {
    guard let maxConnections else { return count >= Self.largestCount }
    return count >= (isMultiplexed ? maxConnections * Self.largestCount : maxConnections)
  }

  /// A transfer has been added.
  func began() {
    count += 1
    idleSince = nil
  }

  /// A transfer has been removed.
  func ended() {
    count -= 1
    if count == 0 {
      idleSince = .present
    }
  }
}

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
    // libcurl has a pair of sockets to wake itself with, which no callback of ours opens.
    let places = swiftpager_take_standard_places()
    let made = curl_multi_init()
    swiftpager_leave_standard_places(places)
    guard let pointer = made else { throw .outOfMemory }
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

  /// Limits how many connections are open at a time, idle ones included; `CURLMOPT_MAX_TOTAL_CONNECTIONS`.
  func limitConnections(to count: Int) throws(CallFailure) {
    try CallFailure.check(ccurl_multi_set_long(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, count))
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
  ///
  /// - Returns: how many transfers have not ended.
  @discardableResult
  func moveDue() throws(CallFailure) -> Int {
    var running: Int32 = 0
    // One-shot: libcurl sets it again within this call if it still wants one.
    watch.deadline = .never
    let timeout = curl_socket_t(-1)  // CURL_SOCKET_TIMEOUT
    let code = act(nil) { curl_multi_socket_action(pointer, timeout, 0, &running) }
    try CallFailure.check(code)
    return Int(running)
  }

  /// Moves the transfers that wait for a socket, which is ready now; `curl_multi_socket_action`.
  func move(_ ready: EventPoll.Ready) throws(CallFailure) {
    var running: Int32 = 0
    var events: Int32 = 0
    if ready.isReadable { events |= CURL_CSELECT_IN }
    if ready.isWritable { events |= CURL_CSELECT_OUT }
    if ready.hasFailed { events |= CURL_CSELECT_ERR }
    let code = act(ready.socket) { curl_multi_socket_action(pointer, ready.socket, events, &running) }
    try CallFailure.check(code)
  }

  /// Has the watchdog see to it that the move ends.
  private func act(_ socket: Int32?, _ move: () -> CURLMcode) -> CURLMcode {
    guard let watchdog = connections.watchdog else { return move() }
    return watchdog.watch(socket, move)
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
    default: Deadline(afterMilliseconds: milliseconds)
    }
  return 0
}

/// What libcurl waits for with the transfers of one lane: its sockets, and the moment to call at the latest.
///
/// Not `Sendable`: only the thread that runs the transfers touches it.
final class LaneWatch {
  /// When libcurl wants to be called at the latest.
  var deadline = Deadline.never

  private let poll: EventPoll
  private let lane: Int32

  init(_ poll: EventPoll, lane: Int32) {
    self.poll = poll
    self.lane = lane
  }

  /// Watches a socket from now on, in place of what was watched there before.
  func set(_ socket: Int32, reading: Bool, writing: Bool) {
    poll.set(socket, of: lane, reading: reading, writing: writing)
  }

  /// Watches a socket no longer.
  func remove(_ socket: Int32) {
    poll.remove(socket)
  }
}
