import PagerCache
import Testing

@Suite("What a server could not fill does not enter")
struct ErrorTests {
  private static let query = """
    { shop { id name motto { text } } page: products(first: 2) { total edges { cursor node { id name tags } } } }
    """

  /// Each part of the answer, as a query of its own, with what it reads where nothing of it failed.
  private static let parts = [
    ("{ shop { id name } }", #"{"shop":{"__typename":"Shop","id":"s","name":"n"}}"#),
    (
      "{ shop { id motto { text } } }",
      #"{"shop":{"__typename":"Shop","id":"s","motto":{"__typename":"M","text":"t"}}}"#
    ),
    ("{ shop { id } }", #"{"shop":{"__typename":"Shop","id":"s"}}"#),
    ("{ products(first: 2) { total } }", #"{"products":{"__typename":"Page","total":2}}"#),
    (
      "{ products(first: 2) { edges { cursor } } }",
      #"{"products":{"__typename":"Page","edges":[{"__typename":"E","cursor":"a"},{"__typename":"E","cursor":"b"}]}}"#
    ),
  ]

  private static func product(_ id: Int, name: String = #""p""#, tags: String = #"["x","y"]"#) -> String {
    #"{"__typename":"Product","id":"\#(id)","name":\#(name),"tags":\#(tags)}"#
  }

  private static func edge(_ cursor: String, _ node: String) -> String {
    #"{"__typename":"E","cursor":"\#(cursor)","node":\#(node)}"#
  }

  private static func page(_ edges: String) -> String { #"{"__typename":"Page","total":2,"edges":\#(edges)}"# }

  private static func answer(
    motto: String = #"{"__typename":"M","text":"t"}"#, name: String = #""n""#, page: String? = nil
  ) -> String {
    let whole = Self.page("[\(edge("a", product(1))),\(edge("b", product(2)))]")
    return #"{"shop":{"__typename":"Shop","id":"s","name":\#(name),"motto":\#(motto)},"page":\#(page ?? whole)}"#
  }

  @Test("a field with an error is a miss, and its neighbours can be read")
  func named() throws {
    // What fails, and which of the parts and of the products are read all the same.
    let cases: [(answer: String, path: String, parts: [Int], products: [String: Bool])] = [
      (Self.answer(name: "null"), #"["shop","name"]"#, [1, 2, 3, 4], ["1": true, "2": true]),
      // The null of a parent is what a field that may not be null has become.
      (Self.answer(motto: "null"), #"["shop","motto","text"]"#, [0, 2, 3, 4], ["1": true, "2": true]),
      (Self.answer(motto: #"{"__typename":"M","text":null}"#), #"["shop","motto","text"]"#, [0, 2, 3, 4], [:]),
      (Self.answer(page: "null"), #"["page","edges",1,"node","id"]"#, [0, 1, 2], [:]),
      (Self.answer(page: Self.page("null")), #"["page","edges"]"#, [0, 1, 2], [:]),
      // A list that lost an element is not known whole, and neither is the object without a key that it is in.
      (
        Self.answer(page: Self.page("[\(Self.edge("a", Self.product(1))),null]")), #"["page","edges",1,"node","name"]"#,
        [0, 1, 2], ["1": true, "2": false]
      ),
      (
        Self.answer(page: Self.page("[\(Self.edge("a", Self.product(1))),\(Self.edge("b", "null"))]")),
        #"["page","edges",1,"node"]"#, [0, 1, 2], ["1": true, "2": false]
      ),
      // An object with a key loses nothing else, and the list refers to it.
      (
        Self.answer(
          page: Self.page("[\(Self.edge("a", Self.product(1, name: "null"))),\(Self.edge("b", Self.product(2)))]")),
        #"["page","edges",0,"node","name"]"#, [0, 1, 2, 3, 4], ["1": false, "2": true]
      ),
      (
        Self.answer(
          page: Self.page(
            "[\(Self.edge("a", Self.product(1))),\(Self.edge("b", Self.product(2, tags: #"["x",null]"#)))]")),
        #"["page","edges",1,"node","tags",1]"#, [0, 1, 2, 3, 4], ["1": true, "2": false]
      ),
      // Nothing of a place that an error names enters, whatever the server put there.
      (Self.answer(), #"["page","edges",0]"#, [0, 1, 2], ["1": false, "2": false]),
      (Self.answer(), #"["shop"]"#, [3, 4], ["1": true, "2": true]),
    ]
    for (answer, path, expected, products) in cases {
      let fixture = CacheFixture()
      let request = try fixture.request(Self.query)
      try fixture.receive(answer, errors: #"[{"message":"no","path":\#(path)}]"#, for: request)
      #expect(throws: CacheMiss.self, "\(path)") { try fixture.data(request) }
      for (index, (query, data)) in Self.parts.enumerated() {
        let read = try? fixture.data(fixture.request(query))
        #expect(read == (expected.contains(index) ? data : nil), "\(path): \(query)")
      }
      for (id, isWhole) in products {
        let record = try fixture.read("Product:\(id)") ?? ""
        #expect((record.contains(#""name":"#) && record.contains("tags")) == isWhole, "\(path): \(record)")
      }
    }
  }

  @Test(
    "nothing enters where an error does not name a place of the data",
    arguments: [
      #"[{"message":"no"}]"#, #"[{"path":null}]"#, #"["no"]"#, #"[{"path":"shop"}]"#, #"[{"path":[]}]"#, "\"no\"", "{}",
      #"[{"path":["shop","name"]},{"message":"no"}]"#, #"[{"path":["shop","nothing"]}]"#, #"[{"path":["shop",0]}]"#,
      #"[{"path":["page","edges",2]}]"#, #"[{"path":["page","edges","0"]}]"#, #"[{"path":["page","edges",-1]}]"#,
      #"[{"path":["page","edges",0.5]}]"#, #"[{"path":["shop","name","more"]}]"#, #"[{"path":["shop",null]}]"#,
    ])
  func unnamed(_ errors: String) throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.query)
    #expect(throws: NotTaken.self) { try fixture.receive(Self.answer(), errors: errors, for: request) }
    for (query, _) in Self.parts {
      #expect(throws: CacheMiss.self) { try fixture.data(fixture.request(query)) }
    }
    #expect(try fixture.read("Product:1") == nil)
  }

  @Test("the cache's earlier value of a conflict stays, and no page mixes two responses")
  func before() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.query)
    try fixture.receive(Self.answer(), for: request)
    let before = try fixture.data(request)
    // The list has moved on by one, and its second element failed.
    let moved = Self.page("[\(Self.edge("b", Self.product(2))),\(Self.edge("c", "null"))]").replacing(
      #""total":2"#, with: #""total":3"#)
    try fixture.receive(
      Self.answer(name: "null", page: moved), errors: #"[{"path":["page","edges",1,"node"]},{"path":["shop","name"]}]"#,
      for: request)
    #expect(try fixture.data(request) == before)
  }

  @Test("an answer to a mutation is taken in by the same rule")
  func mutation() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("mutation { rename { product { id name tags } } }")
    try fixture.receive(
      #"{"rename":{"__typename":"R","product":\#(Self.product(1, name: "null"))}}"#,
      errors: #"[{"path":["rename","product","name"]}]"#, for: request)
    #expect(try fixture.read("Product:1") == #"{"__typename":"Product","id":"1","tags":["x","y"]}"#)
    #expect(throws: NotTaken.self) {
      try fixture.receive(
        #"{"rename":{"__typename":"R","product":\#(Self.product(2, name: "null"))}}"#, errors: #"[{"message":"no"}]"#,
        for: request)
    }
    #expect(try fixture.read("Product:2") == nil)
  }

  @Test("an object whose id failed has no key")
  func id() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ product { id name } }")
    try fixture.receive(
      #"{"product":{"__typename":"Product","id":null,"name":"p"}}"#, errors: #"[{"path":["product","id"]}]"#,
      for: request)
    #expect(throws: CacheMiss.self) { try fixture.data(fixture.request("{ product { name } }")) }
  }

  @Test("many errors take as long as the response is", .timeLimit(.minutes(1)))
  func many() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ list { a } other }")
    let count = 50_000
    let elements = repeatElement(#"{"__typename":"T","a":null}"#, count: count).joined(separator: ",")
    let errors = (0..<count).map { #"{"path":["list",\#($0),"a"]}"# }.joined(separator: ",")
    try fixture.receive(#"{"list":[\#(elements)],"other":1}"#, errors: "[\(errors)]", for: request)
    #expect(try fixture.data(fixture.request("{ other }")) == #"{"other":1}"#)
    #expect(throws: CacheMiss.self) { try fixture.data(request) }
  }
}
