/// Whether a request names its query by a hash, as Apollo's automatic persisted queries do.
///
/// A server that does not know the hash gets the query with it, once, and knows it from then on. A server that does not
/// support hashes gets queries as they are. `true` and `false` are valid values, too.
public struct PersistedQueryOptions: Sendable, Hashable, ExpressibleByBooleanLiteral {
  /// Whether requests name their queries by hashes.
  public var isEnabled: Bool
  /// Whether queries with a hash go by GET, which caches on the way can answer. A mutation never goes by GET, nor does
  /// a query with more than about 4,000 bytes of variables.
  public var usesGet: Bool

  public init(isEnabled: Bool = true, usesGet: Bool = false) {
    self.isEnabled = isEnabled
    self.usesGet = usesGet
  }

  public init(booleanLiteral value: Bool) {
    self.init(isEnabled: value)
  }

  /// Each request contains its query.
  public static let never = PersistedQueryOptions(isEnabled: false)
}
