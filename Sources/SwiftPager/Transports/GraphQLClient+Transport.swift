public import PagerClient

extension GraphQLClient {
  /// Makes a client that sends its requests through a transport.
  ///
  /// - Parameter cacheKey: makes the keys of objects, as in ``init(_:cacheKey:)``; nil: the configuration's key fields
  ///   make them.
  /// - Throws: `ClientConfigurationError` for an address that is not http or https, for headers that HTTP does not
  ///   allow, and for a configuration that records or replays.
  public convenience init(
    _ configuration: ClientConfiguration, transport: any HTTPTransport,
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)? = nil
  ) throws(ClientConfigurationError) {
    let channel = try configuration.makeChannel { TransportBridge(transport, $0) }
    self.init(channel, cache: try configuration.makeCache(cacheKey: cacheKey))
  }

  /// Makes a client for an app's tests. A transport sends each of its requests once; the endpoint does not matter.
  ///
  /// - Parameters:
  ///   - cache: the place that keeps responses.
  ///   - cacheKey: makes the keys of objects; nil: the key fields of `cache` make them.
  /// - Throws: `ClientConfigurationError` if the cache cannot be made.
  public convenience init(
    transport: any HTTPTransport, cache: CacheOptions = CacheOptions(),
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)? = nil
  ) throws(ClientConfigurationError) {
    try self.init(
      ClientConfiguration(endpoint: "http://localhost/graphql", timeout: .zero, cache: cache, retry: .never),
      transport: transport, cacheKey: cacheKey)
  }
}
