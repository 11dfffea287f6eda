/// The options of a cache.
package struct CacheConfiguration: Sendable {
  /// Which fields make the key of an object.
  package var keyFields = KeyFields()
  /// Makes the keys of objects. If it is nil, or has no key for an object, the key fields make it.
  package var keyFunction: KeyFunction?
  /// The most records that stay, not counting those that pages show; nil: no limit.
  package var maximumRecords: Int?
  /// How long records are valid, in milliseconds; nil: for ever. By type, or else the common age.
  package var maximumAge: Int64?
  package var maximumAgeByType: [String: Int64] = [:]
  /// Whether the cache adds `__typename` to the selections of all objects.
  package var addsTypename = true
  /// Whether pages of which the cache has lost a part are requested again.
  package var refetchesIncompletePages = false

  /// The place that keeps the records.
  package var store = Store.memory

  package init() {}

  package enum Store: Sendable, Hashable {
    /// Until the cache goes.
    case memory
    /// In a file of SQLite's, too.
    case sqlite(path: String)
  }
}
