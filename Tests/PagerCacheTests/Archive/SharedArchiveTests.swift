import PagerBytes
import PagerThreads
import Testing

@testable import PagerCache

@Suite("Two caches on one file")
struct SharedArchiveTests {
  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
  }

  @Test("a cache sees the other one's writes at its next read")
  func seen() async throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    try await one.receive(ArchivedCache.page(("1", "Lamp")), for: one.request())
    #expect(try await other.data(other.request()) == ArchivedCache.page(("1", "Lamp")))
    try other.write(#"{"name":"Light"}"#, to: "Product:1")
    #expect(try await one.data(one.request()) == ArchivedCache.page(("1", "Light")))
    try one.cache.evict("Product:1")
    #expect(try other.read("Product:1") == nil)
    try other.cache.clear()
    await #expect(throws: CacheMiss.self) { try await one.data(one.request()) }
    #expect(try one.read("QUERY_ROOT") == nil)
  }

  @Test("a cache loads the other one's writes once, not at every read")
  func loadedOnce() async throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    try one.write(#"{"a":1}"#, to: "R:1")
    try other.write(#"{"a":2}"#, to: "R:1")
    #expect(try one.read("R:1") == #"{"a":2}"#)
    let epoch = one.cache.state.withLock { $0.table.unsaved?.epoch }
    for _ in 0..<3 { #expect(try one.read("R:1") == #"{"a":2}"#) }
    #expect(one.cache.state.withLock { $0.table.unsaved?.epoch } == epoch)
  }

  @Test("the fields that two caches write of one record stand side by side")
  func merged() throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    try one.write(#"{"a":1,"b":1}"#, to: "R:1")
    #expect(try other.read("R:1") == #"{"a":1,"b":1}"#)
    try other.write(#"{"b":2,"c":2}"#, to: "R:1")
    // Not read before: what is written goes over what the other has written, and only that.
    try one.write(#"{"a":3}"#, to: "R:1")
    for cache in [one, other, try fixture.open()] {
      let text = try #require(try cache.read("R:1"))
      for field in [#""a":3"#, #""b":2"#, #""c":2"#] { #expect(text.contains(field), "\(text)") }
    }
  }

  @Test("records that the other cache evicted do not come back with later writes")
  func evicted() throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    try one.write(#"{"a":1,"b":1}"#, to: "R:1")
    try other.cache.evict("R:1")
    try one.write(#"{"a":2}"#, to: "R:1")
    for cache in [one, other, try fixture.open()] { #expect(try cache.read("R:1") == #"{"a":2}"#) }
  }

  @Test("the first process makes a new file, and no other does")
  func raced() async throws {
    for _ in 0..<10 {
      let fixture = try ArchiveFixture()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          group.addTask { try fixture.open().write("{\"n\":\(number)}", to: "R:\(number)") }
        }
        try await group.waitForAll()
      }
      let cache = try fixture.open()
      for number in 0..<4 { #expect(try cache.read("R:\(number)") != nil) }
    }
  }

  @Test("a cache knows the types that the other one has learnt")
  func facts() async throws {
    let query = "{ found { ... on Node { id } ... on Ghost { boo } } }"
    let data = #"{"found":{"__typename":"Product","id":"1"}}"#
    let (one, other) = (try fixture.open(), try fixture.open())
    await #expect(throws: CacheMiss.self) { try await other.data(other.request(query)) }
    try await one.receive(data, for: one.request(query))
    #expect(try await other.data(other.request(query)) == data)
  }

  @Test("a page that the other cache changed is shown anew after the next read, once")
  func watched() async throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    let request = try one.request()
    let content = try await one.receive(ArchivedCache.page(("1", "Lamp")), for: request)
    let (updates, continuation) = AsyncStream.makeStream(of: String?.self)
    let watch = one.cache.watch(request, content) { continuation.yield($0.answer?.text) }
    try other.write(#"{"stock":5}"#, to: "Product:1")
    #expect(try one.read("Product:1")?.contains(#""stock":5"#) == true)
    try other.write(#"{"name":"Light"}"#, to: "Product:1")
    _ = try await one.data(request)
    var iterator = updates.makeAsyncIterator()
    #expect(await iterator.next() == "{\"data\":\(ArchivedCache.page(("1", "Light")))}")
    if let watch { one.cache.unwatch(watch) }
  }

  /// How a cache meets what another process has written.
  enum Meeting: CaseIterable {
    case read, write, receive
  }

  @Test(
    "a watcher hears of another process's write when its cache reads or writes the record",
    arguments: Meeting.allCases, [[#"{"name":"Light"}"#], [#"{"name":"Light"}"#, #"{"stock":1}"#]])
  func heard(_ meeting: Meeting, _ writes: [String]) async throws {
    let one = try fixture.open()
    let request = try one.request()
    let content = try await one.receive(ArchivedCache.page(("1", "Lamp")), for: request)
    let (updates, continuation) = AsyncStream.makeStream(of: String?.self)
    let watch = one.cache.watch(request, content) { continuation.yield($0.answer?.text) }
    for write in writes { #expect(try CacheTool.run(fixture.path, "put", "Product:1", write) == []) }
    // The page does not show the field that comes.
    switch meeting {
    case .read: #expect(try one.read("Product:1")?.contains("Light") == true)
    case .write: try one.write(#"{"price":5}"#, to: "Product:1")
    case .receive:
      let price = #"{"first":{"__typename":"Product","id":"1","price":5}}"#
      try await one.receive(price, for: one.request("{ first { id price } }"), announcesOthers: false)
    }
    var iterator = updates.makeAsyncIterator()
    #expect(await iterator.next() == "{\"data\":\(ArchivedCache.page(("1", "Light")))}")
    if let watch { one.cache.unwatch(watch) }
  }

  @Test("two caches write at the same time, and nothing is lost")
  func concurrent() async throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, cache) in [("one", one), ("other", other)] {
        group.addTask {
          for number in 0..<100 {
            try cache.write("{\"\(name)\":\(number)}", to: "R:\(number % 10)")
            try cache.write("{\"\(name)\":\(number)}", to: "\(name):\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
    for cache in [one, other, try fixture.open()] {
      for number in 0..<10 {
        let text = try #require(try cache.read("R:\(number)"))
        #expect(text.contains("\"one\":\(90 + number)") && text.contains("\"other\":\(90 + number)"), "\(text)")
      }
      for number in 0..<100 {
        #expect(try cache.read("one:\(number)") == "{\"one\":\(number)}")
        #expect(try cache.read("other:\(number)") == "{\"other\":\(number)}")
      }
    }
  }
}
