import Foundation  // FileManager
import PagerCache
import TestSupport
import Testing

@Suite("Commits that fail, and what comes after them")
struct ArchiveFailureTests {
  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
  }

  /// Opens the file. Writes fail at once while another process has locked it.
  private func open(_ change: (inout CacheConfiguration) -> Void = { _ in }) throws -> ArchivedCache {
    try fixture.open {
      $0.lockPatience = 1
      change(&$0)
    }
  }

  @Test("uncommitted records never leave memory")
  func unsaved() throws {
    let cache = try open { $0.maximumRecords = 3 }
    try cache.write(#"{"n":-1}"#, to: "R:-1")
    let lock = try fixture.lock()
    for number in 0..<20 {
      #expect(throws: CacheError.self) { try cache.write("{\"n\":\(number)}", to: "R:\(number)") }
    }
    lock.release()
    try cache.write(#"{"n":20}"#, to: "R:20")
    // The three that were written last are in the file, whatever memory had to hold until then.
    let keys = try fixture.sqlite("SELECT group_concat(key, ' ') FROM (SELECT key FROM records ORDER BY used)")
    #expect(keys == "R:18 R:19 R:20")
    #expect(try fixture.open().read("R:19") == #"{"n":19}"#)
  }

  @Test("the next commit writes the facts about types that a response taught")
  func facts() async throws {
    let query = "{ found { ... on Node { id } ... on Ghost { boo } } }"
    let data = #"{"found":{"__typename":"Product","id":"1"}}"#
    do {
      let cache = try open()
      let lock = try fixture.lock()
      await #expect(throws: CacheError.self) { try await cache.receive(data, for: cache.request(query)) }
      lock.release()
      try cache.write(#"{"n":1}"#, to: "R:1")
    }
    let again = try fixture.open()
    #expect(try await again.data(again.request(query)) == data)
  }

  @Test("uncommitted records can be read")
  func shown() throws {
    let cache = try open { $0.maximumRecords = 3 }
    let lock = try fixture.lock()
    for number in 0..<20 {
      #expect(throws: CacheError.self) { try cache.write("{\"n\":\(number)}", to: "R:\(number)") }
    }
    for number in 0..<20 { #expect(try cache.read("R:\(number)") == "{\"n\":\(number)}") }
    lock.release()
  }

  @Test("the number of records stays within the limit", arguments: [1, 2, 7])
  func limit(_ maximum: Int) throws {
    let fixture = CacheFixture { $0.maximumRecords = maximum }
    for number in 0..<maximum { try fixture.write("{\"n\":\(number)}", to: "R:\(number)") }
    for number in 0..<maximum { #expect(try fixture.read("R:\(number)") != nil) }
    try fixture.write(#"{"n":0}"#, to: "More")
    #expect(try (0..<maximum).map { try fixture.read("R:\($0)") != nil } == (0..<maximum).map { $0 > 0 })
  }

  @Test("the next commit includes an eviction that could not be committed", arguments: [true, false])
  func evicted(_ isAll: Bool) throws {
    let cache = try open()
    for number in 1...3 { try cache.write(#"{"n":1,"f(x:1)":2}"#, to: "R:\(number)") }
    let lock = try fixture.lock()
    #expect(throws: CacheError.self) {
      if isAll { try cache.cache.clear() } else { try cache.cache.evict("R:1") }
    }
    #expect(try cache.read("R:1") == nil)
    lock.release()
    try cache.write(#"{"n":1}"#, to: "Another")
    #expect(try cache.read("R:1") == nil)
    let again = try fixture.open()
    #expect(try again.read("R:1") == nil)
    #expect(try (again.read("R:2") == nil) == isAll)
  }

  @Test("a cache commits also if pages show more records than the limit", .timeLimit(.minutes(1)))
  func allShown() async throws {
    let cache = try fixture.open { $0.maximumRecords = 1 }
    let request = try cache.request()
    let page = ArchivedCache.page(("1", "Lamp"), ("2", "Chair"), ("3", "Table"))
    let content = try await cache.receive(page, for: request)
    let watch = try #require(cache.cache.watch(request, content) { _ in })
    try await cache.receive(page.replacing("Lamp", with: "Light"), for: request)
    #expect(try await cache.data(request).contains("Light"))
    cache.cache.unwatch(watch)
  }

  @Test("a cache that is closed lets its file go, even if a caller still holds the cache")
  func closed() async throws {
    let cache = try fixture.open()
    try cache.write(#"{"n":1}"#, to: "R:1")
    let log = fixture.path + "-wal"
    #expect(FileManager.default.fileExists(atPath: log))
    cache.cache.close()
    // The last connection works the log off and removes it.
    try await eventually("the log is gone") { !FileManager.default.fileExists(atPath: log) }
    withExtendedLifetime(cache) {}
  }
}
