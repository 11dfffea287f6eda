/// Keeps records in a file of SQLite's.
///
/// Committed records are in its log (WAL), and survive every end of the process. Other processes may use the file at
/// the same time.
final class SQLiteArchive: RecordArchive, @unchecked Sendable {  // Reached from the cache's thread only.
  private let path: String
  /// Nil after it is closed.
  private var statements: SQLiteStatements?
  /// What `PRAGMA data_version` said last.
  private var version: Int64
  /// The last of the numbers that say in which order records were used: microseconds since 1970, each of them once.
  private var lastUse: Int64 = 0
  /// An upper bound of the number of records; nil: they must be counted.
  private var countBound: Int?

  /// Opens or makes the file. A file that is not a cache, or has a later version, stays as it is.
  ///
  /// - Parameters:
  ///   - hasMaximum: whether there is a maximum number of records. The file then keeps the order of their use.
  ///   - patience: how long another process may hold the file, in milliseconds.
  init(path: String, hasMaximum: Bool, patience: Int32) throws(CacheError) {
    self.path = path
    let connection = try SQLiteSchema.open(path, patience: patience)
    if hasMaximum {
      try connection.run("CREATE INDEX IF NOT EXISTS \(SQLiteSchema.uses)")
      lastUse = try connection.integer("SELECT max(used) FROM records")
    }
    let statements = try SQLiteStatements(on: connection)
    self.statements = statements
    version = try statements.dataVersion()
    connection.file.rest()
  }

  func close() {
    statements?.connection.file.work()
    statements = nil
  }

  private func opened() throws(CacheError) -> SQLiteStatements {
    guard let statements else { throw .storage(message: "the cache's file \(path) is closed") }
    return statements
  }

  func read<Result>(_ body: () throws(CacheError) -> Result) throws(CacheError) -> Result {
    let connection = try opened().connection
    return try connection.file.use { () throws(CacheError) in try connection.transaction("BEGIN", body) }
  }

  func write<Result>(_ body: () throws(CacheError) -> Result) throws(CacheError) -> Result {
    let connection = try opened().connection
    lastUse = max(lastUse, WallClock.milliseconds * 1000)
    do {
      return try connection.file.use { () throws(CacheError) in try connection.transaction("BEGIN IMMEDIATE", body) }
    } catch {
      countBound = nil
      throw error
    }
  }

  func takeForeignChange() throws(CacheError) -> Bool {
    let version = try opened().dataVersion()
    defer { self.version = version }
    guard version != self.version else { return false }
    countBound = nil
    return true
  }

  // MARK: Reading

  func records(_ keys: [String]) throws(CacheError) -> [StoredRecord] {
    let statements = try opened()
    var records: [StoredRecord] = []
    for key in keys {
      try statements.select.run(.text(key)) { row in if let record = self.record(row) { records.append(record) } }
    }
    return records
  }

  func keys(where isWanted: (_ key: String) -> Bool) throws(CacheError) -> [String] {
    var keys: [String] = []
    try opened().selectKeys.run { row in
      if let key = row.text(0), isWanted(key) { keys.append(key) }
    }
    return keys
  }

  func fields(of key: String) throws(CacheError) -> [StoredRecord] {
    var records: [StoredRecord] = []
    // Keys of fields are their parents' with a point and more: `/` comes right behind the point.
    try opened().selectFields.run(.text("\(key)."), .text("\(key)/"), .text(key)) { row in
      if let record = self.record(row) { records.append(record) }
    }
    return records
  }

  /// Nil for a row without a key or a value, and for one whose checksum is wrong: such a record is missing.
  private func record(_ row: SQLiteStatement) -> StoredRecord? {
    guard let key = row.text(0), let value = row.bytes(3) else { return nil }
    return StoredRecord(
      key: key, parent: row.text(1), received: row.integer(2), value: value[...], earlier: row.bytes(4)?[...]
    ).checked()
  }

  func facts() throws(CacheError) -> [TypeFact] {
    var facts: [TypeFact] = []
    try opened().selectFacts.run { row in
      guard let type = row.text(0), let condition = row.text(1) else { return }
      facts.append(TypeFact(question: TypeQuestion(type: type, condition: condition), applies: row.integer(2) != 0))
    }
    return facts
  }

  // MARK: Writing

  func insert(_ record: StoredRecord) throws(CacheError) -> Bool {
    let statements = try opened()
    guard statements.connection.holds(record) else { return true }
    try run(statements.insert, record)
    let isNew = statements.connection.changeCount > 0
    if isNew { countBound = countBound.map { $0 + 1 } }
    return isNew
  }

  func put(_ record: StoredRecord) throws(CacheError) {
    let statements = try opened()
    // A record that is larger than a row counts as missing.
    guard statements.connection.holds(record) else { return try statements.delete.run(.text(record.key)) }
    try run(statements.put, record)
    countBound = countBound.map { $0 + 1 }
  }

  private func run(_ statement: SQLiteStatement, _ record: StoredRecord) throws(CacheError) {
    try statement.bind(record.key, 1)
    try statement.bind(record.parent, 2)
    try statement.bind(record.received, 3)
    try statement.bind(nextUse(), 4)
    try statement.bind(record.sealedValue()[...], 5)
    try statement.bind(record.earlier, 6)
    try statement.run { _ in }
  }

  func use(_ key: String) throws(CacheError) {
    try opened().use.run(.text(key), .integer(nextUse()))
  }

  private func nextUse() -> Int64 {
    lastUse += 1
    return lastUse
  }

  func remove(_ key: String, withFields: Bool) throws(CacheError) {
    try opened().delete.run(.text(key))
    guard withFields else { return }
    try opened().deleteFields.run(.text("\(key)."), .text("\(key)/"), .text(key))
  }

  func removeAll() throws(CacheError) {
    try opened().deleteAll.run()
  }

  func add(_ fact: TypeFact) throws(CacheError) {
    let (type, condition) = (fact.question.type, fact.question.condition)
    guard let applies = fact.applies else { return try opened().deleteFact.run(.text(type), .text(condition)) }
    try opened().insertFact.run(.text(type), .text(condition), .integer(applies ? 1 : 0))
  }

  // MARK: Leaving

  func shrink(to maximum: Int, except isShown: (_ key: String) -> Bool) throws(CacheError) -> [String] {
    let statements = try opened()
    // Counting takes time proportional to the size of the file, so it runs only if there may be too many.
    if let countBound, countBound <= maximum { return [] }
    let count = try statements.count()
    var excess = count - maximum
    var left: [String] = []
    var latest: Int64 = .min
    var isOver = false
    while excess > 0, !isOver {
      isOver = true
      var leaving: [String] = []
      try statements.selectOldest.run(.integer(latest), .integer(Int64(excess) + 64)) { row in
        isOver = false
        latest = row.integer(1)
        guard excess > 0, let key = row.text(0), !isShown(key) else { return }
        leaving.append(key)
        excess -= 1
      }
      for key in leaving { try statements.delete.run(.text(key)) }
      left += leaving
    }
    countBound = count - left.count
    return left
  }
}

extension SQLiteConnection {
  /// Whether a row can be as large.
  fileprivate func holds(_ record: StoredRecord) -> Bool {
    let keys = record.key.utf8.count + (record.parent?.utf8.count ?? 0)
    let size = keys + record.value.count + (record.earlier?.count ?? 0)
    return size + 80 <= largestRow
  }
}
