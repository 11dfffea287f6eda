package import PagerState
package import PagerTransport

/// Turns a request of the state into a page: what differs between the faces of a pager.
package protocol PageLoader<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Asks for a page and reports to the engine, with the load's number, once: never before it returns, and not after
  /// `abort`. Runs under the engine's lock, so it must not wait.
  ///
  /// - Returns: nil when the client is shut down; then nothing is reported.
  func load(_ request: Types.Request, _ load: LoadID, for engine: PagerEngine<Types>) -> TransferID?

  /// Gives up a request in flight.
  func abort(_ transfer: TransferID)

  /// What a load ends with when the client is shut down.
  var closed: Types.Failure { get }
}
