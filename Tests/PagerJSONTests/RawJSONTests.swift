import PagerJSON
import Testing

@Suite("Variables stay the bytes that they were given")
struct RawJSONTests {
  @Test(
    "Values keep their spelling",
    arguments: [
      "123456789.123456789", "0.1", "1.0", "1.00", "18446744073709551615", "1e2", #""a\/b""#, #""\u00e9""#, "[ 1 , 2 ]",
      #"{ "a" : null }"#, "null", "true",
    ])
  func spelling(text: String) throws {
    #expect(try read(" [0, \(text)\n]") { $0.elements.map { RawJSON($0).description } }.last == text)
    #expect(try RawMembers(of: ["v"], in: #"{"v":{"x": \#(text) }}"#).values.mapValues(\.description) == ["x": text])
  }

  @Test("Equality is by bytes; null is known; values are written plainly")
  func values() throws {
    #expect(try RawJSON(.number(0.1)).description == "0.1")
    #expect(try RawJSON(["b": 1, "a": nil]).description == #"{"a":null,"b":1}"#)
    #expect(try RawJSON(nil).isNull)
    #expect(try !RawJSON("null").isNull)
    #expect(try RawJSON(.integer(1)) != RawJSON(.number(1)))
    #expect(try RawJSON(.integer(1)) == read("1") { RawJSON($0) })
    #expect(throws: JSONTextError.self) { try RawJSON(.number(.infinity)) }
  }

  @Test(
    "The object is taken out, and the rest keeps its lines and columns",
    arguments: [
      (#"{"v":{"a":1},"q":2}"#, ["a": "1"], #"{"v":{     },"q":2}"#),
      (#"{"q":2}"#, [:], #"{"q":2}"#), (#"{"v":{}}"#, [:], #"{"v":{}}"#), ("[]", [:], "[]"), ("7", [:], "7"),
      (#"{"v":[{"a":1}]}"#, [:], #"{"v":[{"a":1}]}"#), (#"{"v":null}"#, [:], #"{"v":null}"#),
      (#"{"q":{"v":{"a":1}}}"#, [:], #"{"q":{"v":{"a":1}}}"#),
      (#"{"\u0076":{"a\n":[]}}"#, ["a\n": "[]"], #"{"\u0076":{        }}"#),
      (
        "{\"v\":{\n \"ü\": \"Löffel 🥄\",\n\"b\":{ } }, \"q\": 1}", ["ü": "\"Löffel 🥄\"", "b": "{ }"],
        "{\"v\":{\n                 \n        }, \"q\": 1}"
      ),
      (#"{"v":{"a":1},"v":{"b":1}}"#, [:], #"{"v":{"a":1},"v":{"b":1}}"#),
    ] as [(String, [String: String], String)])
  func split(text: String, values: [String: String], rest: String) throws {
    let members = try RawMembers(of: ["v"], in: text)
    #expect(members.values.mapValues(\.description) == values)
    #expect(members.rest == rest)
  }

  @Test(
    "Keys that stand twice are refused at any depth, by name and place",
    arguments: [
      (#"{"v":{"a":1,"a":2}}"#, "a", "/v/a", 1, 15), (#"{"v":{"a":1,"\u0061":2}}"#, "a", "/v/a", 1, 20),
      ("{\"v\":{\n\"ü\":[1,[{\"b\":{},\"c\":0,\"b\":1}]]}}", "b", "/v/ü/1/0/b", 2, 25),
      (#"{"v":{"\u00e9":1,"e\u0301":2}}"#, "e\u{301}", "/v/e\u{301}", 1, 26),
    ])
  func duplicates(text: String, key: String, path: String, line: Int, column: Int) {
    let error = #expect(throws: JSONTextError.self) { try RawMembers(of: ["v"], in: text) }
    #expect(error?.message == "an object in `v` has the key \"\(key)\" twice: leave one of the two out")
    #expect(error?.path?.description == path)
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test("An integer that variables may have is not blamed for a mistake behind it")
  func mistakesBehindLargeIntegers() throws {
    let large = "18446744073709551615"
    for (rest, path) in [("1\(large)", "/v/b"), ("x", "/v/b"), ("[1e999]", "/v/b/0")] {
      let error = try #require(throws: JSONTextError.self) {
        try RawMembers(of: ["v"], in: #"{"v":{"a":\#(large),"b":\#(rest)}}"#)
      }
      #expect(error.path?.description == path)
      #expect(!error.message.contains(large))
    }
  }

  @Test(
    "A text that is not JSON is refused in the words of the reader of configs",
    arguments: [
      "", "{", #"{"v":{"a":1}"#, #"{"v":{"a":x}}"#, #"{"v":{"a":12345678901234567890123}}"#, #"{"v":{"a":1e999}}"#,
      #"{"v":{"a":"\ud800"}}"#, "\u{FEFF}{}", String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
    ])
  func invalid(text: String) throws {
    let expected = #expect(throws: JSONTextError.self) { try JSONValue(parsing: text) }
    #expect(throws: try #require(expected)) { try RawMembers(of: ["v"], in: text) }
  }
}
