import PagerBytes

/// The form of a cache's file.
enum SQLiteSchema {
  /// "swpg": names the file's owner in the file's header.
  private static let applicationID: Int64 = 0x7377_7067
  private static let version: Int64 = 1

  /// Records lie in the order in which they came, with a separate index of their keys. If the values were in that
  /// index, keys in random order would write to ever different places, and a commit would take twice the time.
  private static let records = """
    CREATE TABLE records (
      key TEXT PRIMARY KEY, parent TEXT, received INTEGER NOT NULL, used INTEGER NOT NULL, value BLOB NOT NULL,
      earlier BLOB)
    """
  private static let facts = """
    CREATE TABLE facts (
      type TEXT, condition TEXT, applies INTEGER NOT NULL, PRIMARY KEY (type, condition)) WITHOUT ROWID
    """
  /// The index of the order in which records were used: what follows `CREATE INDEX`.
  static let uses = "records_by_use ON records (used)"
  private static let tables = """
    \(records);
    \(facts);
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """
  /// What may stand in a file: what this library makes, and what `ANALYZE` does.
  private static let known: Set<String> = [
    records, facts, "CREATE INDEX \(uses)", "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  /// Opens a cache's file, or makes one if the file does not exist or is empty.
  static func open(_ path: String, patience: Int32) throws(CacheError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path, patience: patience)
    try connection.patiently { () throws(CacheError) in try prepare(connection, path) }
    return connection
  }

  private static func prepare(_ connection: SQLiteConnection, _ path: String) throws(CacheError) {
    // Nothing changes the file until its owner is known: also not to its log, which closing would work off.
    connection.keepLogOnClose(true)
    if try isEmpty(connection) {
      try connection.transaction("BEGIN IMMEDIATE") { () throws(CacheError) in
        // Another process may have been faster.
        if try isEmpty(connection) { try connection.run(tables) }
      }
    }
    guard try connection.integer("PRAGMA application_id") == applicationID else {
      throw .storage(message: "\(path) is an SQLite database, but not a cache's; give another path")
    }
    let version = try connection.integer("PRAGMA user_version")
    guard version == Self.version else {
      throw .storage(
        message: "the cache's file \(path) has version \(version), and this library knows version \(Self.version); "
          + "update the library, or give another path")
    }
    if let fault = try fault(of: connection) {
      throw .storage(
        message: "the cache's file \(path) \(fault), so another program has written to it; move it away, and the cache "
          + "starts a new file")
    }
    guard !connection.isReadOnly else {
      throw .storage(message: "the cache's file \(path) cannot be written: it is read-only")
    }
    _ = try connection.text("PRAGMA journal_mode = WAL")
    // A longer log (16 MB) is worked off less often: neighbours that are written one after the other then go as one.
    try connection.run(
      """
      PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;
      PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192
      """)
    connection.keepLogOnClose(false)
  }

  /// What a file has beside a cache's tables, a trigger for example, or what it lacks of them; nil if it is as this
  /// library makes it. A trigger could run for ever, or fill the disk.
  private static func fault(of connection: SQLiteConnection) throws(CacheError) -> String? {
    var fault: String?
    var missing: Set = [records, facts]
    // The indexes of primary keys have no statement.
    try SQLiteStatement("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL", on: connection).run { row in
      let (type, name, statement) = (row.text(0) ?? "", row.text(1) ?? "", row.text(2) ?? "")
      missing.remove(statement)
      if !known.contains(statement) { fault = fault ?? "has the \(type) \(name), which no cache makes".printable }
    }
    return fault ?? (missing.isEmpty ? nil : "does not have a cache's tables")
  }

  private static func isEmpty(_ connection: SQLiteConnection) throws(CacheError) -> Bool {
    for number in ["application_id", "user_version"] where try connection.integer("PRAGMA \(number)") != 0 {
      return false
    }
    return try connection.integer("SELECT count(*) FROM sqlite_master") == 0
  }
}
