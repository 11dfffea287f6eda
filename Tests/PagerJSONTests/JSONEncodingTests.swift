import Foundation  // JSONEncoder, the one to compare with
import PagerJSON
import Testing

@Suite("Encodable types are encoded into JSON values")
struct JSONEncodingTests {
  struct Variables: Codable, Equatable {
    struct Filter: Codable, Equatable {
      var maximum: Double?
      var words: [String]
      var flags: [[Bool]]
    }
    var first = 10
    var after: String?
    var filter: Filter?
    var ratio: Float = 0.1
    var extra: JSONValue = ["a": [nil, 1.5]]
    var counts: [String: UInt8] = ["x": 255]
  }

  @Test("A type encodes to what its texts say, and decodes back")
  func roundTrip() throws {
    let variables = Variables(after: "c", filter: .init(maximum: 2.5, words: ["ü"], flags: [[true], []]))
    let value = try JSONEncoding.value(variables)
    #expect(
      value == [
        "first": 10, "after": "c", "ratio": 0.1, "extra": ["a": [nil, 1.5]], "counts": ["x": 255],
        "filter": ["maximum": 2.5, "words": ["ü"], "flags": [[true], []]],
      ])
    #expect(try JSONDecodingTests.decode(Variables.self, value.text()) == variables)
    #expect(try JSONEncoding.value(Variables())["after"] == nil)
  }

  @Test("Scalars encode at the root")
  func scalars() throws {
    #expect(try JSONEncoding.value(7) == 7)
    #expect(try JSONEncoding.value("a") == "a")
    #expect(try JSONEncoding.value(Int?.none) == .null)
    #expect(try JSONEncoding.value([Int8.min, .max]) == [-128, 127])
    #expect(try JSONEncoding.value([UInt64(7), UInt64(Int64.max)]) == [7, .integer(.max)])
    #expect(try JSONEncoding.value([Int: Bool]()) == [:])
    #expect(try JSONEncoding.value([1: true]) == ["1": true])
    #expect(try JSONEncoding.value([JSONValue.null, [1]]) == [nil, [1]])
  }

  @Test("A value that JSON cannot hold is refused at its path")
  func refused() {
    func path(_ value: some Encodable) -> [String]? {
      let error = #expect(throws: EncodingError.self) { try JSONEncoding.value(value) }
      guard case .invalidValue(_, let context) = error else { return nil }
      return context.codingPath.map(\.stringValue)
    }
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    struct Both: Encodable {
      func encode(to encoder: any Encoder) {
        _ = encoder.unkeyedContainer()
        _ = encoder.container(keyedBy: AnyKey.self)
      }
    }
    #expect(path(["a": [1, Double.nan]]) == ["a", "Index 1"])
    #expect(path(["a": -Float.infinity]) == ["a"])
    #expect(path([UInt64.max]) == ["Index 0"])
    #expect(path(Int128.max) == [])
    #expect(path(["a": [Nothing()]]) == ["a", "Index 0"])
    #expect(path(Both()) == [])
  }

  @Test("Containers can be filled by hand: nested, super, twice")
  func manualContainers() throws {
    struct Manual: Encodable {
      func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
        try list.encodeNil()
        var inner = list.nestedContainer(keyedBy: AnyKey.self)
        try inner.encode(Int16(1), forKey: AnyKey("a"))
        try inner.encode(UInt32(2), forKey: AnyKey("a"))
        var pair = list.nestedUnkeyedContainer()
        try pair.encode(contentsOf: ["x", "y"])
        try "above".encode(to: list.superEncoder())
        #expect(list.count == 4)
        try [1].encode(to: object.superEncoder())
        var again = encoder.container(keyedBy: AnyKey.self)
        try again.encodeNil(forKey: AnyKey("nothing"))
        #expect(pair.codingPath.map(\.stringValue) == ["list", "Index 2"])
      }
    }
    #expect(
      try JSONEncoding.value(Manual())
        == ["list": [nil, ["a": 2], ["x", "y"], "above"], "super": [1], "nothing": nil])
  }

  @Test("A JSON value passes through other coders unchanged")
  func otherCoders() throws {
    let value: JSONValue = ["a": [nil, true, 1, 1.5, "x", [:], []], "b": .integer(.min)]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
  }
}
