import PagerThreads
import Testing

@testable import PagerCache

@Suite("The most records of a file")
struct ArchiveLimitTests {
  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
  }

  private func open(_ maximum: Int) throws -> ArchivedCache {
    try fixture.open { $0.maximumRecords = maximum }
  }

  private func keys() throws -> String {
    try fixture.sqlite("SELECT group_concat(key, ' ') FROM (SELECT key FROM records ORDER BY key)")
  }

  @Test("the least recently used records leave")
  func least() throws {
    let cache = try open(3)
    for number in 1...3 { try cache.write("{\"n\":\(number)}", to: "R:\(number)") }
    #expect(try cache.read("R:1") != nil)
    try cache.write(#"{"n":4}"#, to: "R:4")
    #expect(try keys() == "R:1 R:3 R:4")
    #expect(try cache.read("R:2") == nil)
    try cache.write(#"{"m":1}"#, to: "R:1")
    try cache.write(#"{"n":5}"#, to: "R:5")
    #expect(try keys() == "R:1 R:4 R:5")
    #expect(try cache.read("R:1") == #"{"m":1,"n":1}"#)
  }

  @Test("after a write that failed, the records that it would have left out are counted again")
  func failedWrite() throws {
    let archive = try SQLiteArchive(path: fixture.path, hasMaximum: true, patience: 1_000)
    for number in 1...3 {
      try archive.write { () throws(CacheError) in
        try archive.put(
          StoredRecord(key: "R:\(number)", parent: nil, received: 1, value: Array("{}".utf8)[...], earlier: nil))
      }
    }
    func shrink(failing: Bool) throws(CacheError) -> [String] {
      try archive.write { () throws(CacheError) in
        let left = try archive.shrink(to: 1) { _ in false }
        if failing { throw .storage(message: "the disk is full") }
        return left
      }
    }
    #expect(throws: CacheError.self) { try shrink(failing: true) }
    #expect(try keys() == "R:1 R:2 R:3")
    #expect(try shrink(failing: false) == ["R:1", "R:2"])
    #expect(try keys() == "R:3")
  }

  @Test("the order of use survives a restart")
  func reopened() throws {
    do {
      let cache = try open(3)
      for number in 1...3 { try cache.write("{\"n\":\(number)}", to: "R:\(number)") }
      _ = try cache.read("R:1")
      try cache.write(#"{"n":2}"#, to: "R:2")
    }
    do {
      let cache = try open(3)
      try cache.write(#"{"n":4}"#, to: "R:4")
      #expect(try keys() == "R:1 R:2 R:4")
    }
    let smaller = try open(2)
    try smaller.write(#"{"n":5}"#, to: "R:5")
    #expect(try keys() == "R:4 R:5")
  }

  @Test("the facts about types are bounded with the records")
  func types() async throws {
    let cache = try open(10)
    let query = "query ($n: Int) { items(n: $n) { id ... on Node { name } } }"
    for start in stride(from: 0, to: 3_000, by: 100) {
      let items = (start..<start + 100).map { #"{"__typename":"T\#($0)","id":"\#($0)","name":"a"}"# }
      let data = #"{"items":[\#(items.joined(separator: ","))]}"#
      try await cache.receive(data, for: try cache.request(query, #"{"n":\#(start)}"#))
    }
    let count = try #require(Int(try fixture.sqlite("SELECT count(*) FROM facts")))
    #expect(count > 0 && count <= 1_000)
  }

  @Test("records that left take no memory, and all others stay readable")
  func crowd() async throws {
    let cache = try open(100)
    let page = ArchivedCache.page(("1", "Lamp"))
    let request = try cache.request()
    let content = try await cache.receive(page, for: request)
    let watch = try #require(cache.cache.watch(request, content) { _ in })
    for round in 0..<20 {
      let records = (0..<1000).map { #""R:\#(round * 1000 + $0)":{"n":\#($0),"f(x:1)":{"$ref":"Q:\#($0)"}}"# }
      try cache.write("{\(records.joined(separator: ","))}")
      #expect(try cache.read("R:\(round * 1000 + 999)")?.hasPrefix(#"{"n":999,"#) == true)
    }
    #expect(cache.cache.state.withLock { $0.table.records.count } < 15_000)
    #expect(try fixture.sqlite("SELECT count(*) FROM records") == "100")
    #expect(try await cache.data(request) == page)
    cache.cache.unwatch(watch)
  }

  @Test("records that a live page shows never leave")
  func shown() async throws {
    let cache = try open(4)
    let page = ArchivedCache.page(("1", "Lamp"))
    let request = try cache.request()
    let content = try await cache.receive(page, for: request)
    let watch = try #require(cache.cache.watch(request, content) { _ in })
    for number in 1...10 { try cache.write("{\"n\":\(number)}", to: "R:\(number)") }
    #expect(try await cache.data(request) == page)
    #expect(try keys() == "Product:1 QUERY_ROOT QUERY_ROOT.products(first:2) R:10")
    cache.cache.unwatch(watch)
    for number in 1...4 { try cache.write("{\"n\":\(number)}", to: "S:\(number)") }
    #expect(try keys() == "S:1 S:2 S:3 S:4")
    await #expect(throws: CacheMiss.self) { try await cache.data(request) }
  }
}
