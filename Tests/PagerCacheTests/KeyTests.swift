import PagerCache
import PagerJSON
import TestSupport
import Testing

@Suite("Keys of objects and of fields")
struct KeyTests {
  @Test("objects are known by the fields that the configuration names")
  func keyFields() throws {
    let fixture = CacheFixture {
      $0.keyFields = KeyFields(common: ["sku", "shop"], byType: ["User": ["name"], "Money": [], "Node": ["id"]])
    }
    let request = try fixture.request("{ a { sku shop } b { sku } c { name id } d { id } }")
    let data =
      #"{"a":{"__typename":"Item","sku":"x+y","shop":7},"b":{"__typename":"Item","sku":"x"},"c":{"__typename":"User","name":"n","id":"1"},"d":{"__typename":"Money","id":"1"}}"#
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
    #expect(try fixture.read(#"Item:x\+y+7"#) != nil)
    #expect(try fixture.read("Item:x") == nil)
    #expect(try fixture.read("User:n") != nil)
    #expect(try fixture.read("Money:1") == nil)
  }

  @Test("parts of keys do not run into each other")
  func parts() throws {
    let fixture = CacheFixture { $0.keyFields = KeyFields(common: ["a", "b"]) }
    let request = try fixture.request("{ items { a b n } }")
    let data = #"{"items":[{"__typename":"T","a":"x+y","b":"z","n":1},{"__typename":"T","a":"x","b":"y+z","n":2}]}"#
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
  }

  @Test("in keys with several parts, the number 1 and the string \"1\" differ")
  func numbersInParts() throws {
    let fixture = CacheFixture { $0.keyFields = KeyFields(common: ["a", "b"]) }
    let request = try fixture.request("{ items { a b n } }")
    let parts = [
      (#"1"#, #""3""#), (#""1""#, "3"), ("1", "3"), (#""1""#, #""3""#), (#""\\1""#, "3"), ("-0.5e+7", "3"),
      (#""-0.5e+7""#, "3"), (#""-0.5e""#, #""7+3""#), (#""""#, #""-""#), (#""01""#, #""1.""#), (#""1e""#, #""+1""#),
    ]
    let items = parts.enumerated().map { index, part in
      #"{"__typename":"T","a":\#(part.0),"b":\#(part.1),"n":\#(index)}"#
    }
    let data = #"{"items":[\#(items.joined(separator: ","))]}"#
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
    #expect(try fixture.read(#"T:1+\3"#)?.contains(#""n":0"#) == true)
    #expect(try fixture.read("T:1+3")?.contains(#""n":2"#) == true)
    #expect(try fixture.read("T:01+1.")?.contains(#""n":9"#) == true)
  }

  @Test("a field is the same however its arguments are written")
  func arguments() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(
      "query Q($c: Color = RED, $n: Int, $o: In) { f(a: 1, c: $c, n: $n, o: $o) }", #"{"o":{"y":[1],"x":"s"}}"#)
    try fixture.receive(#"{"f":1}"#, for: request)
    for same in [
      "{ f(o: {x: \"s\", y: [1]}, c: RED, a: 1) }", "{ f(a: 1, c: \"RED\", o: {y: [1], x: \"s\"}) }",
      "{ f(a: 1, c: \"\"\"RED\"\"\", o: {y: [1], x: \"s\"}) }",
    ] {
      #expect(try fixture.data(fixture.request(same)) == #"{"f":1}"#)
    }
    for other in [
      "{ f(a: 2, c: RED, o: {y: [1], x: \"s\"}) }", "{ f(a: 1, c: RED, n: null, o: {y: [1], x: \"s\"}) }",
      "{ f(a: 1, c: RED, o: {y: 1, x: \"s\"}) }", "{ f }", "{ f(a: 1, c: RED, o: {y: [1], x: s}, z: 1) }",
    ] {
      #expect(throws: CacheMiss.self) { try fixture.data(fixture.request(other)) }
    }
  }

  @Test("texts of other scripts are told apart, digits behind their letters too")
  func scripts() throws {
    let fixture = CacheFixture()
    let query = "query ($s: String) { a(s: $s) }"
    let values = ["\u{E9}1", "\u{E91}", "\u{E9}", "e\u{301}", "\u{E9}\u{31}0"]
    for (number, value) in values.enumerated() {
      try fixture.receive("{\"a\":\(number)}", for: fixture.request(query, #"{"s":"\#(value)"}"#))
    }
    for (number, value) in values.enumerated() {
      #expect(try fixture.data(fixture.request(query, #"{"s":"\#(value)"}"#)) == "{\"a\":\(number)}")
    }
  }

  @Test("variables that nest deeply are told apart by their values")
  func deepVariables() async throws {
    let (opening, closing) = (String(repeating: #"{"b":1,"a":[[],"#, count: 100), String(repeating: "]}", count: 100))
    let request = Array(#"{"query":"query ($o: In) { f(o: $o) }","variables":{"o":\#(opening)1\#(closing)}}"#.utf8)
    let spaced = opening.replacing(",", with: " , ")
    let same = Array(
      #"{"query":"query ($o: In) { f(o: $o) }","variables":{"o":\#(spaced)1\#(closing)}}"#.utf8)
    let fixture = CacheFixture()
    let taken = try #require(fixture.cache.request(request))
    try fixture.receive(#"{"f":1}"#, for: taken)
    #expect(try fixture.data(try #require(fixture.cache.request(same))) == #"{"f":1}"#)
  }

  @Test("without __typename objects have no keys, and fragments on types are a miss")
  func withoutTypename() throws {
    let fixture = CacheFixture { $0.addsTypename = false }
    let request = try fixture.request("{ items { id name } }")
    let data = #"{"items":[{"id":"1","name":"a"},{"id":"1","name":"b"}]}"#
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
    let typed = try fixture.request("{ it { id ... on A { x } ... on B { y } } }")
    try fixture.receive(#"{"it":{"id":"1","x":1}}"#, for: typed)
    #expect(throws: CacheMiss.self) { try fixture.data(typed) }
  }

  @Test("records that are too old are a miss; what a page shows stays")
  func age() async throws {
    let fixture = CacheFixture { $0.maximumAgeByType = ["Item": 0] }
    let request = try fixture.request("{ item { id } other { id } }")
    try fixture.receive(
      #"{"item":{"__typename":"Item","id":"1"},"other":{"__typename":"Other","id":"1"}}"#, for: request)
    try await eventually("too old") { (try? fixture.data(request)) == nil }
    let other = try fixture.request("{ other { id } }")
    #expect(try fixture.data(other) == #"{"other":{"__typename":"Other","id":"1"}}"#)
  }

  @Test("a list of values that is too old is a miss, too")
  func ageOfList() async throws {
    let fixture = CacheFixture { $0.maximumAge = 0 }
    let request = try fixture.request("{ tags(first: 2) }")
    try fixture.receive(#"{"tags":["a","b"]}"#, for: request)
    try await eventually("too old") { (try? fixture.data(request)) == nil }
    let lasting = CacheFixture { $0.maximumAge = 1_000_000 }
    try lasting.receive(#"{"tags":["a","b"]}"#, for: lasting.request("{ tags(first: 2) }"))
    #expect(try lasting.data(lasting.request("{ tags(first: 2) }")) == #"{"tags":["a","b"]}"#)
  }

  @Test(
    "__typename is added to all selections of objects",
    arguments: [
      ("{ a { b } }", "{ a {__typename  b } }"),
      ("{ a { __typename b } }", "{ a { __typename b } }"),
      ("{ a { __typename @skip(if: true) b } }", "{ a {__typename  __typename @skip(if: true) b } }"),
      ("{ a { t: __typename } }", "{ a {__typename  t: __typename } }"),
      ("{a{b}}", "{a{__typename b}}"),
      ("\u{FEFF}{ a { b } }", "\u{FEFF}{ a {__typename  b } }"),
      ("# {\r\n{ a # {\r\n{ b } }", "# {\r\n{ a # {\r\n{__typename  b } }"),
      ("{ a(s: \"{\", t: \"\"\"\n{ \"\"\") { b } é { c } }", ""),
      ("{ a(s: \"é😀{\") { b } }", "{ a(s: \"é😀{\") {__typename  b } }"),
      (
        "{ a { ... on B { c } ...F } } fragment F on B { d }",
        "{ a {__typename  ... on B { c } ...F } } fragment F on B {__typename  d }"
      ),
      ("{ a { ... { c { d } } } }", "{ a {__typename  ... { c {__typename  d } } } }"),
      ("{\r  a\r  {\r b } }", "{\r  a\r  {__typename \r b } }"),
    ])
  func typename(_ document: String, _ sent: String) throws {
    let fixture = CacheFixture()
    guard !sent.isEmpty else {
      let text = try JSONValue.string(document).text()
      #expect(fixture.cache.request(Array("{\"query\":\(text)}".utf8)) == nil)
      return
    }
    let body = try fixture.request(document).body
    let value = try JSONValue(parsing: String(decoding: body, as: UTF8.self))
    #expect(value["query"] == .string(sent))
  }
}
