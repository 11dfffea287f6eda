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
