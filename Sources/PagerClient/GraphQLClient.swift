package import PagerTransport

/// An endpoint, its connections, and the thread that serves them.
public final class GraphQLClient: Sendable {
  package let transport: any HTTPTransport
  package let responses = ResponseReader()

  /// Makes a client on a transport.
  package init(transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Ends all work: requests in flight are aborted, later ones are answered with `ClientError.closed`.
  ///
  /// - Returns: whether the network thread ended in time; if not, it ends by itself.
  @discardableResult
  public func shutdown(timeout: Duration) -> Bool {
    transport.shutdown(timeout: timeout)
  }
}
