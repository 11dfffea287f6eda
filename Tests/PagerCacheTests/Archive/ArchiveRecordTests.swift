import Foundation  // FileManager
import PagerCache
import Testing

@Suite("Records in a file")
struct ArchiveRecordTests {
  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
  }

  @Test(
    "a field that is asked for under several aliases is there once",
    arguments: [
      (
        "{ product { key: id id name } }", #"{"product":{"__typename":"Product","key":"1","id":"1","name":"Lamp"}}"#,
        "{ product { id name } }", #"{"product":{"__typename":"Product","id":"1","name":"Lamp"}}"#
      ),
      (
        "{ product { id o { x } p: o { z } } }",
        #"{"product":{"__typename":"Product","id":"1","o":{"__typename":"O","x":1},"p":{"__typename":"O","z":2}}}"#,
        "{ product { id o { x z } } }",
        #"{"product":{"__typename":"Product","id":"1","o":{"__typename":"O","x":1,"z":2}}}"#
      ),
      (
        "{ product { id o { a { x } b: a { y } } p: o { a { z } } } }",
        #"{"product":{"__typename":"Product","id":"1","o":{"__typename":"O","a":[{"__typename":"A","x":1}],"#
          + #""b":[{"__typename":"A","y":2}]},"p":{"__typename":"O","a":[{"__typename":"A","z":[{"$ref":"no"}]}]}}}"#,
        "{ product { o { a { x y z } } } }",
        #"{"product":{"__typename":"Product","o":{"__typename":"O","a":[{"__typename":"A","x":1,"y":2,"z":[{"$ref":"no"}]}]}}}"#
      ),
      (
        "{ product { id } again: product { id name } a: price(in: 1) { x } b: price(in: 1) { y } }",
        #"{"product":{"__typename":"Product","id":"1"},"again":{"__typename":"Product","id":"1","name":"Lamp"},"#
          + #""a":{"__typename":"P","x":1},"b":{"__typename":"P","y":2}}"#,
        "{ price(in: 1) { x y } product { name } }",
        #"{"price":{"__typename":"P","x":1,"y":2},"product":{"__typename":"Product","name":"Lamp"}}"#
      ),
    ])
  func aliases(_ query: String, _ data: String, _ other: String, _ otherData: String) async throws {
    do {
      let cache = try fixture.open()
      try await cache.receive(data, for: cache.request(query))
      #expect(try await cache.data(cache.request(query)) == data)
    }
    for member in ["id", "o", "x"] {
      let twice = "value LIKE '%\"\(member)\":%\"\(member)\":%'"
      #expect(try fixture.sqlite("SELECT count(*) FROM records WHERE \(twice)") == "0")
    }
    for _ in 0..<2 {
      let cache = try fixture.open()
      #expect(try await cache.data(cache.request(other)) == otherData)
      #expect(try await cache.data(cache.request(query)) == data)
      // What is read is written again, and touched in every other way.
      try cache.write(#"{"n":1}"#, to: "Product:1")
      try await cache.receive(data, for: cache.request(query))
    }
    let cache = try fixture.open()
    try cache.cache.evict("Product:1")
    try cache.cache.clear()
  }

  /// What may stand in a row: an earlier version wrote fields twice, and whatever else has happened to it.
  static let rows = [
    "value = '{\"id\":\"1\",\"id\":\"1\",\"name\":\"Lamp\",\"name\":\"Lamp\"}'", "value = '{\"name\":'",
    "value = ''", "value = '1,2'", "value = '1],[2'", "value = x'22FF22'", "value = '{\"name\":{\"$ref\":5}}'",
    "earlier = '5'", "earlier = '[[\"a\",{}]]'", "earlier = '[[1'", "parent = 'Another:1'", "value = '1e400'",
  ]

  /// What changes the row of an earlier version, which has no checksum.
  private static func damage(_ change: String) -> String {
    ["value = \(ArchiveFixture.unsealed)", change].map { "UPDATE records SET \($0) WHERE key = 'Product:1';" }.joined()
  }

  @Test("a row that cannot be read is a miss, and the next answer heals it", arguments: rows)
  func damaged(_ change: String) async throws {
    let page = ArchivedCache.page(("1", "Lamp"), ("2", "Chair"))
    do {
      let cache = try fixture.open()
      try await cache.receive(page, for: cache.request())
    }
    try fixture.sqlite(Self.damage(change))
    do {
      let cache = try fixture.open()
      // The records that came with it are read.
      #expect(try cache.read("Product:2")?.contains("Chair") == true)
      _ = try cache.read("Product:1")
      let request = try cache.request()
      do throws(CacheMiss) {
        let data = try await cache.data(request)
        #expect(data.contains("Chair"))
      } catch {
        #expect(error.error == nil, "\(error.message)")
      }
      try cache.write(#"{"price":1}"#, to: "Product:1")
      try cache.write(#"{"price":1}"#, to: "Product:2")
    }
    do {
      let cache = try fixture.open()
      try await cache.receive(page, for: cache.request())
      #expect(try await cache.data(cache.request()) == page)
    }
    let cache = try fixture.open()
    #expect(try await cache.data(cache.request()) == page)
    try cache.cache.evict("Product:1")
    #expect(try cache.read("Product:1") == nil)
  }

  @Test("a row with an unreadable layer is not there at all")
  func damagedLayer() async throws {
    let page = ArchivedCache.page(("1", "Lamp"))
    do {
      let cache = try fixture.open()
      try await cache.receive(page, for: cache.request())
    }
    try fixture.sqlite(Self.damage(#"earlier = '[[5,{"price":{"$ref":5}}]]'"#))
    #expect(try fixture.open().read("Product:1") == nil)
  }

  @Test("an answer heals a row that was never read, and an eviction removes it", arguments: rows)
  func healed(_ change: String) async throws {
    let page = ArchivedCache.page(("1", "Lamp"), ("2", "Chair"))
    do {
      let cache = try fixture.open()
      try await cache.receive(page, for: cache.request())
    }
    let damage = Self.damage(change)
    try fixture.sqlite(damage)
    try await fixture.open().receive(page, for: fixture.open().request())
    #expect(try await fixture.open().data(fixture.open().request()) == page)
    try fixture.sqlite(damage)
    try fixture.open().cache.evict("Product:1")
    #expect(try fixture.sqlite("SELECT count(*) FROM records WHERE key = 'Product:1'") == "0")
  }

  @Test("no other user can read a new cache's files, and an existing file keeps its mode")
  func modes() async throws {
    let before = umask(0o022)
    defer { umask(before) }
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let cache = try fixture.open()
    try await cache.receive(ArchivedCache.page(("1", "Lamp")), for: cache.request())
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(fixture.path + suffix) == 0o600, "\(suffix)") }
    cache.cache.close()
    let shared = "\(fixture.folder)/shared.sqlite"
    #expect(FileManager.default.createFile(atPath: shared, contents: nil, attributes: [.posixPermissions: 0o640]))
    var configuration = CacheConfiguration()
    configuration.store = .sqlite(path: shared)
    _ = try Cache.open(configuration)
    #expect(try mode(shared) == 0o640)
  }
}
