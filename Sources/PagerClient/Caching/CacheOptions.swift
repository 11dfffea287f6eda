package import PagerCache

/// Where a client stores the objects of responses, and how it distinguishes them.
public struct CacheOptions: Sendable, Hashable {
  /// The places for objects.
  public enum Store: Sendable, Hashable {
    /// Nowhere: every request asks the server, and nothing is watched.
    case none
    /// In the memory of the process.
    case memory
    /// In a file, for other processes and for later runs.
    ///
    /// The file does not name the user of its records. Each server, and each user who gets different answers, needs a
    /// file of its own.
    case sqlite(path: String)
  }

  /// Where the client stores objects; by default in the memory of the process.
  public var store: Store
  /// The fields that, together with its type, distinguish an object from others.
  ///
  /// Two objects of one type with the same values of these fields are one object of the cache, and pages show it in the
  /// place of both. If one answer has such objects with different values, ``GraphQLClient/events`` has a `conflict`.
  /// An object that lacks one of the fields has no key: the cache stores it as a part of the object around it.
  public var keyFields: [String]
  /// The key fields for objects of one type, by the name of the type. With an empty list such objects have no keys.
  public var keyFieldsByType: [String: [String]]
  /// The largest number of records to keep, not counting records that a held page shows; nil: no limit.
  public var maximumRecords: Int?
  /// The largest age of a record that the cache uses; nil: any age.
  public var maximumAge: Duration?
  /// The largest age of the objects of one type, by the name of the type.
  public var maximumAgeByType: [String: Duration]
  /// Whether the client asks for the `__typename` of all objects.
  ///
  /// Without it, an object has a key only if the query asks for `__typename`.
  public var addsTypename: Bool
  /// Whether a pager asks the server again for a held page if the cache has lost a part of the page.
  ///
  /// If it does not, the page stays as it was.
  public var refetchesIncompletePages: Bool

  /// Makes options. The declaration shows the defaults.
  public init(
    store: Store = .memory, keyFields: [String] = ["id"], keyFieldsByType: [String: [String]] = [:],
    maximumRecords: Int? = nil, maximumAge: Duration? = nil, maximumAgeByType: [String: Duration] = [:],
    addsTypename: Bool = true, refetchesIncompletePages: Bool = false
  ) {
    self.store = store
    self.keyFields = keyFields
    self.keyFieldsByType = keyFieldsByType
    self.maximumRecords = maximumRecords
    self.maximumAge = maximumAge
    self.maximumAgeByType = maximumAgeByType
    self.addsTypename = addsTypename
    self.refetchesIncompletePages = refetchesIncompletePages
  }

  /// The cache; nil if the client has none.
  package func makeCache(_ keyFunction: KeyFunction? = nil) throws(CacheError) -> Cache? {
    var configuration = CacheConfiguration()
    configuration.keyFunction = keyFunction
    configuration.keyFields = KeyFields(common: keyFields, byType: keyFieldsByType)
    configuration.maximumRecords = maximumRecords
    configuration.maximumAge = maximumAge?.milliseconds
    configuration.maximumAgeByType = maximumAgeByType.mapValues(\.milliseconds)
    configuration.addsTypename = addsTypename
    configuration.refetchesIncompletePages = refetchesIncompletePages
    switch store {
    case .none: return nil
    case .memory: configuration.store = .memory
    case .sqlite(let path): configuration.store = .sqlite(path: path)
    }
    return try Cache.open(configuration)
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return overflow ? .max : product + attoseconds / 1_000_000_000_000_000
  }
}
