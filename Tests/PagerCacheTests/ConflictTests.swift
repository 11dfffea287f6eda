import Testing

@testable import PagerCache

@Suite("An answer with two objects that have the same key")
struct ConflictTests {
  /// Two products under one key, by what each of them has in addition to the key.
  struct Pair: CustomTestStringConvertible {
    let fields: String
    let first: String
    let second: String
    /// The fields with two values.
    let conflicts: [String]

    var testDescription: String { "\(first) and \(second)" }

    init(_ fields: String, _ first: String, _ second: String, _ conflicts: String...) {
      (self.fields, self.first, self.second, self.conflicts) = (fields, first, second, conflicts)
    }
  }

  static let pairs = [
    Pair("name", #""name":"Lamp""#, #""name":"Lamp""#),
    Pair("name", #""name":"Lamp""#, #""name":"Chair""#, "name"),
    Pair("name price", #""name":"Lamp","price":1"#, #""name":"Chair","price":2"#, "name", "price"),
    Pair("name", #""name":"Lamp""#, #""name":null"#, "name"),
    // A field that the server left out is not a value.
    Pair("name", #""name":"Lamp""#, #""stock":5"#),
    Pair(
      #"euros: price(in: "EUR") pounds: price(in: "GBP")"#, #""euros":1,"pounds":2"#, #""euros":1,"pounds":3"#,
      #"price(in:"GBP")"#),
    // Objects without a key are parts of the product.
    Pair("size { width }", #""size":{"width":1}"#, #""size":{"width":1}"#),
    Pair("size { width }", #""size":{"width":1}"#, #""size":{"width":2}"#, "size"),
    Pair("tags", #""tags":["a"]"#, #""tags":["a","b"]"#, "tags"),
    Pair(
      "reviews(first: 1) { stars }", #""reviews":[{"stars":1}]"#, #""reviews":[{"stars":1},{"stars":2}]"#,
      "reviews(first:1)"),
    Pair(
      "page(first: 1) { total next }", #""page":{"total":1,"next":"a"}"#, #""page":{"total":2,"next":"b"}"#,
      "page(first:1)"),
    // Which object another one refers to is a value, too.
    Pair(
      "maker { id }", #""maker":{"__typename":"Maker","id":"1"}"#, #""maker":{"__typename":"Maker","id":"2"}"#, "maker"),
    Pair("maker { id }", #""maker":{"__typename":"Maker","id":"1"}"#, #""maker":null"#, "maker"),
  ]

  /// The answer to a list of products that all have the key `Product:1`.
  private func conflicts(_ fields: String, _ products: [String], errors: String? = nil) throws -> [FieldConflict] {
    let fixture = CacheFixture()
    let request = try fixture.request("{ products { id \(fields) } }")
    let list = products.map { "{\"__typename\":\"Product\",\"id\":\"1\",\($0)}" }
    return try fixture.receive("{\"products\":[\(list.joined(separator: ","))]}", errors: errors, for: request)
      .conflicts
  }

  @Test("the conflict names each field with its arguments", arguments: pairs)
  func named(_ pair: Pair) throws {
    let expected = pair.conflicts.map { FieldConflict(type: "Product", key: "Product:1", field: $0) }
    #expect(try conflicts(pair.fields, [pair.first, pair.second]) == expected)
  }

  @Test("a field of many objects is named once")
  func once() throws {
    let products = (1...30).map { "\"name\":\"\($0 % 7)\",\"price\":1" }
    #expect(try conflicts("name price", products).map(\.field) == ["name"])
  }

  @Test("a null with an error is not a value, and any other null is")
  func explained() throws {
    let products = [#""name":"Lamp""#, #""name":null"#]
    #expect(try conflicts("name", products, errors: #"[{"message":"no","path":["products",1,"name"]}]"#).isEmpty)
    #expect(
      try conflicts("name", products + [#""name":null"#], errors: #"[{"message":"no","path":["products",1,"name"]}]"#)
        .map(\.field) == ["name"])
  }

  @Test("different parts of one object do not contradict each other, however many there are")
  func parts() throws {
    let fixture = CacheFixture()
    let selections = (0..<20).map { "a\($0): product(at: \($0)) { id common own\($0) }" }
    let request = try fixture.request("{ \(selections.joined(separator: " ")) }")
    let data = { (last: Int) in
      let objects = (0..<20).map { number in
        let values = "\"common\":\(number < 19 ? 1 : last),\"own\(number)\":\(number)"
        return "\"a\(number)\":{\"__typename\":\"Product\",\"id\":\"1\",\(values)}"
      }
      return "{\(objects.joined(separator: ","))}"
    }
    #expect(try fixture.receive(data(1), for: request).conflicts.isEmpty)
    #expect(try fixture.receive(data(2), for: request).conflicts.map(\.field) == ["common"])
  }

  @Test("another value in a later response is a change, not a conflict")
  func change() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ product { id name } }")
    for name in ["Lamp", "Chair"] {
      let data = "{\"product\":{\"__typename\":\"Product\",\"id\":\"1\",\"name\":\"\(name)\"}}"
      #expect(try fixture.receive(data, for: request).conflicts.isEmpty)
    }
  }

  @Test("key fields that tell the objects apart prevent the conflict")
  func prevented() throws {
    let fixture = CacheFixture { $0.keyFields.byType["Product"] = ["id", "region"] }
    let request = try fixture.request("{ products { id region name } }")
    let list = ["north", "south"].map {
      "{\"__typename\":\"Product\",\"id\":\"1\",\"region\":\"\($0)\",\"name\":\"in the \($0)\"}"
    }
    let data = "{\"products\":[\(list.joined(separator: ","))]}"
    #expect(try fixture.receive(data, for: request).conflicts.isEmpty)
    #expect(try fixture.data(request) == data)
  }

  @Test("an answer that the cache gives back has no conflicts: it is not the server's")
  func givenBack() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ products { id name } }")
    let list = ["Lamp", "Chair"].map { "{\"__typename\":\"Product\",\"id\":\"1\",\"name\":\"\($0)\"}" }
    let content = try fixture.receive("{\"products\":[\(list.joined(separator: ","))]}", for: request, isAll: true)
    #expect(content.conflicts.count == 1)
    #expect(fixture.cache.response(to: request)?.content.conflicts.isEmpty == true)
  }

  @Test("a key with dots and brackets is named whole")
  func oddKey() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ products { id price(in: 1) } }")
    let list = [1, 2].map { "{\"__typename\":\"Product\",\"id\":\"a.b(c.d\",\"price\":\($0)}" }
    let conflicts = try fixture.receive("{\"products\":[\(list.joined(separator: ","))]}", for: request).conflicts
    #expect(conflicts == [FieldConflict(type: "Product", key: "Product:a.b(c.d", field: "price(in:1)")])
  }
}
