/// The statements with which records are read and written, each prepared once.
///
/// One object, so that a write of a record does not copy all statements.
final class SQLiteStatements {
  let connection: SQLiteConnection
  let select: SQLiteStatement
  let selectFields: SQLiteStatement
  let selectKeys: SQLiteStatement
  let selectFacts: SQLiteStatement
  let selectOldest: SQLiteStatement
  let insert: SQLiteStatement
  let put: SQLiteStatement
  let use: SQLiteStatement
  let delete: SQLiteStatement
  let deleteFields: SQLiteStatement
  let deleteAll: SQLiteStatement
  let insertFact: SQLiteStatement
  let deleteFact: SQLiteStatement
  private let countAll: SQLiteStatement
  private let version: SQLiteStatement

  init(on connection: SQLiteConnection) throws(CacheError) {
    func prepare(_ text: String) throws(CacheError) -> SQLiteStatement { try SQLiteStatement(text, on: connection) }
    self.connection = connection
    let columns = "key, parent, received, value, earlier"
    let fields = "WHERE key > ?1 AND key < ?2 AND parent = ?3"
    let insertion = "INSERT INTO records (key, parent, received, used, value, earlier) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    select = try prepare("SELECT \(columns) FROM records WHERE key = ?1")
    selectFields = try prepare("SELECT \(columns) FROM records \(fields)")
    selectKeys = try prepare("SELECT key FROM records")
    selectFacts = try prepare("SELECT type, condition, applies FROM facts")
    selectOldest = try prepare("SELECT key, used FROM records WHERE used > ?1 ORDER BY used LIMIT ?2")
    insert = try prepare("\(insertion) ON CONFLICT DO NOTHING")
    put = try prepare(
      """
      \(insertion) ON CONFLICT DO UPDATE SET
      parent = excluded.parent, received = excluded.received, used = excluded.used, value = excluded.value,
      earlier = excluded.earlier
      """)
    use = try prepare("UPDATE records SET used = ?2 WHERE key = ?1")
    delete = try prepare("DELETE FROM records WHERE key = ?1")
    deleteFields = try prepare("DELETE FROM records \(fields)")
    deleteAll = try prepare("DELETE FROM records")
    insertFact = try prepare("INSERT OR REPLACE INTO facts (type, condition, applies) VALUES (?1, ?2, ?3)")
    deleteFact = try prepare("DELETE FROM facts WHERE type = ?1 AND condition = ?2")
    countAll = try prepare("SELECT count(*) FROM records")
    version = try prepare("PRAGMA data_version")
  }

  func count() throws(CacheError) -> Int { Int(try integer(countAll)) }

  /// Another number when another connection has written.
  func dataVersion() throws(CacheError) -> Int64 { try integer(version) }

  private func integer(_ statement: SQLiteStatement) throws(CacheError) -> Int64 {
    var value: Int64 = 0
    try statement.run { row in value = row.integer(0) }
    return value
  }
}
