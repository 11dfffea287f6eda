/// What a cache keeps beyond this process, behind the table in memory.
///
/// All calls come from the cache's own thread, one at a time and under no lock: each may wait for a disk, or for
/// another process.
protocol RecordArchive: Sendable {
  /// The last call.
  func close()

  /// Calls `body` with one view of the archive. Writes of other processes do not show during the call.
  func read<Result>(_ body: () throws(CacheError) -> Result) throws(CacheError) -> Result
  /// Calls `body` with the right to write. All its writes are kept when this returns, or none if it throws.
  func write<Result>(_ body: () throws(CacheError) -> Result) throws(CacheError) -> Result

  // MARK: In a read, or a write

  /// Whether another process has written since the last call.
  func takeForeignChange() throws(CacheError) -> Bool
  /// The existing ones of these records.
  func records(_ keys: [String]) throws(CacheError) -> [StoredRecord]
  /// The keys of all records that a function says yes to.
  func keys(where isWanted: (_ key: String) -> Bool) throws(CacheError) -> [String]
  /// The fields with arguments of a record, which are records.
  func fields(of key: String) throws(CacheError) -> [StoredRecord]
  func facts() throws(CacheError) -> [TypeFact]

  // MARK: In a write

  /// Keeps a new record. False if the record exists; it then stays as it is.
  func insert(_ record: StoredRecord) throws(CacheError) -> Bool
  /// Keeps a record in place of what there was.
  func put(_ record: StoredRecord) throws(CacheError)
  /// A record was used, but not changed.
  func use(_ key: String) throws(CacheError)
  func remove(_ key: String, withFields: Bool) throws(CacheError)
  func removeAll() throws(CacheError)
  func add(_ fact: TypeFact) throws(CacheError)
  /// Removes the least recently used records until there are `maximum`. Returns the keys that left.
  func shrink(to maximum: Int, except isShown: (_ key: String) -> Bool) throws(CacheError) -> [String]
}

/// A record as an archive keeps it.
struct StoredRecord {
  let key: String
  /// For a field with arguments: the key of the record that has the field.
  let parent: String?
  /// When it was received, in milliseconds since 1970.
  let received: Int64
  /// What was written last: an object's fields, or a field's value, as `RecordText` has it.
  let value: ArraySlice<UInt8>
  /// What was written before and has fields that the value has not, the newest first: `[[received, value], …]`.
  let earlier: ArraySlice<UInt8>?
}
