import Testing

@testable import PagerCache

@Suite("A file that another process has locked", .timeLimit(.minutes(1)))
struct FileLockTests {
  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
    _ = try fixture.open()
  }

  /// Begins a write as often as a connection wants. Returns how often it did, and why it could not.
  private func begin(
    on connection: SQLiteConnection, beforeEach: (Int) -> Void = { _ in }
  ) -> (attempts: Int, error: CacheError?) {
    var attempts = 0
    do throws(CacheError) {
      try connection.patiently { () throws(CacheError) in
        attempts += 1
        beforeEach(attempts)
        try connection.run("BEGIN IMMEDIATE")
      }
      return (attempts, nil)
    } catch {
      return (attempts, error)
    }
  }

  @Test("a lock that lasts too long is an error, and the file works after it")
  func patienceEnds() throws {
    let lock = try fixture.lock()
    let connection = try SQLiteConnection(fixture.path, patience: 50)
    let error = begin(on: connection).error
    #expect(error?.message.contains("another process has locked the cache's file \(fixture.path)") == true)
    // So it does if SQLite does not wait by itself.
    try connection.run("PRAGMA busy_timeout = 0")
    #expect(begin(on: connection).error == error)
    lock.release()
    let afterwards = begin(on: connection)
    #expect(afterwards.attempts == 1 && afterwards.error == nil)
  }

  @Test("the cache waits for the lock where SQLite does not")
  func waits() throws {
    let lock = try fixture.lock()
    let connection = try SQLiteConnection(fixture.path, patience: .max)
    try connection.run("PRAGMA busy_timeout = 0")
    let outcome = begin(on: connection) { if $0 == 3 { lock.release() } }
    #expect(outcome.attempts == 3 && outcome.error == nil)
  }

  @Test("after another error the cache does not wait for the lock")
  func otherErrors() throws {
    let connection = try SQLiteConnection(fixture.path, patience: .max)
    #expect(begin(on: connection).error == nil)
    // A transaction inside a transaction.
    let (attempts, error) = begin(on: connection)
    #expect(attempts == 1 && error != nil)
  }
}
