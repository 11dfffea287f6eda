internal import CCurl
private import Dispatch
private import PagerThreads

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

  /// What other threads wake this one with.
  let bell: Bell

  private let epoll: Descriptor
  private let bellDescriptor: Descriptor
  private let events: UnsafeMutableBufferPointer<epoll_event>
  /// Whether the last wait slept, because nothing came while it gave way.
  private(set) var hasSlept = false
  /// The first socket that could not be watched. libcurl must not hear of it in its callback: it would fail all.
  private var failure: CallFailure?

  /// Sockets that one wait tells of; those beyond come with the next.
  private static let largestCount = 64

  /// - Throws: when there are no descriptors left, two of which it needs.
  init() throws(CallFailure) {
    epoll = try Descriptor(ccurl_epoll_create())
    bellDescriptor = try Descriptor(ccurl_eventfd())
    bell = Bell(descriptor: bellDescriptor.number)
    guard ccurl_epoll_set(epoll.number, bell.descriptor, 0, true, false) == 0 else { throw .system(errno) }
    events = .allocate(capacity: Self.largestCount)
    events.initialize(repeating: epoll_event())
  }

  deinit {
    events.deallocate()
  }

  /// Watches a socket from now on, in place of what was watched there before.
  func set(_ socket: Int32, of lane: Int32, reading: Bool, writing: Bool) {
    guard ccurl_epoll_set(epoll.number, socket, lane, reading, writing) != 0 else { return }
    failure = failure ?? .system(errno)
  }

  /// Watches a socket no longer.
  func remove(_ socket: Int32) {
    ccurl_epoll_remove(epoll.number, socket)
  }

  /// Waits until a socket is ready, the deadline has come or the bell rings.
  ///
  /// - Parameter patience: how long it only gives way to other threads before it sleeps, in nanoseconds.
  /// - Returns: how many sockets and bells are to be looked at with `ready(at:)`, until the next wait.
  /// - Throws: when a socket could not be watched; its transfer would wait for ever.
  func wait(until deadline: Deadline, patience: UInt64 = 0) throws(CallFailure) -> Int {
    if let failure { throw failure }
    return try ForkGate.outside { () throws(CallFailure) in
      hasSlept = false
      let start = DispatchTime.now().uptimeNanoseconds
      while patience > 0, DispatchTime.now().uptimeNanoseconds &- start < patience, !deadline.isOver {
        let count = try poll(for: 0)
        if count > 0 { return count }
        sched_yield()
      }
      hasSlept = true
      return try poll(for: deadline.milliseconds)
    }
  }

  private func poll(for milliseconds: Int32) throws(CallFailure) -> Int {
    let count = epoll_wait(epoll.number, events.baseAddress, Int32(Self.largestCount), milliseconds)
    if count >= 0 { return Int(count) }
    guard errno == EINTR else { throw .system(errno) }
    return 0
  }

  /// What the last wait found; nil for the bell, which is silent again.
  func ready(at position: Int) -> Ready? {
    guard events.indices.contains(position) else { return nil }
    var event = events[position]
    let socket = ccurl_event_descriptor(&event)
    guard socket != bell.descriptor else {
      bell.silence()
      return nil
    }
    return Ready(
      socket: socket, lane: ccurl_event_lane(&event), isReadable: ccurl_event_is_readable(&event),
      isWritable: ccurl_event_is_writable(&event), hasFailed: ccurl_event_has_failed(&event))
  }
}
