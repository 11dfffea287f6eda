import PagerThreads

/// The time that a call under way may take.
package struct TimeLimit: Sendable {
  private let clock: any RetryClock
  private let timer: TimerID

  fileprivate init(clock: any RetryClock, timer: TimerID) {
    (self.clock, self.timer) = (clock, timer)
  }

  /// The call has ended in time.
  package func cancel() {
    clock.cancel(timer)
  }
}

extension GraphQLClient {
  /// Runs a function when the time of a call is over, unless the limit is cancelled before.
  ///
  /// - Parameter body: runs on the thread of the client's timers. It must not wait.
  /// - Throws: `outOfResources` if the system has no thread for timers: the call would have no limit.
  package func limit(_ time: Duration, _ body: @escaping @Sendable () -> Void) throws(ClientError) -> TimeLimit {
    guard let timer = channel.clock.after(time, body) else {
      throw .outOfResources(message: "the system has no thread that ends the call after \(time)")
    }
    return TimeLimit(clock: channel.clock, timer: timer)
  }
}
