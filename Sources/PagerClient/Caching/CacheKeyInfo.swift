package import PagerCache
public import PagerJSON

/// An object of a response, for the function that makes its key.
public struct CacheKeyInfo: Sendable, Hashable {
  /// The object's `__typename`.
  public let typename: String
  /// Its values by the keys of the response: strings, numbers, booleans and nulls. Lists and further objects are left out.
  public let fields: [String: JSONValue]

  public init(typename: String, fields: [String: JSONValue]) {
    self.typename = typename
    self.fields = fields
  }
}

extension GraphQLClient {
  /// Makes a client of an endpoint, and with it a function that makes the keys of objects.
  ///
  ///     let client = try GraphQLClient(configuration) { object in
  ///       object.typename == "Book" ? object.fields["isbn"]?.string : nil
  ///     }
  ///
  /// - Parameter cacheKey: the key of an object without its type, which is put before it: `"17"` makes `Product:17`. Nil, or
  ///   an empty text: the configuration's key fields make the key. It is called for each object of each response that has
  ///   a `__typename`, on the thread that reads the response, before the cache takes it in and under no lock. The same
  ///   object must always get the same key. Every page waits for it, so it should be quick.
  /// - Throws: what `init(_:)` throws.
  public convenience init(
    _ configuration: ClientConfiguration, cacheKey: @escaping @Sendable (CacheKeyInfo) -> String?
  ) throws(ClientConfigurationError) {
    self.init(try configuration.makeChannel(), cache: try configuration.makeCache(cacheKey: cacheKey))
  }
}

extension ClientConfiguration {
  /// Makes the cache, with the function that an app gave for the keys of objects, if it gave one.
  package func makeCache(
    cacheKey: (@Sendable (CacheKeyInfo) -> String?)?
  ) throws(ClientConfigurationError) -> Cache? {
    guard let cacheKey else { return try makeCache() }
    return try makeCache { cacheKey(CacheKeyInfo(typename: $0, fields: $1)) }
  }
}
