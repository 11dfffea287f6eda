package import PagerState

/// Turns a request of the state into a page: what differs between the faces of a pager.
package protocol PageLoader<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Asks for a page and reports to the engine, with the load's number, once: never before it returns. Runs under the
  /// engine's lock, so it must not wait, nor run anything of a user.
  ///
  /// - Returns: what gives the request up; it must not wait either. Nil when the client is shut down; then nothing is
  ///   reported.
  func load(_ request: Types.Request, _ load: LoadID, for engine: PagerEngine<Types>) -> (@Sendable () -> Void)?

  /// Wakes threads that wait for what an answer brought; a loader may put that off until its next request has left.
  func wake(_ threads: Wakeups)

  /// What a load ends with when the client is shut down.
  var closed: Types.Failure { get }
}

extension PageLoader {
  package func wake(_ threads: Wakeups) {
    threads.signal()
  }
}
