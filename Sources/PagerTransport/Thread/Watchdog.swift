internal import CPlatform
internal import PagerThreads

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Ends a move of libcurl that a server does not let end.
///
/// A move reads as long as the socket has bytes. Over HTTP/2, a server may send frames that bring an answer no further
/// (padding, empty data, pings) faster than libcurl reads them. Then libcurl does not return, looks at no limit of
/// time, and hears of no cancel. So another thread looks twice a second, while requests are under way, whether a move
/// works on and on. It disconnects the socket if a request is over its limit, if no thread wants an answer any more, or
/// if nothing comes of what arrives.
///
/// HTTP/1 needs none: libcurl returns after some reads. The thread is that of a `TimerQueue`, which ends by itself.
final class Watchdog: Sendable {
  /// Why a move was ended.
  enum Cut: Hashable {
    case overdue
    /// Nothing came of what the server sent.
    case fruitless
  }

  fileprivate struct Move {
    let number: UInt64
    let thread: pthread_t
    /// Nil: a move that serves what is due, on any of the sockets.
    let socket: Int32?
  }

  /// A move as it was when the watchdog saw it first, or when bytes of an answer had last come.
  fileprivate struct Sight {
    let number: UInt64
    let deliveries: UInt64
    let time = Deadline.present
    /// How many nanoseconds of a processor the thread had used.
    let work: Int64

    /// - Parameter since: the sight before, in the same move.
    init(_ move: Move, _ deliveries: UInt64, since: Sight?) {
      number = move.number
      self.deliveries = deliveries
      work = since?.work ?? swiftpager_processor_time(move.thread)
    }
  }

  /// How many milliseconds lie between two looks: as a rule, and while there is a move.
  fileprivate static let calm = 500
  fileprivate static let attentive = 100
  /// How many milliseconds a move may bring nothing if no thread waits for its end. A handshake takes a while on slow
  /// machines.
  fileprivate static let patience = 2000
  /// How many nanoseconds of a processor a move has used that works, and does not wait for one.
  fileprivate static let leastWork: Int64 = 5_000_000

  private let guarded = Lock(Guarded())
  private let timers = TimerQueue()

  // MARK: From the thread that drives

  /// A request begins, and may take `limit`; zero: as long as it likes.
  func began(_ id: TransferID, limit: Duration) {
    let end = limit == .zero ? Deadline.never : Deadline(afterMilliseconds: Int(limit.milliseconds))
    let isFirst = guarded.withLock { guarded in
      guarded.limits.put(end, for: id)
      return !exchange(&guarded.isAwake, with: true)
    }
    if isFirst { look(after: Self.calm) }
  }

  func opened(_ socket: Int32) {
    guarded.withLock { _ = $0.sockets.insert(socket) }
  }

  /// A socket is about to be closed: from now on its number may be that of another.
  func closing(_ socket: Int32) {
    guarded.withLock { _ = $0.sockets.remove(socket) }
  }

  /// Bytes of an answer have come.
  func delivered() {
    guarded.withLock { $0.deliveries += 1 }
  }

  /// Runs a move, which other threads may end by disconnecting its socket.
  func watch<Result>(_ socket: Int32?, _ move: () -> Result) -> Result {
    guarded.withLock { guarded in
      guarded.lastNumber += 1
      guarded.move = Move(number: guarded.lastNumber, thread: pthread_self(), socket: socket)
      guarded.cut = nil
    }
    defer { guarded.withLock { $0.move = nil } }
    return move()
  }

  /// Why the last move was ended; nil if it ended by itself.
  var cut: Cut? { guarded.withLock { $0.cut } }

  /// Whether no look is to come.
  var isResting: Bool { guarded.withLock { !$0.isAwake } }

  /// No request will come any more.
  func stop() {
    timers.stop()
  }

  // MARK: From any thread

  /// The answer to a request is not wanted any more; nil: to none. The thread that drives hears of it between two
  /// moves.
  func drop(_ id: TransferID?) {
    let isMoving = guarded.withLock { guarded in
      if let id { guarded.limits.remove(id) } else { guarded.limits = SortedTable() }
      guard let move = guarded.move else { return false }
      guarded.awaited = move.number
      guarded.see(move)
      return true
    }
    guard isMoving else { return }
    // Beside the looks that come anyway, perhaps later.
    _ = timers.add(after: .milliseconds(Self.attentive)) {
      self.guarded.withLock { guarded in
        if let move = guarded.move { guarded.judge(move) }
      }
    }
  }

  private func look(after milliseconds: Int) {
    // If the system has no thread for it, libcurl's own limits have to do.
    _ = timers.add(after: .milliseconds(milliseconds)) { self.look() }
  }

  private func look() {
    let pause: Int? = guarded.withLock { guarded in
      if let move = guarded.move {
        guarded.judge(move)
        return Self.attentive
      }
      guarded.isAwake = !guarded.limits.isEmpty
      return guarded.isAwake ? Self.calm : nil
    }
    if let pause { look(after: pause) }
  }
}

extension Watchdog {
  fileprivate struct Guarded {
    /// Until when each request may take.
    var limits = SortedTable<TransferID, Deadline>()
    /// The sockets of all connections.
    var sockets: Set<Int32> = []
    var move: Move?
    var lastNumber: UInt64 = 0
    /// How often bytes of answers have come.
    var deliveries: UInt64 = 0
    var sight: Sight?
    /// The number of the move whose end a thread waits for.
    var awaited: UInt64?
    var cut: Cut?
    /// Whether a look is to come.
    var isAwake = false

    /// Notes how far a move is that is new, or that has brought bytes of an answer since.
    ///
    /// - Returns: how it was before.
    @discardableResult
    mutating func see(_ move: Move) -> Sight? {
      guard let sight, sight.number == move.number else {
        sight = Sight(move, deliveries, since: nil)
        return nil
      }
      if sight.deliveries != deliveries { self.sight = Sight(move, deliveries, since: sight) }
      return sight
    }

    /// Ends a move that works on and on, if that helps.
    mutating func judge(_ move: Move) {
      guard let sight = see(move), swiftpager_processor_time(move.thread) - sight.work >= Watchdog.leastWork else {
        return
      }
      let isOverdue = limits.values.contains { $0.isOver }
      let patience = awaited == move.number ? Watchdog.attentive : Watchdog.patience
      let isFruitless = sight.deliveries == deliveries && sight.time.advanced(byMilliseconds: patience).isOver
      guard isOverdue || isFruitless || limits.isEmpty else { return }
      cut = isOverdue ? .overdue : .fruitless
      for socket in sockets where move.socket == nil || move.socket == socket { swiftpager_disconnect(socket) }
    }
  }
}
