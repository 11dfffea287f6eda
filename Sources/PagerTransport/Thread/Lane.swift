/// A share of the transfers, with the connections that these have made.
///
/// To start and to end a transfer, libcurl walks through all connections of a multi handle. Lanes of limited size keep
/// that short where a thousand transfers run at once.
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
