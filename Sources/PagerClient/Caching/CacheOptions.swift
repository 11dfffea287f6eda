package import PagerCache

/// Where a client keeps the objects of responses, and how it tells them apart.
public struct CacheOptions: Sendable, Hashable {
  /// Where they are kept.
  public enum Store: Sendable, Hashable {
    /// Nowhere: every request asks the server, and nothing is watched.
    case none
    /// In the memory of the process.
    case memory
    /// In a file, for other processes and for later. Nothing in it says whose its records are: each server wants a file of
    /// its own, and so does each user whose answers are others.
    case sqlite(path: String)
  }

  public var store: Store
  /// The fields that, with its type, tell an object from others. An object without one of them lives where it was found.
  public var keyFields: [String]
  /// The same for objects of one type, by its name; an empty list: they have no keys.
  public var keyFieldsByType: [String: [String]]
  /// The most records that are kept, but for those that live pages show; nil: no limit.
  public var maximumRecords: Int?
  /// How old a record may be to count; nil: any age.
  public var maximumAge: Duration?
  /// The same for objects of one type, by its name.
  public var maximumAgeByType: [String: Duration]
  /// Whether `__typename` is asked for of all objects. Without it only objects whose query asks for it have keys.
  public var addsTypename: Bool
  /// Whether a pager asks the server for a page that it holds and that the cache has lost a part of; else the page stays as it
  /// was.
  public var refetchesIncompletePages: Bool

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

  /// The cache; nil where there is none.
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
