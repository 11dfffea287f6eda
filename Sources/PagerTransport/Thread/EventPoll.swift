internal import CCurl
internal import CPlatform
internal import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// What the network thread waits with: the sockets of all lanes, and the bell of other threads.
///
/// A wait costs time in proportion to the sockets that are ready, not to those that are watched; `epoll(7)`.
/// Not `Sendable`: only the thread that runs the transfers touches it.
final class EventPoll {
  /// A socket on which something has happened.
  struct Ready {
    let socket: Int32
    /// Whose socket it is.
    let lane: Int32
    let isReadable: Bool
    let isWritable: Bool
    let hasFailed: Bool
  }

  private struct Interest: Equatable {
    let lane: Int32
    let reading: Bool
    let writing: Bool
  }

  /// What other threads wake this one with.
  let bell: Bell

  private let epoll: Descriptor
  private let bellDescriptor: Descriptor
  /// Rings for an event loop that polls the descriptor in place of a thread that sleeps here.
  private var timer: Descriptor?
  private let events: UnsafeMutableBufferPointer<epoll_event>
  /// The sockets of connections, each with what is watched there; nil: nothing. Other sockets, like those with which
  /// libcurl looks up names, are closed without a word.
  private var connections = SortedTable<Int32, Interest?>()
  /// Connections that libcurl waits for no longer. They leave with the next wait, unless libcurl waits for them again.
  /// So the next request on the same connection costs no system call for that.
  private var released: [Int32] = []
  /// The first socket that could not be watched. libcurl must not hear of it in its callback: it would fail all
  /// transfers.
  private var failure: CallFailure?
  /// The signals that stay blocked while the thread sleeps here, if it has all others wait while it is awake; nil: a
  /// signal handler may run at any time, and does not concern the wait.
  var blockedSignals: sigset_t?
  /// Whether a signal handler has run during a wait.
  var wasInterrupted = false

  /// How many sockets one wait reports at most. Those beyond come with the next wait.
  private static let largestCount = 64
  /// As many connections as most clients have.
  static let usualCount = 16

  /// - Throws: when there are no descriptors left, two of which it needs.
  init() throws(CallFailure) {
    epoll = try Descriptor(ccurl_epoll_create())
    bellDescriptor = try Descriptor(swiftpager_eventfd())
    bell = Bell(descriptor: bellDescriptor.number)
    guard ccurl_epoll_set(epoll.number, bell.descriptor, 0, true, false) == 0 else { throw .system(errno) }
    events = .allocate(capacity: Self.largestCount)
    events.initialize(repeating: epoll_event())
    // Swift's runtime ends the process if memory is out. So these take theirs, and that of their types, in the call
    // that makes the transport, and not when a large answer has taken what there was.
    connections.reserveCapacity(Self.usualCount)
    released.reserveCapacity(Self.usualCount)
  }

  deinit {
    events.deallocate()
  }

  /// Watches a socket from now on, in place of what was watched there before.
  func set(_ socket: Int32, of lane: Int32, reading: Bool, writing: Bool) {
    let interest = Interest(lane: lane, reading: reading, writing: writing)
    takeBack(socket)
    if let connection = connections[socket] {
      if connection == interest { return }
      connections.put(interest, for: socket)
    }
    guard ccurl_epoll_set(epoll.number, socket, lane, reading, writing) != 0 else { return }
    failure = failure ?? .system(errno)
  }

  /// Watches a socket no longer.
  func remove(_ socket: Int32) {
    guard connections[socket] == nil else {
      if !released.contains(socket) { released.append(socket) }
      return
    }
    ccurl_epoll_remove(epoll.number, socket)
  }

  /// A connection does not leave with the next wait.
  private func takeBack(_ socket: Int32) {
    if let place = released.firstIndex(of: socket) { released.remove(at: place) }
  }

  /// A connection is being made. Its end will be reported, too.
  func opened(_ socket: Int32) {
    connections.put(nil, for: socket)
  }

  /// A connection is about to be closed. The system would go on watching it if a child of fork(2) still had it.
  func closing(_ socket: Int32) {
    if let interest = connections.remove(socket), interest != nil { ccurl_epoll_remove(epoll.number, socket) }
    takeBack(socket)
  }

  /// Waits until a socket is ready, the deadline has come, the bell rings or a signal handler has run.
  ///
  /// - Returns: how many sockets and bells are to be looked at with `ready(at:)`, until the next wait.
  /// - Throws: when a socket could not be watched; its transfer would wait for ever.
  func wait(until deadline: Deadline) throws(CallFailure) -> Int {
    if let failure { throw failure }
    for socket in released {
      ccurl_epoll_remove(epoll.number, socket)
      connections.put(nil, for: socket)
    }
    released.removeAll(keepingCapacity: true)
    return try ForkGate.outside { () throws(CallFailure) in
      let count = sleep(for: deadline.milliseconds)
      if count >= 0 { return Int(count) }
      guard errno == EINTR else { throw .system(errno) }
      return 0
    }
  }

  /// What `epoll_wait(2)` returns.
  private func sleep(for milliseconds: Int32) -> Int32 {
    guard var blocked = blockedSignals else {
      return epoll_wait(epoll.number, events.baseAddress, Int32(Self.largestCount), milliseconds)
    }
    let count = epoll_pwait(epoll.number, events.baseAddress, Int32(Self.largestCount), milliseconds, &blocked)
    // If sockets are ready, epoll leaves signals waiting.
    if count < 0 ? errno == EINTR : swiftpager_let_signals_in(&blocked) { wasInterrupted = true }
    return count
  }

  /// What is readable when a wait would end.
  var descriptor: Int32 { epoll.number }

  /// Makes the descriptor readable at a moment.
  func ring(at time: Deadline) throws(CallFailure) {
    if timer == nil {
      let made = try Descriptor(ccurl_timer_create())
      guard ccurl_epoll_set(epoll.number, made.number, 0, true, false) == 0 else { throw .system(errno) }
      timer = consume made
    }
    if let number = timerNumber { Alarm(descriptor: number).ring(at: time) }
  }

  private var timerNumber: Int32? {
    switch timer {
    case .some(let timer): timer.number
    case .none: nil
    }
  }

  /// What the last wait found; nil for the bell and the timer, which are silent again.
  func ready(at position: Int) -> Ready? {
    guard events.indices.contains(position) else { return nil }
    var event = events[position]
    let socket = ccurl_event_descriptor(&event)
    guard socket != bell.descriptor, socket != timerNumber else {
      Bell(descriptor: socket).silence()
      return nil
    }
    return Ready(
      socket: socket, lane: ccurl_event_lane(&event), isReadable: ccurl_event_is_readable(&event),
      isWritable: ccurl_event_is_writable(&event), hasFailed: ccurl_event_has_failed(&event))
  }
}

/// Wakes the thread that waits in `EventPoll.wait`; any thread may ring it. The poll owns the descriptor:
/// the holder of a bell drops it before the poll goes.
struct Bell: Sendable {
  /// A counter of the kernel, `eventfd(2)`.
  let descriptor: Int32

  /// Ends the wait that runs, or else the next.
  func ring() {
    var one: UInt64 = 1
    // Fails only when the counter is full of rings, and then the wait ends anyway.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Makes the next wait last until the next ring.
  func silence() {
    var rings: UInt64 = 0
    _ = read(descriptor, &rings, MemoryLayout<UInt64>.size)
  }
}

/// Ends the sleep of the transport's own thread, at a moment that any thread may set: a timer of the kernel,
/// `timerfd_create(2)`.
///
/// Setting it wakes no thread before the moment has come. The loop owns the descriptor: the holder of an alarm drops it
/// before the loop goes.
struct Alarm: Sendable {
  let descriptor: Int32

  /// Ends the sleep that runs, or else the next, at a moment. That replaces what was set before.
  func ring(at time: Deadline) {
    // 0 would stop the timer.
    let left = Int64(clamping: max(time.nanosecondsLeft, 1))
    // Fails only for invalid times.
    _ = ccurl_timer_set(descriptor, left / 1_000_000_000, left % 1_000_000_000)
  }

  /// Sleeps until it rings.
  func sleep() {
    ForkGate.outside {
      var rings: UInt64 = 0
      // The thread that sleeps here blocks all signals. If a read ends early all the same, the thread looks once too
      // often.
      _ = read(descriptor, &rings, MemoryLayout<UInt64>.size)
    }
  }
}

/// Owns a file descriptor; `close(2)`.
struct Descriptor: ~Copyable {
  /// The number of the descriptor.
  let number: Int32

  /// Takes over what a system call returned.
  ///
  /// - Throws: the error number of that call when it returned -1.
  init(_ number: Int32) throws(CallFailure) {
    self.number = swiftpager_keep_apart(number)
    guard self.number >= 0 else { throw .system(errno) }
  }

  deinit {
    close(number)
  }

  /// Why there are fewer free descriptors than looking up a name or reading a certificate takes at a time; nil if there
  /// are enough.
  static var scarcity: Int32? {
    do throws(CallFailure) {
      let first = try Descriptor(swiftpager_eventfd())
      let second = try Descriptor(swiftpager_eventfd())
      let third = try Descriptor(swiftpager_eventfd())
      // Held until all three are there.
      return first.number != second.number && second.number != third.number ? nil : EMFILE
    } catch {
      if case .system(let code) = error { return code }
      return EMFILE
    }
  }
}
