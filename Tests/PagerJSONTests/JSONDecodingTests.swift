import PagerBytes
import PagerJSON
import TestSupport
import Testing

@Suite("Decodable types are decoded straight from a text")
struct JSONDecodingTests {
  static func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try PagerJSONTests.decode(type, from: ReceivedBytes.copying(text.utf8))
  }

  struct Product: Decodable, Equatable {
    struct Maker: Decodable, Equatable { var name: String? }
    enum Size: String, Decodable { case small, large }
    var id: String
    var price: Double
    var inStock: Bool
    var quantity: Int
    var size: Size?
    var maker: Maker?
    var tags: [String]?
    var counts: [String: Int]?
    var extra: JSONValue?
  }

  @Test(
    "Objects decode with their members in any order, present, null or missing",
    arguments: [
      (
        #"{"id":"1","price":1.5,"inStock":true,"quantity":3}"#,
        Product(id: "1", price: 1.5, inStock: true, quantity: 3)
      ),
      (
        #"{"tags":["a","b"],"quantity":3,"un":{"id":"no"},"inStock":false,"price":2,"id":"\u0032","size":"large"}"#,
        Product(id: "2", price: 2, inStock: false, quantity: 3, size: .large, tags: ["a", "b"])
      ),
      (
        #"""
        {"id":"","price":-0.5,"inStock":true,"quantity":1.0,
         "maker":{"name":null},"counts":{"a":1},"extra":[1,{"b":null}]}
        """#,
        Product(
          id: "", price: -0.5, inStock: true, quantity: 1, maker: .init(), counts: ["a": 1], extra: [1, ["b": nil]])
      ),
      (
        #"""
        {"id":"3","price":0,"inStock":true,"quantity":0,
         "maker":null,"tags":[],"size":null,"counts":{},"extra":null}
        """#,
        Product(id: "3", price: 0, inStock: true, quantity: 0, tags: [], counts: [:])
      ),
    ])
  func objects(text: String, product: Product) throws {
    #expect(try Self.decode(Product.self, text) == product)
  }

  @Test("Arrays, optionals and scalars decode at the root")
  func roots() throws {
    #expect(try Self.decode([Int?].self, "[1,null,3]") == [1, nil, 3])
    #expect(try Self.decode([[String]].self, #"[["a"],[],["b","c"]]"#) == [["a"], [], ["b", "c"]])
    #expect(try Self.decode(Int?.self, "null") == nil)
    #expect(try Self.decode(Bool.self, " true ") == true)
    #expect(try Self.decode(String.self, #""\ud83e\udd44""#) == "🥄")
    #expect(try Self.decode(Float.self, "0.1") == 0.1)
    #expect(try Self.decode([Int: String].self, #"{"1":"a"}"#) == [1: "a"])
    #expect(try Self.decode([JSONValue].self, #"[1,"a",{}]"#) == [1, "a", [:]])
  }

  @Test("Integers of every width decode up to their bounds and not beyond")
  func integers() throws {
    func check<T: FixedWidthInteger & Decodable>(_ type: T.Type, beyond: String) throws {
      for bound in [T.min, T.max] {
        #expect(try Self.decode([T].self, "[\(bound)]") == [bound])
        #expect(try Self.decode([String: T].self, #"{"a":\#(bound)}"#) == ["a": bound])
        #expect(try Self.decode(T.self, "\(bound)") == bound)
      }
      let error = #expect(throws: DecodingError.self) { try Self.decode([T].self, "[\(beyond)]") }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(type) beyond its bounds is another error: \(String(describing: error))")
        return
      }
      #expect(context.codingPath.map(\.intValue) == [0])
    }
    try check(Int8.self, beyond: "128")
    try check(Int16.self, beyond: "-32769")
    try check(Int32.self, beyond: "2147483648")
    try check(Int64.self, beyond: "9223372036854775808")
    try check(Int.self, beyond: "1e30")
    try check(UInt8.self, beyond: "256")
    try check(UInt16.self, beyond: "-1")
    try check(UInt32.self, beyond: "1.5")
    try check(UInt64.self, beyond: "-1")
    try check(UInt.self, beyond: "18446744073709551615.5")
    #expect(try Self.decode([Int128].self, "[18446744073709551615]") == [18_446_744_073_709_551_615])
    #expect(try Self.decode([UInt128].self, "[7]") == [7])
  }

  /// What an error says, in one line: its kind, its path and the key or type.
  static func summary(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
    switch error as? DecodingError {
    case .typeMismatch(let type, let context): return "\(path(context)) not \(type): \(context.debugDescription)"
    case .valueNotFound(let type, let context): return "\(path(context)) no \(type): \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      return "\(path(context)) key \(key.stringValue): \(context.debugDescription)"
    case .dataCorrupted(let context): return "\(path(context)) corrupted: \(context.debugDescription)"
    default: return "another error: \(error)"
    }
  }

  @Test(
    "Errors say what is wrong and at which path",
    arguments: [
      (#"[{"price":1,"inStock":true,"quantity":1}]"#, #"[0] key id: the object has no "id""#),
      (
        #"[{"id":"1","price":"1","inStock":true,"quantity":1}]"#,
        "[0].price not Double: expected a number, found a string"
      ),
      (
        #"[{"id":"1","price":1,"inStock":null,"quantity":1}]"#,
        "[0].inStock no Bool: expected true or false, found null"
      ),
      (
        #"[{"id":"1","price":1,"inStock":true,"quantity":1e99}]"#,
        "[0].quantity corrupted: the number does not fit in Int"
      ),
      (
        #"[{"id":"1","price":1,"inStock":true,"quantity":1,"tags":["a","b",[]]}]"#,
        "[0].tags[2] not String: expected a string, found an array"
      ),
      (
        #"[{"id":"1","price":1,"inStock":true,"quantity":1,"maker":{"name":{}}}]"#,
        "[0].maker.name not String: expected a string, found an object"
      ),
      (
        #"[{"id":"1","price":1,"inStock":true,"quantity":1,"tags":{}}]"#,
        "[0].tags not Array<Any>: expected an array, found an object"
      ),
      ("[1]", "[0] not Dictionary<String, Any>: expected an object, found a number"),
      ("null", " no Array<Any>: expected an array, found null"),
      (
        #"[{"id":"1","price":1,"inStock":true,"quantity":1,"size":"huge"}]"#,
        "[0].size corrupted: Cannot initialize Size from invalid String value huge"
      ),
    ])
  func errors(text: String, summary: String) {
    let error = #expect(throws: (any Error).self) { try Self.decode([Product].self, text) }
    #expect(error.map(Self.summary) == summary)
  }

  @Test("Containers can be walked by hand: nested, super, keys, ends")
  func manualContainers() throws {
    struct Manual: Decodable {
      init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: AnyKey.self)
        #expect(object.allKeys.map(\.stringValue) == ["list", "super", "inner", "nothing"])
        #expect(object.contains(AnyKey("list")))
        #expect(!object.contains(AnyKey("lost")))
        #expect(try object.decodeNil(forKey: AnyKey("nothing")))
        #expect(try object.decodeIfPresent(Int.self, forKey: AnyKey("lost")) == nil)
        let inner = try object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("inner"))
        #expect(inner.codingPath.map(\.stringValue) == ["inner"])
        #expect(try inner.decode(Int.self, forKey: AnyKey("b")) == 2)
        #expect(try inner.decode(Int.self, forKey: AnyKey("a")) == 1)
        #expect(try inner.decode(Int.self, forKey: AnyKey("a")) == 1)
        #expect(try object.superDecoder().singleValueContainer().decode(String.self) == "above")
        #expect(try object.superDecoder(forKey: AnyKey("inner")).codingPath.map(\.stringValue) == ["inner"])
        #expect(throws: DecodingError.self) { try inner.superDecoder() }

        var list = try object.nestedUnkeyedContainer(forKey: AnyKey("list"))
        #expect(list.count == 4)
        #expect(try !list.decodeNil())
        #expect(throws: DecodingError.self) { try list.decode(String.self) }
        #expect(list.currentIndex == 0)
        #expect(try list.decode(UInt8.self) == 1)
        #expect(try list.decodeNil())
        var pair = try list.nestedUnkeyedContainer()
        #expect(pair.codingPath.map(\.stringValue) == ["list", "Index 2"])
        #expect(try pair.decode(Bool.self) == true)
        #expect(try list.nestedContainer(keyedBy: AnyKey.self).allKeys.isEmpty)
        #expect(list.isAtEnd && list.currentIndex == 4)
        let error = #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(error.map(JSONDecodingTests.summary) == ".list[4] no Int: the array has only 4 elements")
      }
    }
    _ = try Self.decode(
      Manual.self, #"{"list":[1,null,[true],{}],"super":"above","inner":{"a":1,"b":2},"nothing":null}"#)
  }

  @Test("Members are found wherever the last look-up ended, however deep and with objects half read")
  func placesOfMembers() throws {
    final class Level: Decodable {
      let last: Int
      let inner: Level?
      let first: Int
      let absent: Int?
      private enum CodingKeys: CodingKey { case last, inner, first, absent }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        last = try container.decode(Int.self, forKey: .last)
        // Another container of the same object, and a sibling that is left half read.
        let other = try decoder.container(keyedBy: AnyKey.self)
        let sibling = try other.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("sibling"))
        #expect(try sibling.decode(Int.self, forKey: AnyKey("b")) == 2)
        inner = try container.decodeIfPresent(Level.self, forKey: .inner)
        first = try container.decode(Int.self, forKey: .first)
        absent = try container.decodeIfPresent(Int.self, forKey: .absent)
        #expect(try sibling.decode(Int.self, forKey: AnyKey("a")) == 1)
        #expect(try other.decode(Int.self, forKey: AnyKey("first")) == first)
      }
    }
    let depth = 100
    var text = "null"
    for level in (1...depth).reversed() {
      text = #"{"first":\#(level),"sibling":{"a":1,"b":2,"c":{}},"inner":\#(text),"last":\#(-level)}"#
    }
    var level: Level? = try Self.decode(Level.self, text)
    for number in 1...depth {
      #expect(level?.first == number && level?.last == -number && level?.absent == nil)
      level = level?.inner
    }
    #expect(level == nil)
  }

  @Test("Members that may be absent decode where they are there, and say what is wrong with them")
  func optionalMembers() throws {
    struct Optionals: Decodable, Equatable {
      var bool: Bool?, string: String?, double: Double?, float: Float?, int: Int?, int8: Int8?, int16: Int16?
      var int32: Int32?, int64: Int64?, int128: Int128?, uint: UInt?, uint8: UInt8?, uint16: UInt16?, uint32: UInt32?
      var uint64: UInt64?, uint128: UInt128?, list: [Int]?
    }
    let all = Optionals(
      bool: true, string: "s", double: 0.5, float: 0.5, int: -1, int8: -1, int16: -1, int32: -1, int64: -1, int128: -1,
      uint: 1, uint8: 1, uint16: 1, uint32: 1, uint64: 1, uint128: 1, list: [1])
    let signed = ["int", "int8", "int16", "int32", "int64", "int128"].map { "\"\($0)\":-1" }
    let unsigned = ["uint", "uint8", "uint16", "uint32", "uint64", "uint128"].map { "\"\($0)\":1" }
    let others = [#""bool":true"#, #""string":"s""#, #""double":0.5"#, #""float":0.5"#, #""list":[1]"#]
    let text = "{\((others + signed + unsigned).joined(separator: ","))}"
    #expect(try Self.decode(Optionals.self, text) == all)
    #expect(try Self.decode(Optionals.self, "{}") == Optionals())
    for member in others + signed + unsigned {
      let key = String(member.split(separator: "\"")[0])
      #expect(try Self.decode(Optionals.self, "{\"\(key)\":null}") == Optionals())
      let error = #expect(throws: DecodingError.self) { try Self.decode(Optionals.self, "{\"\(key)\":{}}") }
      #expect(error.map(Self.summary)?.hasPrefix(".\(key) not ") == true)
    }
  }

  @Test("Inherited classes find what their super class encoded")
  func superclass() throws {
    class Base: Decodable { var id = 0 }
    final class Derived: Base {
      var name: String
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        name = try container.decode(String.self, forKey: AnyKey("name"))
        try super.init(from: container.superDecoder())
      }
    }
    let derived = try Self.decode(Derived.self, #"{"super":{"id":7},"name":"n"}"#)
    #expect((derived.id, derived.name) == (7, "n"))
  }

  @Test("A decoder that was kept answers with an error after decoding has ended")
  func keptDecoder() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      let object: KeyedDecodingContainer<AnyKey>
      var list: any UnkeyedDecodingContainer
      let single: any SingleValueDecodingContainer
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        object = try decoder.container(keyedBy: AnyKey.self)
        list = try object.nestedUnkeyedContainer(forKey: AnyKey("a"))
        single = try decoder.singleValueContainer()
      }
    }
    var keeper = try Self.decode(Keeper.self, #"{"a":[1]}"#)
    #expect(throws: DecodingError.self) { try keeper.decoder.container(keyedBy: AnyKey.self) }
    #expect(throws: DecodingError.self) { try keeper.object.decode([Int].self, forKey: AnyKey("a")) }
    #expect(throws: DecodingError.self) { try keeper.object.decodeIfPresent(Int.self, forKey: AnyKey("a")) }
    #expect(throws: DecodingError.self) { try keeper.list.decode(Int.self) }
    #expect(throws: DecodingError.self) { try keeper.single.decode(Int.self) }
    #expect(throws: DecodingError.self) { try JSONValue(from: keeper.decoder) }
    #expect(keeper.object.allKeys.isEmpty && !keeper.object.contains(AnyKey("a")) && !keeper.single.decodeNil())
    #expect(keeper.decoder.codingPath.isEmpty && keeper.object.codingPath.isEmpty && keeper.list.codingPath.isEmpty)
  }

  @Test("An initializer's own errors, and the user info, pass through")
  func passThrough() throws {
    struct OwnError: Error, Equatable { var id: String? }
    struct Thrower: Decodable {
      init(from decoder: any Decoder) throws {
        throw OwnError(id: CodingUserInfoKey(rawValue: "id").flatMap { decoder.userInfo[$0] as? String })
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "id"))
    #expect(throws: OwnError(id: "7")) {
      try PagerJSONTests.decode([Thrower].self, from: ReceivedBytes.copying("[0]".utf8), userInfo: [key: "7"])
    }
  }
}

/// A key that can be anything.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ key: String) { stringValue = key }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
