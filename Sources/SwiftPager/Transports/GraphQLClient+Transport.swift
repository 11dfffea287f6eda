public import PagerClient

extension GraphQLClient {
  /// Makes a client whose requests a transport sends.
  ///
  /// - Parameter cacheKey: makes the keys of objects, as ``init(_:cacheKey:)`` has it; nil: the configuration's key fields do.
  /// - Throws: `ClientConfigurationError` for an address that is not http or https, for headers that would break the request,
  ///   and for a configuration that records or replays.
  public convenience init(
    _ configuration: ClientConfiguration, transport: any HTTPTransport,
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)? = nil
  ) throws(ClientConfigurationError) {
    let channel = try configuration.makeChannel { TransportBridge(transport, $0) }
    self.init(channel, cache: try configuration.makeCache(cacheKey: cacheKey))
  }

  /// Makes a client for the tests of an app: a transport sends each of its requests once, to an endpoint that does not matter.
  ///
  /// - Parameters:
  ///   - cache: where responses are kept.
  ///   - cacheKey: makes the keys of objects; nil: the key fields of `cache` do.
  /// - Throws: `ClientConfigurationError` where the cache cannot be made.
  public convenience init(
    transport: any HTTPTransport, cache: CacheOptions = CacheOptions(),
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)? = nil
  ) throws(ClientConfigurationError) {
    try self.init(
      ClientConfiguration(endpoint: "http://localhost/graphql", timeout: .zero, cache: cache, retry: .never),
      transport: transport, cacheKey: cacheKey)
  }
}
