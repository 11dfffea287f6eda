package import PagerCache
public import PagerClient
public import PagerJSON

/// An object of a response, for the function that makes its key.
public struct CacheKeyInfo: Sendable, Hashable {
  /// The object's `__typename`.
  public let typename: String
  /// Its values by the keys of the response: strings, numbers, booleans and nulls.
  ///
  /// Lists and nested objects are left out.
  public let fields: [String: JSONValue]

  /// An object with these fields, for the tests of a function that makes keys.
  public init(typename: String, fields: [String: JSONValue]) {
    self.typename = typename
    self.fields = fields
  }
}

extension GraphQLClient {
  /// Makes a client of an endpoint. A function makes the keys of the objects in its cache.
  ///
  ///     let client = try GraphQLClient(configuration) { object in
  ///       object.typename == "Book" ? object.fields["isbn"]?.string : nil
  ///     }
  ///
  /// - Parameters:
  ///   - configuration: the endpoint, the transport, the cache and the limits.
  ///   - cacheKey: returns the key of an object without its type. The client puts the type before it: `"17"` becomes
  ///     `Product:17`. If the function returns nil or an empty text, the configuration's key fields make the key. The
  ///     client calls the function for each object in a response that has a `__typename`. It runs without a lock on the
  ///     thread that reads the response, before the data enters the cache. It must always return the same key for the
  ///     same object. Every page waits for the function, so it should be fast.
  /// - Throws: what `init(_:)` throws.
  public convenience init(
    _ configuration: ClientConfiguration, cacheKey: @escaping @Sendable (CacheKeyInfo) -> String?
  ) throws(ClientConfigurationError) {
    self.init(try configuration.makeChannel(), cache: try configuration.makeCache(cacheKey: cacheKey))
  }
}

extension ClientConfiguration {
  /// Makes the cache. It uses the app's function for the keys of objects, if the app gave one.
  package func makeCache(
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)?
  ) throws(ClientConfigurationError) -> Cache? {
    guard let cacheKey else { return try makeCache() }
    return try makeCache { cacheKey(CacheKeyInfo(typename: $0, fields: $1)) }
  }
}
