import Foundation  // FileManager, Data
import PagerCache
import TestSupport
import Testing

@Suite("Files that no cache can use")
struct ArchiveTroubleTests {
  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
  }

  private func message(opening path: String) -> String {
    var configuration = CacheConfiguration()
    configuration.store = .sqlite(path: path)
    do throws(CacheError) {
      _ = try Cache.open(configuration)
      return "opened"
    } catch {
      guard case .storage(let message) = error else { return "another error: \(error)" }
      return message
    }
  }

  @Test("a file that is not a database, another program's, or of a later version, is refused and stays as it is")
  func strangers() throws {
    let strangers: [(make: () throws -> Void, said: String)] = [
      (
        {
          try Data("This is not a database, but a text that is long enough.".utf8).write(
            to: URL(fileURLWithPath: fixture.path))
        },
        "not an SQLite database"
      ),
      ({ try fixture.sqlite("CREATE TABLE t (x); INSERT INTO t VALUES (1)") }, "not a cache's"),
      ({ try fixture.sqlite("PRAGMA journal_mode = WAL; CREATE TABLE t (x)") }, "not a cache's"),
      ({ try fixture.sqlite("PRAGMA user_version = 7") }, "not a cache's"),
      (
        {
          _ = try fixture.open()
          try fixture.sqlite("PRAGMA user_version = 2")
        }, "has version 2, and this library knows version 1"
      ),
      (changed("CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM facts; END"), "has the trigger t,"),
      (changed("CREATE VIEW v AS SELECT * FROM records"), "has the view v,"),
      (changed("CREATE TABLE junk (b BLOB)"), "has the table junk,"),
      (changed("CREATE INDEX records_by_use ON records (received)"), "has the index records_by_use,"),
      (changed("CREATE INDEX other ON records (used)"), "has the index other,"),
      (changed("DROP TABLE facts; CREATE VIEW facts AS SELECT 1 AS type"), "has the view facts,"),
      (changed("ALTER TABLE records ADD COLUMN more DEFAULT (abs(-1))"), "has the table records,"),
      (changed("DROP TABLE facts"), "does not have a cache's tables"),
    ]
    for stranger in strangers {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fixture.path + suffix) }
      try stranger.make()
      let before = FileManager.default.contents(atPath: fixture.path)
      let message = message(opening: fixture.path)
      #expect(message.contains(stranger.said) && message.contains(fixture.path), "\(message)")
      #expect(FileManager.default.contents(atPath: fixture.path) == before)
    }
  }

  /// Makes a cache's file, and has another program change it.
  private func changed(_ statements: String) -> () throws -> Void {
    {
      _ = try fixture.open()
      try fixture.sqlite(statements)
    }
  }

  @Test("a file that SQLite has analyzed, or that has the order of use, is a cache's", arguments: [nil, 1000])
  func own(maximum: Int?) throws {
    _ = try fixture.open { $0.maximumRecords = maximum }
    try fixture.sqlite("INSERT INTO facts VALUES ('A', 'B', 1); ANALYZE")
    #expect(message(opening: fixture.path) == "opened")
  }

  @Test("a trigger that comes after the file was opened does not run")
  func lateTrigger() async throws {
    let archived = try fixture.open()
    try fixture.sqlite("CREATE TRIGGER t AFTER INSERT ON records BEGIN INSERT INTO facts VALUES ('x', 'y', 1); END")
    try archived.write(#"{"name": "n"}"#, to: "Item:1")
    #expect(await archived.commit() == nil)
    #expect(try fixture.sqlite("SELECT count(*) FROM records") != "0")
    #expect(try fixture.sqlite("SELECT count(*) FROM facts WHERE type = 'x'") == "0")
  }

  @Test("a path that cannot be opened is refused")
  func paths() throws {
    #expect(message(opening: fixture.folder).contains("cannot be opened"))
    #expect(message(opening: fixture.folder).contains("an existing folder, and that this process may write there"))
    #expect(
      message(opening: "\(fixture.folder)/none/cache.sqlite").contains("cannot be opened (No such file or directory)"))
    #expect(message(opening: "").contains("empty"))
    #expect(message(opening: "a\0b").contains("zero byte"))
  }

  @Test("an empty file becomes a cache's")
  func empty() throws {
    try Data().write(to: URL(fileURLWithPath: fixture.path))
    #expect(message(opening: fixture.path) == "opened")
  }

  @Test("a file that is damaged is an error where the damage is met, and stays as it is")
  func damaged() async throws {
    do {
      let cache = try fixture.open()
      for number in 0..<200 { try cache.write("{\"n\":\(number)}", to: "R:\(number)") }
    }
    try fixture.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try #require(FileManager.default.contents(atPath: fixture.path))
    for damage in [4096..<whole.count, 5000..<5100] {
      var data = whole
      data.replaceSubrange(damage, with: Data(repeating: 0xA5, count: damage.count))
      try data.write(to: URL(fileURLWithPath: fixture.path))
      do {
        let cache = try fixture.open()
        for number in 0..<200 { _ = try cache.read("R:\(number)") }
      } catch let error as CacheError {
        guard case .storage(let message) = error else { throw error }
        #expect(message.contains("damaged") && message.contains(fixture.path), "\(message)")
      }
      #expect(FileManager.default.contents(atPath: fixture.path) == data)
    }
    try whole.prefix(5000).write(to: URL(fileURLWithPath: fixture.path))
    #expect(message(opening: fixture.path).contains("damaged"))
  }

  @Test("a read-only file is refused")
  func readOnly() throws {
    _ = try fixture.open()
    try fixture.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    // Root may write everything, so another user opens the file.
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: fixture.folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: fixture.path)
    if getuid() == 0 {
      let said = try CacheTool.run(fixture.path, "open", "unprivileged")
      #expect(said.count == 1 && said[0].hasPrefix("error: ") && said[0].contains("read-only"), "\(said)")
    } else {
      #expect(message(opening: fixture.path).contains("read-only"))
    }
  }

  @Test("a full disk is an error, and the cache writes the rest once there is room")
  func full() throws {
    let said = try CacheTool.run(fixture.path, "fill", "300000")
    let kept = said.compactMap { Int($0) }
    #expect(kept.count > 5)
    let error = try #require(said.first { $0.hasPrefix("error: ") })
    #expect(error.contains(fixture.path), "\(error)")
    #expect(said.contains("shown: true"))
    let cache = try fixture.open()
    for number in 0...kept.count { #expect(try cache.read("R:\(number)") != nil, "\(number)") }
    #expect(try cache.read("After") != nil)
  }

  @Test("children of fork() open the file anew, and use it after their parent has closed it")
  func forked() throws {
    #expect(try CacheTool.run(fixture.path, "fork", "10") == ["done"])
    #expect(try fixture.sqlite("PRAGMA integrity_check") == "ok")
    #expect(try fixture.sqlite("SELECT count(*) FROM records") == "310")
  }

  @Test("a child of fork() whose parent was just writing opens the file or is refused; it neither hangs nor harms it")
  func forkedWhileWriting() throws {
    let count = StressChance.count(20, long: 60)
    let outcomes = try CacheTool.run(fixture.path, "fork-busy", "\(count)")
    #expect(outcomes.count == count)
    #expect(outcomes.allSatisfy { ["opened", "refused"].contains($0) }, "\(outcomes)")
    // The fork has waited for the write.
    #expect(outcomes.contains("opened"))
    #expect(try fixture.sqlite("PRAGMA integrity_check") == "ok")
    let opened = outcomes.filter { $0 == "opened" }.count
    #expect(try fixture.sqlite("SELECT count(*) FROM records WHERE key LIKE 'Child:%'") == "\(opened)")
  }

  @Test("a child of fork() is refused the file where its parent was inside SQLite for longer than the fork waits")
  func forkedWhileWaiting() throws {
    #expect(try CacheTool.run(fixture.path, "fork-locked", "sqlite3") == ["refused"])
    #expect(try fixture.sqlite("PRAGMA integrity_check") == "ok")
  }

  @Test("a process killed during a write loses nothing that was committed")
  func killed() throws {
    let isLong = ProcessInfo.processInfo.environment["SWIFTPAGER_LONG"] == "1"
    var written = 0
    for round in 0..<(isLong ? 200 : 10) {
      let tool = try CacheTool(fixture.path, ["write", "1000000", "\(written)"])
      let target = Int.random(in: 1...40)
      var last = written - 1
      while last < written + target, let line = tool.nextLine(), let number = Int(line) { last = number }
      tool.kill()
      // What it had said before it ended counts too.
      while let line = tool.nextLine() { last = Int(line) ?? last }
      #expect(last >= written + target, "round \(round)")
      let cache = try fixture.open()
      for number in written...last {
        #expect(
          try cache.read("R:\(number)")?.hasPrefix("{\"n\":\(number),") == true, "round \(round), record \(number)")
      }
      // The write that was cut off is there as a whole, or not at all.
      let latest = try #require(try cache.read("Last"))
      #expect([last, last + 1].map { "{\"n\":\($0)}" }.contains(latest), "round \(round): \(latest) after \(last)")
      let isThere = try cache.read("R:\(last + 1)") != nil
      #expect(isThere == (latest == "{\"n\":\(last + 1)}"), "round \(round)")
      written = last + 2
    }
  }
}
