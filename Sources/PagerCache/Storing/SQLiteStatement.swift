import CSQLite

/// One statement, prepared once. Used on the thread of its connection.
final class SQLiteStatement {
  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  init(_ text: String, on connection: SQLiteConnection) throws(CacheError) {
    self.connection = connection
    handle = try connection.prepare(text)
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds the values and calls `row` for each row of the outcome.
  func run(_ values: SQLiteValue..., row: (SQLiteStatement) throws(CacheError) -> Void = { _ in }) throws(CacheError) {
    for (index, value) in values.enumerated() { try bind(value, Int32(truncatingIfNeeded: index + 1)) }
    try run(row)
  }

  /// Runs with the bound values.
  func run(_ row: (SQLiteStatement) throws(CacheError) -> Void) throws(CacheError) {
    // Not `reset` after an error only: a statement that is not reset holds its transaction open.
    defer { sqlite3_reset(handle) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try row(self)
      case SQLITE_DONE: return
      case let code: throw connection.failure(code)
      }
    }
  }

  private func bind(_ value: SQLiteValue, _ index: Int32) throws(CacheError) {
    switch value {
    case .null: try check(sqlite3_bind_null(handle, index))
    case .integer(let value): try bind(value, index)
    case .text(let text): try bind(text, index)
    }
  }

  func bind(_ value: Int64, _ index: Int32) throws(CacheError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  func bind(_ text: String?, _ index: Int32) throws(CacheError) {
    guard var text else { return try check(sqlite3_bind_null(handle, index)) }
    try check(text.withUTF8 { csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count)) })
  }

  func bind(_ bytes: ArraySlice<UInt8>?, _ index: Int32) throws(CacheError) {
    guard let bytes else { return try check(sqlite3_bind_null(handle, index)) }
    try check(bytes.withUnsafeBytes { csqlite_bind_blob(handle, index, $0.baseAddress, UInt64($0.count)) })
  }

  private func check(_ code: Int32) throws(CacheError) {
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  // MARK: The current row

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String? { bytes(column) { String(decoding: $0, as: UTF8.self) } }

  func bytes(_ column: Int32) -> [UInt8]? { bytes(column) { Array($0) } }

  private func bytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    // In this order: the first call decides how the value is held, the second counts it.
    let start = sqlite3_column_blob(handle, column)
    return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}

/// A value that a statement is given.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
}
