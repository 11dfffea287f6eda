import CSQLite
import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A connection to one file. Used by one thread at a time.
final class SQLiteConnection {
  let path: String
  let file: OpenFile
  private let handle: OpaquePointer
  /// Whether the last failure was a lock of another connection.
  private var wasLocked = false

  /// How long another process may hold the file, in milliseconds.
  private let patience: Int32

  init(_ path: String, patience: Int32) throws(CacheError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .storage(message: "the path of the cache's file is empty, or contains a zero byte")
    }
    self.path = path
    self.patience = patience
    file = try OpenFile.begin(path)
    let refusal = Self.make(path)
    var handle: OpaquePointer?
    // A path is a path: neither `:memory:` nor a URI.
    let code = sqlite3_open_v2(
      path.hasPrefix("/") ? path : "./\(path)", &handle,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nil)
    guard code == SQLITE_OK, let handle else {
      let error = Self.failure(code, handle, path, patience, refusal)
      sqlite3_close_v2(handle)
      file.end()
      throw error
    }
    self.handle = handle
    file.opened(handle)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, patience)
    guard csqlite_distrust(handle) != 0 else {
      let version = String(cString: sqlite3_libversion())
      throw .storage(message: "the cache needs SQLite 3.31 or later, and this one is \(version)")
    }
  }

  /// Makes the file if it does not exist, readable only by its owner. SQLite would leave that to the umask, and it
  /// gives its log and shared memory the file's mode. A failure here also fails in SQLite, which reports it.
  ///
  /// Without a descriptor: to close one would end all locks that this process has on the file.
  ///
  /// - Returns: the system's reason why it cannot make the file; 0 if the file exists.
  private static func make(_ path: String) -> Int32 {
    #if canImport(Darwin)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
      let isMade = descriptor >= 0
    #else
      let isMade = mknod(path, S_IFREG | 0o600, 0) == 0
    #endif
    return isMade || errno == EEXIST ? 0 : errno
  }

  deinit {
    // Each statement holds its connection, so none is left here.
    file.work()
    sqlite3_close_v2(handle)
    file.end()
  }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// How many bytes a row may have.
  var largestRow: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)) }

  /// How many rows the last statement has written.
  var changeCount: Int { Int(sqlite3_changes(handle)) }

  /// Whether the log stays as it is when the connection closes.
  func keepLogOnClose(_ keep: Bool) { _ = csqlite_keep_log_on_close(handle, keep ? 1 : 0) }

  func prepare(_ text: String) throws(CacheError) -> OpaquePointer {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    return statement
  }

  /// Runs statements that give no rows.
  func run(_ text: String) throws(CacheError) {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The first column of the first row.
  func text(_ text: String) throws(CacheError) -> String? {
    var value: String?
    try SQLiteStatement(text, on: self).run { row in value = value ?? row.text(0) }
    return value
  }

  func integer(_ text: String) throws(CacheError) -> Int64 {
    var value: Int64 = 0
    try SQLiteStatement(text, on: self).run { row in value = row.integer(0) }
    return value
  }

  /// Calls `body` in a transaction, which is rolled back if it throws.
  func transaction<Result>(
    _ begin: String, _ body: () throws(CacheError) -> Result
  ) throws(CacheError) -> Result {
    try run(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Some errors have ended the transaction already.
      if sqlite3_get_autocommit(handle) == 0 { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  // MARK: Errors

  /// `SQLITE_IOERR_NOMEM`, a macro that Swift does not read.
  private static let noMemoryForFile = SQLITE_IOERR | 12 << 8

  func failure(_ code: Int32) -> CacheError {
    wasLocked = code & 0xFF == SQLITE_BUSY
    return Self.failure(code, handle, path, patience)
  }

  /// Calls `body` again if another connection had locked the file and SQLite did not wait. SQLite does not wait if two
  /// connections could wait for each other, as they can while they open a file.
  func patiently<Result>(_ body: () throws(CacheError) -> Result) throws(CacheError) -> Result {
    let end = Deadline(afterMilliseconds: Int(patience))
    while true {
      do {
        wasLocked = false
        return try body()
      } catch {
        guard wasLocked, !end.isOver else { throw error }
        sqlite3_sleep(5)
      }
    }
  }

  /// - Parameter refusal: the system's reason why it does not make the file; 0 if there is none.
  private static func failure(
    _ code: Int32, _ handle: OpaquePointer?, _ path: String, _ patience: Int32, _ refusal: Int32 = 0
  ) -> CacheError {
    let file = "the cache's file \(path)"
    if code == Self.noMemoryForFile { return .outOfMemory }
    switch code & 0xFF {
    case SQLITE_NOMEM:
      return .outOfMemory
    case SQLITE_NOTADB:
      return .storage(
        message: "\(file) is not a cache: it is damaged, or not an SQLite database; give another path, or move it away")
    case SQLITE_CORRUPT:
      return .storage(message: "\(file) is damaged; move it away, and the cache starts a new file")
    case SQLITE_FULL:
      return .storage(message: "\(file) cannot grow: the disk is full")
    case SQLITE_READONLY:
      return .storage(message: "\(file) cannot be written: it is read-only")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return .storage(message: "another process has locked \(file) for more than \(patience / 1000) s")
    case SQLITE_CANTOPEN:
      // SQLite's reason is that of its second attempt, which only reads: on a read-only file system, that the file does
      // not exist.
      return .storage(
        message: "\(file) cannot be opened\(reason(handle, refusal)): check that the path names a file in an existing "
          + "folder, and that this process may write there")
    default:
      let said = (handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? ""
      return .storage(message: "\(file) cannot be used: \(said)\(reason(handle)) (SQLite \(code))")
    }
  }

  /// The system's error text, in brackets: of a first reason, or of the error that SQLite met.
  private static func reason(_ handle: OpaquePointer?, _ first: Int32 = 0) -> String {
    let code = first != 0 ? first : handle.map { sqlite3_system_errno($0) } ?? 0
    return code == 0 ? "" : " (\(String(cString: strerror(code))))"
  }
}
