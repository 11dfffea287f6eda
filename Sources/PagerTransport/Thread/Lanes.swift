internal import CCurl

/// All lanes of a transport. There is always one; more come as transfers do, and go some time after their last one.
struct Lanes {
  private var lanes: [Lane]
  private var lastNumber: Int32 = 0
  private let poll: EventPoll
  private let connections: IdleConnections

  /// How long a lane without transfers keeps its connections, when there are other lanes.
  static let patience = Duration.seconds(30)

  init(poll: EventPoll, connections: IdleConnections) throws(CallFailure) {
    self.poll = poll
    self.connections = connections
    lanes = [try Lane(number: 0, poll: poll, connections: connections)]
  }

  /// The lane of that number, unless it has gone.
  subscript(number: Int32) -> Lane? {
    lanes.first { $0.number == number }
  }

  /// The first lane that has room for a transfer, so that connections are shared by as many as possible.
  mutating func withRoom() throws(CallFailure) -> Lane {
    if let lane = lanes.first(where: { !$0.isFull }) {
      return lane
    }
    lastNumber &+= 1
    let lane = try Lane(number: lastNumber, poll: poll, connections: connections)
    lanes.append(lane)
    return lane
  }

  /// When `moveDue` is to be called at the latest.
  var deadline: Deadline {
    lanes.reduce(.never) { $0.earlier($1.multi.deadline) }
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
  mutating func dropIdle(at now: @autoclosure () -> SuspendingClock.Instant = .now) {
    guard lanes.count > 1 else { return }
    let longAgo = now().advanced(by: .zero - Self.patience)
    lanes.removeAll { lane in lane.number != 0 && lane.idleSince.map { $0 < longAgo } ?? false }
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
  private(set) var idleSince: SuspendingClock.Instant?

  /// As many streams as libcurl puts on one HTTP/2 connection.
  private static let largestCount = 100

  init(number: Int32, poll: EventPoll, connections: IdleConnections) throws(CallFailure) {
    self.number = number
    multi = try MultiHandle(watch: LaneWatch(poll, lane: number), connections: connections)
  }

  var isFull: Bool { count >= Self.largestCount }

  /// A transfer has been added.
  func began() {
    count += 1
    idleSince = nil
  }

  /// A transfer has been removed.
  func ended() {
    count -= 1
    if count == 0 {
      idleSince = .now
    }
  }
}
