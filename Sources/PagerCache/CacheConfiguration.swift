/// What a cache has to know.
package struct CacheConfiguration: Sendable {
  /// Which fields make the key of an object.
  package var keyFields = KeyFields()
  /// Makes the keys of objects; nil, or where it has none for an object: the key fields do.
  package var keyFunction: KeyFunction?
  /// The most records that stay, except for those that pages show; nil: no limit.
  package var maximumRecords: Int?
  /// How long records count, in milliseconds; nil: for ever. By type, or else the common one.
  package var maximumAge: Int64?
  package var maximumAgeByType: [String: Int64] = [:]
  /// Whether `__typename` is asked for of all objects.
  package var addsTypename = true
  /// Whether pages of which the cache has lost a part are to be asked for anew.
  package var refetchesIncompletePages = false

  /// Where records are kept.
  package var store = Store.memory

  package init() {}

  package enum Store: Sendable, Hashable {
    /// Until the cache goes.
    case memory
    /// In a file of SQLite's, too.
    case sqlite(path: String)
  }
}
