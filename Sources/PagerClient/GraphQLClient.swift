package import PagerTransport

/// An endpoint, its connections, and the thread that serves them.
public final class GraphQLClient: Sendable {
  package let transport: any HTTPTransport
  package let responses = ResponseReader()

  /// Makes a client on a transport.
  package init(transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Makes a client of an endpoint. It connects when the first request is sent.
  ///
  /// - Throws: `ClientConfigurationError` for an address that is not http or https, and for headers that would break the
  ///   request.
  public convenience init(_ configuration: ClientConfiguration) throws(ClientConfigurationError) {
    self.init(transport: try configuration.makeTransport())
  }

  /// Makes a client of an endpoint with the defaults of everything else.
  public convenience init(endpoint: String) throws(ClientConfigurationError) {
    try self.init(ClientConfiguration(endpoint: endpoint))
  }

  /// Ends all work: requests in flight are aborted, later ones are answered with `ClientError.closed`.
  ///
  /// - Returns: whether the network thread ended in time; if not, it ends by itself.
  @discardableResult
  public func shutdown(timeout: Duration = .seconds(5)) -> Bool {
    transport.shutdown(timeout: timeout)
  }
}
