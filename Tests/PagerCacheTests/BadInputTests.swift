import PagerBytes
import PagerCache
import PagerJSON
import TestSupport
import Testing

@Suite("Bad input is an error or a miss, never a wrong page")
struct BadInputTests {
  let fixture = CacheFixture()

  private func page(_ data: String = #"{"item":{"__typename":"Item","id":"1","name":"a","owner":{"name":"o"}}}"#) throws
    -> CacheRequest
  {
    let request = try fixture.request("{ item { id name owner { name } } }")
    try fixture.receive(data, for: request)
    return request
  }

  @Test(
    "what cannot be written is an error that says so, and nothing of it is written",
    arguments: [
      (#"[1]"#, "an object of keys and fields"), (#"{"Item:1":5}"#, "a record's fields must be an object"),
      (#"{"":{"a":1}}"#, "is empty"),
      (#"{"Item:1":{"a b":1}}"#, "is not a field"), (#"{"Item:1":{"":1}}"#, "is not a field"),
      (#"{"Item:1":{"1a":1}}"#, "is not a field"), (#"{"Item:1":{"a(":1}}"#, "is not a field"),
      (#"{"Item:1":{"a(b:$c)":1}}"#, "is not a field"), (#"{"Item:1":{"a(b:1) c":1}}"#, "is not a field"),
      (#"{"Item:1":{"a(b:1)} {x":1}}"#, "is not a field"), (#"{"Item:1":{"x: a(b:1)":1}}"#, "is not a field"),
      (#"{"Item:1":{"a":{"$ref":5}}}"#, "a reference must be"),
      (#"{"Item:1":{"a":{"$ref":"B","x":1}}}"#, "a reference must be"),
      (#"{"Item:1":{"a":{"$ref":""}}}"#, "is empty"), (#"{"Item:1":{"a":{"$json":1,"b":2}}}"#, "no other member"),
      (#"{"Item:1":{"$ref":"B"}}"#, "is not a field"), (#"{"Item:1":{"a":1,"a":2}}"#, "is given twice"),
      (#"{"Item:1":{"a":{"b":1,"b":2}}}"#, "is given twice"),
      (#"{"Item:1":{"a(x:1,y:2)":1,"a(y:2,x:1)":2}}"#, "is given twice"),
      (#"{"Item:1":{"__typename":5}}"#, "the name of a type"),
      (#"{"Item:1":{"a":{"__typename":null}}}"#, "the name of a type"),
      (#"{"Q.a(b:1)":{"a":1}}"#, "is a field of a record"), (#"{"Item:1":{"#, "not JSON"),
      (#"{"Item:0":{"a":1},"Item:1":5}"#, "a record's fields must be an object"),
    ])
  func writing(_ text: String, _ message: String) throws {
    let error = #expect(throws: CacheError.self) { try fixture.write(text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(try fixture.read("Item:0") == nil)
    #expect(try fixture.read("Item:1") == nil)
  }

  @Test("keys of a megabyte are refused; objects with such an id are kept where they are found")
  func longKey() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let error = #expect(throws: CacheError.self) { try fixture.write("{}", to: long) }
    #expect((error?.message.utf8.count ?? 0) < 500)
    #expect(throws: CacheError.self) { try fixture.read(long) }
    #expect(throws: CacheError.self) { try fixture.write("{\"Item:1\":{\"\(long) \":1}}") }
    let data = "{\"item\":{\"__typename\":\"Item\",\"id\":\"\(long)\",\"name\":\"a\",\"owner\":null}}"
    #expect(try fixture.data(page(data)) == data)
  }

  @Test("shapes that contradict earlier ones are misses, until the server says more")
  func contradictions() throws {
    let request = try page()
    let scalars = try fixture.request("{ item }")
    try fixture.receive(#"{"item":5}"#, for: scalars)
    #expect(throws: CacheMiss.self) { try fixture.data(request) }
    try fixture.receive(#"{"item":[{"__typename":"Item","id":"1","name":"a","owner":null}]}"#, for: request)
    #expect(try fixture.data(request) == #"{"item":[{"__typename":"Item","id":"1","name":"a","owner":null}]}"#)
    #expect(throws: CacheMiss.self) { try fixture.data(scalars) }
    try fixture.write(#"{"owner":"text"}"#, to: "Item:1")
    #expect(throws: CacheMiss.self) { try fixture.data(request) }
    try fixture.write(#"{"owner":{"$ref":"Missing:1"}}"#, to: "Item:1")
    let miss = #expect(throws: CacheMiss.self) { try fixture.data(request) }
    #expect(miss?.place == "Missing:1")
  }

  @Test("references may go in a circle")
  func circle() throws {
    try fixture.write(
      #"{"A:1":{"__typename":"A","next":{"$ref":"A:2"}},"A:2":{"__typename":"A","next":{"$ref":"A:1"}},"QUERY_ROOT":{"a":{"$ref":"A:1"}}}"#
    )
    let request = try fixture.request("{ a { next { next { next { __typename } } } } }")
    #expect(
      try fixture.data(request)
        == #"{"a":{"__typename":"A","next":{"__typename":"A","next":{"__typename":"A","next":{"__typename":"A"}}}}}"#)
    #expect(try fixture.read("A:1") == #"{"__typename":"A","next":{"$ref":"A:2"}}"#)
  }

  @Test("two types under one key are not mixed")
  func types() throws {
    let request = try page()
    try fixture.write(#"{"__typename":"User","age":5}"#, to: "Item:1")
    #expect(throws: CacheMiss.self) { try fixture.data(request) }
    // The same for objects without a key.
    let one = try fixture.request("{ it { name } }")
    let other = try fixture.request("{ it { age } }")
    let both = try fixture.request("{ it { name age } }")
    try fixture.receive(#"{"it":{"__typename":"A","name":"a"}}"#, for: one)
    try fixture.receive(#"{"it":{"__typename":"B","age":1}}"#, for: other)
    #expect(throws: CacheMiss.self) { try fixture.data(both) }
    #expect(throws: CacheMiss.self) { try fixture.data(one) }
  }

  @Test("ids that look the same but are not the same bytes are two objects")
  func normalization() throws {
    let request = try fixture.request("query Q($n: String) { item(name: $n) { id name } }", "{\"n\":\"\u{E9}\"}")
    let other = try fixture.request("query Q($n: String) { item(name: $n) { id name } }", "{\"n\":\"e\u{301}\"}")
    let data = "{\"item\":{\"__typename\":\"Item\",\"id\":\"\u{E9}\",\"name\":\"one\"}}"
    let otherData = "{\"item\":{\"__typename\":\"Item\",\"id\":\"e\u{301}\",\"name\":\"two\"}}"
    try fixture.receive(data, for: request)
    try fixture.receive(otherData, for: other)
    #expect(Array(try fixture.data(request).utf8) == Array(data.utf8))
    #expect(Array(try fixture.data(other).utf8) == Array(otherData.utf8))
    let literal = try fixture.request("{ item(name: \"\u{E9}\") { id name } }")
    let otherLiteral = try fixture.request("{ item(name: \"e\u{301}\") { id name } }")
    #expect(Array(try fixture.data(literal).utf8) == Array(data.utf8))
    #expect(Array(try fixture.data(otherLiteral).utf8) == Array(otherData.utf8))
  }

  @Test("an id that looks like a field's key is not a key")
  func fieldLikeID() throws {
    let request = try fixture.request("{ items { id name(x: 1) } }")
    let data =
      #"{"items":[{"__typename":"A","id":"1","name":"a"},{"__typename":"A","id":"1.name(x:1)","name":"b"}]}"#
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
  }

  @Test("data that is not an object, fields that are missing, keys that are there twice")
  func malformed() throws {
    let request = try fixture.request("{ item { id name } }")
    for data in ["5", "null", "[]", "\"text\""] {
      #expect(throws: (any Error).self) { try fixture.receive(data, for: request) }
      #expect(throws: CacheMiss.self) { try fixture.data(request) }
    }
    try fixture.receive(#"{"item":{"__typename":"Item","id":"1"}}"#, for: request)
    #expect(throws: CacheMiss.self) { try fixture.data(request) }
    try fixture.receive(#"{"item":{"__typename":"Item","id":"1","name":"a","name":"b"}}"#, for: request)
    #expect(try fixture.data(request) == #"{"item":{"__typename":"Item","id":"1","name":"a"}}"#)
    // A field that is missing does not take away what is known of it.
    try fixture.receive(#"{"item":{"__typename":"Item","id":"1"}}"#, for: request)
    #expect(try fixture.data(request) == #"{"item":{"__typename":"Item","id":"1","name":"a"}}"#)
    for type in ["5", "{}", "\"It\\u0065m\"", "null", "\"\""] {
      let data = "{\"item\":{\"__typename\":\(type),\"id\":\"1\",\"name\":\"x\"}}"
      try fixture.receive(data, for: request)
      #expect(try fixture.data(request) == data)
    }
    #expect(try fixture.read("Item:1")?.contains("\"name\":\"a\"") == true)
  }

  @Test("a variable that must have a value and has none is a miss; another one leaves its argument out")
  func missingVariable() throws {
    try fixture.receive(#"{"items":[1]}"#, for: fixture.request("{ items }"))
    let required = "query ($first: Int!) { items(first: $first) }"
    for variables in ["{}", #"{"first":null}"#, #"{"last":1}"#] {
      let miss = CacheMiss(place: "QUERY_ROOT", reason: "its variable $first needs a value, and has none")
      #expect(try fixture.answer(fixture.request(required, variables)) == .failure(miss))
    }
    #expect(try fixture.data(fixture.request("query ($first: Int) { items(first: $first) }")) == #"{"items":[1]}"#)
    try fixture.receive(#"{"items":[2]}"#, for: fixture.request("{ items(first: 2) }"))
    #expect(
      try fixture.data(fixture.request("query ($first: Int! = 2) { items(first: $first) }")) == #"{"items":[2]}"#)
  }

  @Test("an alias that is called __typename goes past the cache")
  func foreignTypename() {
    let body = Array(#"{"query":"{ item { __typename: name id } }"}"#.utf8)
    #expect(fixture.cache.request(body) == nil)
    #expect(fixture.cache.request(Array("5".utf8)) == nil)
    #expect(fixture.cache.request(Array(#"{"query":"{"}"#.utf8)) == nil)
    #expect(fixture.cache.request(Array(#"{"query":"subscription { a }"}"#.utf8)) == nil)
    #expect(fixture.cache.request(Array(#"{"query":"{ a }","variables":5}"#.utf8)) != nil)
  }

  @Test(
    "what is read can be written, and is read the same",
    arguments: [
      #"{"a":1.50,"b":{"$json":{"$ref":"x"}},"c":[{"d":1},null,[{"$ref":"B:1"}]],"e":{"$json":[{"x":1}]},"f(x:\"y\")":{"g":[]}}"#,
      #"{"a":{"b(c:{d:1})":2}}"#,
    ])
  func readAndWrite(_ text: String) throws {
    try fixture.write(text, to: "A:1")
    let read = try #require(try fixture.read("A:1"))
    try fixture.write(read, to: "A:2")
    #expect(try fixture.read("A:2") == read)
    #expect(try JSONValue(parsing: read)["a"] == JSONValue(parsing: text)["a"])
  }

  @Test("values that were written as objects can be read as values without fields")
  func leaves() throws {
    try fixture.write(#"{"x":{"a":[{"$json":{"b":[{}]}},{"c":null}]},"y":{"a":{"$ref":"B:1"}}}"#, to: "QUERY_ROOT")
    #expect(try fixture.data(fixture.request("{ x }")) == #"{"x":{"a":[{"b":[{}]},{"c":null}]}}"#)
    #expect(throws: CacheMiss.self) { try fixture.data(fixture.request("{ y }")) }
  }

  @Test("deep values fit a small stack")
  func deep() throws {
    let fixture = fixture
    let tooDeep = "{\"x\":\(String(repeating: "[", count: 65))1\(String(repeating: "]", count: 65))}"
    #expect(throws: CacheError.self) { try fixture.write(tooDeep, to: "A:1") }
    let opening = String(repeating: "{\"a\":[", count: 31)
    let text = "{\"x\":\(opening)1\(String(repeating: "]}", count: 31))}"
    #if DEBUG
      let stack = 512 << 10
    #else
      let stack = 64 << 10
    #endif
    let result = onSmallStack(of: stack) { () -> String? in
      do {
        try fixture.write(text, to: "A:1")
        try fixture.write(text.replacing("1", with: "2"), to: "A:1")
        try fixture.write("{\"y\":1}", to: "A:1")
        return try fixture.read("A:1")
      } catch {
        return "\(error)"
      }
    }
    #expect(result == .some("{\"y\":1,\(text.replacing("1", with: "2").dropFirst())"))
  }

  @Test("lists of lists may be as deep as JSON goes: then they are a miss")
  func deepResponse() throws {
    let request = try fixture.request("{ a { id } }")
    try fixture.receive(
      "{\"a\":\(String(repeating: "[", count: 250))\(String(repeating: "]", count: 250))}", for: request)
    #expect(throws: CacheMiss.self) { try fixture.data(request) }
  }

  @Test("many objects and many members take time in proportion")
  func many() throws {
    let objects = (0..<100_000).map { "{\"f\($0 % 1000)\":\($0)}" }.joined(separator: ",")
    try fixture.write("{\"a\":[\(objects)]}", to: "A:1")
    #expect(try fixture.read("A:1")?.utf8.count == objects.utf8.count + 8)
    let members = (0..<20_000).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
    try fixture.write("{\(members)}", to: "A:2")
    try fixture.write("{\"a\":1,\(members)}", to: "A:2")
    #expect(try fixture.read("A:2")?.utf8.count == members.utf8.count + 8)
    let records = (0..<20_000).map { "\"B:\($0)\":{\"a\":1}" }.joined(separator: ",")
    try fixture.write("{\(records)}")
    #expect(try fixture.read("B:19999") == "{\"a\":1}")
  }
}
