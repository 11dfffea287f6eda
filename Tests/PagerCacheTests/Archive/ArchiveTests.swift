import PagerCache
import Testing

@Suite("A cache that is kept in a file")
struct ArchiveTests {
  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
  }

  @Test("pages are there again after a restart, without a server")
  func reopened() async throws {
    let pages = [
      ArchivedCache.page(("1", "Lamp"), ("2", "Chair")),
      ArchivedCache.page(("3", #"Table \"round\" 🪑"#), ("1", "Lamp"), hasMore: false),
    ]
    do {
      let cache = try fixture.open()
      try await cache.receive(pages[0], for: cache.request())
      try await cache.receive(pages[1], for: cache.request(after: "2"))
    }
    let cache = try fixture.open()
    #expect(try await cache.data(cache.request()) == pages[0])
    #expect(try await cache.data(cache.request(after: "2")) == pages[1])
    await #expect(throws: CacheMiss.self) { try await cache.data(cache.request(after: "3")) }
  }

  @Test("every value of a response comes back as it came")
  func values() async throws {
    let query = """
      { a(x: {b: [1, "é\\n"]}) b { c { d } list(n: 1) { e } } many { id tags } nothing scalar nested { f { id } } \
      again: a(x: 2) }
      """
    let data =
      #"{"a":1.50,"b":{"__typename":"B","c":null,"list":[[{"__typename":"E","e":"\u00e9\/"}],null]},"# + ""
      + #""many":[{"__typename":"M","id":7,"tags":["{","["]},null,{"__typename":"M","id":8,"tags":{"$ref":"x","y":[{}]}}],"#
      + #""nothing":null,"scalar":[{"$json":1},-0.0,1e400],"nested":{"__typename":"N","f":{"__typename":"F","id":"x.y(z:1)"}},"again":true}"#
    let sent = data.replacing("1e400", with: "1e40")
    do {
      let cache = try fixture.open()
      try await cache.receive(sent, for: cache.request(query))
      #expect(try await cache.data(cache.request(query)) == sent)
    }
    let cache = try fixture.open()
    #expect(try await cache.data(cache.request(query)) == sent)
  }

  @Test("fields that different queries have brought stay together, in the file too")
  func merged() async throws {
    let names = #"{ product(id: "1") { id name } }"#
    let prices = #"{ product(id: "1") { id price } }"#
    let name = #"{"product":{"__typename":"Product","id":"1","name":"Lamp"}}"#
    let price = #"{"product":{"__typename":"Product","id":"1","price":10}}"#
    do {
      let cache = try fixture.open()
      try await cache.receive(name, for: cache.request(names))
    }
    do {
      // A process that has never read the name.
      let cache = try fixture.open()
      try await cache.receive(price, for: cache.request(prices))
      #expect(try await cache.data(cache.request(names)) == name)
    }
    let cache = try fixture.open()
    #expect(try await cache.data(cache.request(names)) == name)
    #expect(try await cache.data(cache.request(prices)) == price)
    #expect(try cache.read("Product:1") == #"{"__typename":"Product","id":"1","price":10,"name":"Lamp"}"#)
  }

  @Test("records that are written by hand, and their fields with arguments")
  func byHand() throws {
    do {
      let cache = try fixture.open()
      try cache.write(#"{"name":"Lamp","price(currency:\"EUR\")":10,"maker":{"$ref":"Maker:a.b"}}"#, to: "Product:1")
      try cache.write(#"{"Maker:a.b":{"size":{"$json":{"x":[1]}}},"Maker:a":{"name":"other"}}"#)
    }
    let cache = try fixture.open()
    #expect(
      try cache.read("Product:1") == #"{"name":"Lamp","maker":{"$ref":"Maker:a.b"},"price(currency:\"EUR\")":10}"#)
    #expect(try cache.read("Maker:a.b") == #"{"size":{"$json":{"x":[1]}}}"#)
    #expect(try cache.read("Maker:a") == #"{"name":"other"}"#)
    #expect(try cache.read("Maker:c") == nil)
    #expect(try cache.read("QUERY_ROOT") == nil)
  }

  @Test("an eviction or a clear removes the record and its fields from the file")
  func evicted() throws {
    do {
      let cache = try fixture.open()
      try cache.write(#"{"A:1":{"a":1,"b(c:1)":2},"A:1.5":{"a":3},"B:1":{"a":4},"B:2":{"a":5}}"#)
    }
    do {
      // Not read before: only the file has them.
      let cache = try fixture.open()
      try cache.cache.evict("A:1")
      #expect(try cache.read("A:1") == nil)
      #expect(try cache.read("A:1.5") == #"{"a":3}"#)
      try cache.cache.evict("B:1")
      try cache.write(#"{"z":0}"#, to: "B:1")
    }
    do {
      let cache = try fixture.open()
      #expect(try cache.read("A:1") == nil)
      #expect(try cache.read("A:1.5") == #"{"a":3}"#)
      #expect(try cache.read("B:1") == #"{"z":0}"#)
      try cache.cache.clear()
      #expect(try cache.read("B:2") == nil)
      try cache.write(#"{"n":1}"#, to: "C:1")
    }
    let cache = try fixture.open()
    #expect(try cache.read("B:2") == nil)
    #expect(try cache.read("C:1") == #"{"n":1}"#)
    #expect(try fixture.sqlite("SELECT group_concat(key) FROM records") == "C:1")
  }

  @Test(
    "what a transaction removes is gone from what it reads and from the file, though only the file had it",
    arguments: ["a:", "A:"])
  func removed(_ pattern: String) async throws {
    do {
      let cache = try fixture.open()
      try cache.write(#"{"A:1":{"a":1,"b(c:1)":2},"A:2":{"a":3},"B:1":{"a":4},"B:2":{"a":5,"b(c:1)":6}}"#)
    }
    do {
      let cache = try fixture.open()
      let transaction = CacheTransaction(cache.cache)
      try transaction.evict(matching: pattern)
      try transaction.evict("B:2")
      for key in ["A:1", "A:2", "B:2"] { #expect(try transaction.read(key) == nil, "\(key)") }
      #expect(try transaction.read("B:1").map { String(decoding: $0, as: UTF8.self) } == #"{"a":4}"#)
      #expect(try cache.read("A:1") == #"{"a":1,"b(c:1)":2}"#)
      try transaction.write(ArchivedCache.bytes(#"{"a":7}"#), to: "A:2")
      try transaction.commit()
      #expect(await cache.commit() == nil)
      #expect(try cache.read("A:1") == nil)
    }
    #expect(
      try fixture.sqlite("SELECT group_concat(key, ' ') FROM (SELECT key FROM records ORDER BY key)") == "A:2 B:1")
    let cache = try fixture.open()
    #expect(try cache.read("A:2") == #"{"a":7}"#)
  }

  @Test("values that nest as deeply as those of a response may come back from the file, in layers too")
  func deepValues() async throws {
    let first = #"{ deep product(id: "1") { id first } }"#
    let second = #"{ product(id: "1") { id second } }"#
    // A response has two levels around its own fields, and the product one more.
    let values = [254, 253].map(Self.nested)
    let product = #""product":{"__typename":"Product","id":"1","#
    let answers = [
      "{\"deep\":\(values[0]),\(product)\"first\":\(values[1])}}", "{\(product)\"second\":\(values[1])}}",
    ]
    let record = #"{"value":{"$json":\#(values[0])}}"#
    do {
      let cache = try fixture.open()
      try await cache.receive(answers[0], for: cache.request(first))
      try await cache.receive(answers[1], for: cache.request(second))
      try cache.write(record, to: "R:1")
    }
    let cache = try fixture.open()
    #expect(try await cache.data(cache.request(first)) == answers[0])
    #expect(try await cache.data(cache.request(second)) == answers[1])
    #expect(try cache.read("R:1") == record)
  }

  @Test("deep lists can be read from the file as from memory", arguments: 58...66)
  func deepLists(depth: Int) async throws {
    let query = "{ list { id } }"
    let lists = String(repeating: "[", count: depth) + #"{"id":1}"# + String(repeating: "]", count: depth)
    var kept: String?
    do {
      let cache = try fixture.open()
      let request = try cache.request(query)
      try await cache.receive("{\"list\":\(lists)}", for: request)
      kept = try? await cache.data(request)
    }
    let cache = try fixture.open()
    let answer = try? await cache.data(cache.request(query))
    #expect(answer == kept, "\(kept == nil ? "a miss" : "an answer") before")
  }

  /// A value of so many levels, objects and lists by turns.
  private static func nested(_ depth: Int) -> String {
    let levels = (0..<depth).map { $0.isMultiple(of: 2) }
    return levels.map { $0 ? #"{"a":"# : "[" }.joined() + "1" + levels.reversed().map { $0 ? "}" : "]" }.joined()
  }

  @Test("optimistic writes never reach the file")
  func optimistic() async throws {
    do {
      let cache = try fixture.open()
      try cache.write(#"{"name":"Lamp"}"#, to: "Product:1")
      let text = try ArchivedCache.bytes(#"{"Product:1":{"name":"guess"},"Product:2":{"name":"guess"}}"#)
      _ = try cache.cache.writeOptimistic(text)
      #expect(try cache.read("Product:1") == #"{"name":"guess"}"#)
      try cache.write(#"{"price":1}"#, to: "Product:1")
    }
    let cache = try fixture.open()
    #expect(try cache.read("Product:1") == #"{"price":1,"name":"Lamp"}"#)
    #expect(try cache.read("Product:2") == nil)
  }

  @Test("the facts about fragments survive a restart")
  func facts() async throws {
    let query = "{ found { ... on Node { id } ... on Ghost { boo } } }"
    let data = #"{"found":{"__typename":"Product","id":"1"}}"#
    do {
      let cache = try fixture.open()
      try await cache.receive(data, for: cache.request(query))
    }
    let cache = try fixture.open()
    #expect(try await cache.data(cache.request(query)) == data)
  }

  @Test("the age of records survives a restart")
  func age() async throws {
    do {
      let cache = try fixture.open()
      try await cache.receive(ArchivedCache.page(("1", "Lamp")), for: cache.request())
    }
    do {
      let cache = try fixture.open { $0.maximumAge = 3_600_000 }
      #expect(try await cache.data(cache.request()) == ArchivedCache.page(("1", "Lamp")))
    }
    try fixture.sqlite("UPDATE records SET \(ArchiveFixture.older) WHERE key = 'Product:1'")
    let cache = try fixture.open { $0.maximumAge = 3_600_000 }
    await #expect(throws: CacheMiss.self) { try await cache.data(cache.request()) }
    let patient = try fixture.open { $0.maximumAgeByType = ["Other": 1] }
    #expect(try await patient.data(patient.request()) == ArchivedCache.page(("1", "Lamp")))
  }
}
