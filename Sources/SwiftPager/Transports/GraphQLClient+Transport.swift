public import PagerClient

extension GraphQLClient {
  /// Makes a client whose requests a transport sends.
  ///
  /// - Throws: `ClientConfigurationError` for an address that is not http or https, for headers that would break the request,
  ///   and for a configuration that records or replays.
  public convenience init(
    _ configuration: ClientConfiguration, transport: any HTTPTransport
  ) throws(ClientConfigurationError) {
    let channel = try configuration.makeChannel { TransportBridge(transport, $0) }
    self.init(channel, cache: try configuration.makeCache())
  }

  /// Makes a client for the tests of an app: a transport sends each of its requests once, to an endpoint that does not matter.
  ///
  /// - Parameter cache: where responses are kept.
  /// - Throws: `ClientConfigurationError` where the cache cannot be made.
  public convenience init(
    transport: any HTTPTransport, cache: CacheOptions = CacheOptions()
  ) throws(ClientConfigurationError) {
    try self.init(
      ClientConfiguration(endpoint: "http://localhost/graphql", timeout: .zero, cache: cache, retry: .never),
      transport: transport)
  }
}
