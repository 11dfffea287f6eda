import PagerCache
import TestSupport
import Testing

@Suite("What is shown of a mutation is taken back when it fails, whatever else happens")
struct GuessTests {
  let fixture = CacheFixture()
  let told = Notebook<String>()

  private static func page(_ name: String, price: String? = "1") -> String {
    let price = price.map { #","price":\#($0)"# } ?? ""
    return #"{"list":[{"__typename":"Item","id":"1","name":"\#(name)"\#(price)}]}"#
  }

  private func show(_ request: CacheRequest, _ page: String) throws -> CacheWatch {
    let told = told
    let content = try fixture.receive(page, for: request)
    return try #require(fixture.cache.watch(request, content) { told.note($0.text) })
  }

  private func end(_ write: OptimisticWrite, hasFailed: Bool = true) {
    fixture.cache.endOptimistic(write, hasFailed: hasFailed)
    fixture.cache.announce()
  }

  private static func changed(_ name: String, price: String? = "1") -> String {
    #"changed: {"data":\#(page(name, price: price))}"#
  }

  private static func withoutGuess(_ name: String, price: String? = "1") -> String {
    #"withoutGuess: {"data":\#(page(name, price: price))}"#
  }

  @Test(
    "a guess goes also if the page can no longer be read",
    arguments: [
      ("evicted", "lost: - of Item:1"), ("list evicted", "lost: - of QUERY_ROOT"),
      ("cleared", "lost: - of QUERY_ROOT"), ("replaced", "lost: price of Item:2"),
    ])
  func lost(_ loss: String, _ place: String) async throws {
    let request = try fixture.request("{ list(of: 1) { id name price } }")
    let watch = try show(request, Self.page("before"))
    let write = try fixture.optimistic(#"{"Item:1":{"name":"guess"}}"#)
    try await eventually("the guess") { told.history == [Self.changed("guess")] }
    // What the server says meanwhile is below.
    try fixture.write(#"{"Item:1":{"name":"meanwhile"}}"#)
    switch loss {
    case "evicted": try fixture.cache.evict("Item:1")
    case "list evicted": try fixture.cache.evict("QUERY_ROOT")
    case "cleared": try fixture.cache.clear()
    default:
      let other = try fixture.request("{ list(of: 1) { id name } }")
      try fixture.receive(#"{"list":[{"__typename":"Item","id":"2","name":"b"}]}"#, for: other)
    }
    try await eventually("lost") { told.history.last?.hasPrefix("lost: ") == true }
    end(write)
    try await eventually("taken back") {
      told.history.suffix(2) == [Self.withoutGuess("before"), place]
        || told.history.suffix(2) == [Self.withoutGuess("meanwhile"), place]
    }
    // It is whole again once the server has said all of it.
    let count = told.history.count
    try fixture.receive(Self.page("after"), for: request)
    try await eventually("whole") { told.history.count > count && told.history.last == Self.changed("after") }
    fixture.cache.unwatch(watch)
  }

  @Test("a page that a guess completed is again as it came without it")
  func completed() async throws {
    let request = try fixture.request("{ list { id name price } }")
    let watch = try show(request, Self.page("a", price: nil))
    try await eventually("not whole") { told.history == ["neverWhole: price of Item:1"] }
    let write = try fixture.optimistic(#"{"Item:1":{"price":9}}"#)
    try await eventually("the guess") { told.history.last == Self.changed("a", price: "9") }
    end(write)
    try await eventually("taken back") {
      told.history.suffix(2) == [Self.withoutGuess("a", price: nil), "lost: price of Item:1"]
    }
    fixture.cache.unwatch(watch)
  }

  @Test("a right guess stays, and a failed one goes alone")
  func several() async throws {
    let request = try fixture.request("{ list { id name price } }")
    let watch = try show(request, Self.page("before"))
    let right = try fixture.optimistic(#"{"Item:1":{"name":"right"}}"#)
    try await eventually("the guess") { told.history.count == 1 }
    try fixture.cache.evict("Item:1")
    try await eventually("lost") { told.history.count == 2 }
    end(right, hasFailed: false)
    try await eventually("still lost") { told.history.count == 3 }
    #expect(!told.history.contains { $0.hasPrefix("withoutGuess") })
    try fixture.receive(Self.page("before"), for: request)
    let first = try fixture.optimistic(#"{"Item:1":{"name":"first"}}"#)
    let second = try fixture.optimistic(#"{"Item:1":{"price":2}}"#)
    try await eventually("both") { told.history.last == Self.changed("first", price: "2") }
    end(first)
    try await eventually("the second") { told.history.last == Self.changed("before", price: "2") }
    try fixture.cache.evict("Item:1")
    try await eventually("lost again") { told.history.last == "lost: __typename of Item:1" }
    end(second)
    try await eventually("none") { told.history.dropLast().last == Self.withoutGuess("before") }
    fixture.cache.unwatch(watch)
  }

  @Test("a page that comes from the cache while a guess is shown")
  func late() async throws {
    let request = try fixture.request("{ list { id name price } }")
    try fixture.receive(Self.page("before"), for: request)
    let write = try fixture.optimistic(#"{"Item:1":{"name":"guess"}}"#)
    let answer = try fixture.cache.read(request).get()
    let told = told
    let watch = try #require(fixture.cache.watch(request, answer.content) { told.note($0.text) })
    try fixture.cache.evict("Item:1")
    try await eventually("lost") { told.history.count == 1 }
    end(write)
    try await eventually("taken back") { told.history.dropLast().last == Self.withoutGuess("before") }
    fixture.cache.unwatch(watch)
  }
}

@Suite("A page that cannot be read back")
struct MissingPartTests {
  let fixture = CacheFixture()
  let told = Notebook<String>()

  private func show(_ request: CacheRequest, _ page: String, errors: String? = nil) throws -> CacheWatch {
    let told = told
    let content = try fixture.receive(page, errors: errors, for: request)
    return try #require(fixture.cache.watch(request, content) { told.note($0.text) })
  }

  @Test(
    "a page that cannot be read back is reported on arrival with its missing field",
    arguments: [
      (#"{"a":{"__typename":"A","id":"1","b":{"__typename":"B","c":1}}}"#, "d of an object without a key"),
      (#"{"a":{"__typename":"A","id":"1"}}"#, "b of A:1"),
      (#"{"a":{"id":"1","b":{"__typename":"B","c":1,"d":2}}}"#, "__typename of an object without a key"),
      (#"{"a":{"__typename":"A","b":{"__typename":"B","c":1,"d":2}}}"#, "id of an object without a key"),
      (#"{"a":{"__typename":"A","id":"1","b":5}}"#, "- of A:1"), ("{}", "a(n:1) of QUERY_ROOT"),
    ])
  func missing(_ page: String, _ place: String) async throws {
    let request = try fixture.request("{ a(n: 1) { id b { c d } } }")
    let watch = try show(request, page)
    try await eventually("told") { told.history == ["neverWhole: \(place)"] }
    // What is missing comes with another answer. An object without a key, or a field of one, wakes only watches that
    // showed it.
    guard !page.contains(#""c":1}"#), page != "{}" else { return fixture.cache.unwatch(watch) }
    let whole = #"{"a":{"__typename":"A","id":"1","b":{"__typename":"B","c":1,"d":2}}}"#
    try fixture.receive(whole, for: request)
    try await eventually("whole") { told.history.last == #"changed: {"data":\#(whole)}"# }
    fixture.cache.unwatch(watch)
  }

  @Test("a page with a null from an error is reported, and a whole page is not")
  func failed() async throws {
    let request = try fixture.request("{ a { id b } }")
    let watch = try show(request, #"{"a":{"__typename":"A","id":"1","b":null}}"#, errors: #"[{"path":["a","b"]}]"#)
    try await eventually("told") { told.history == ["neverWhole: b of A:1"] }
    fixture.cache.unwatch(watch)
    try fixture.receive(#"{"a":{"__typename":"A","id":"1","b":2}}"#, for: request)
    // The cache has it from elsewhere.
    let again = try show(request, #"{"a":{"__typename":"A","id":"1","b":null}}"#, errors: #"[{"path":["a","b"]}]"#)
    try fixture.write(#"{"b":3}"#, to: "A:1")
    try await eventually("changed") { told.history.count > 1 }
    #expect(told.history.dropFirst() == [#"changed: {"data":{"a":{"__typename":"A","id":"1","b":3}}}"#])
    fixture.cache.unwatch(again)
  }
}
