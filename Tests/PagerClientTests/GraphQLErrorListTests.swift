import PagerBytes
import PagerClient
import PagerJSON
import PagerTransport
import TestSupport
import Testing

@Suite("The first errors of a response are kept, whatever the server got wrong in them")
struct GraphQLErrorListTests {
  private func list(_ text: String) throws -> GraphQLErrorList? {
    let body = ReceivedBytes.copying(text.utf8)
    return try JSONReader().read(body) { GraphQLErrorList($0) }
  }

  @Test(
    "Messages, places, paths and extensions are read leniently",
    arguments: [
      (
        #"[{"message":"no","locations":[{"line":1,"column":2},{"line":"x"}],"path":["a",3,null],"extensions":{"c":1}}]"#,
        GraphQLError(
          message: "no", locations: [.init(line: 1, column: 2)], path: [.field("a"), .index(3)], extensions: ["c": 1])
      ),
      (
        #"[{"message":"no","extensions":{"big":18446744073709551615}}]"#,
        GraphQLError(message: "no", extensions: ["big": .number(0x1p64)])
      ),
      (#"[{"message":"no","extensions":{"a":1,"a":2}}]"#, GraphQLError(message: "no", extensions: ["a": 1])),
      (#"[{"message":"no","message":"yes"}]"#, GraphQLError(message: "no")),
      (#"[{"a\u0000b":1,"message":"no"}]"#, GraphQLError(message: "no")),
      (#"["no"]"#, GraphQLError(message: "no")), ("[7]", GraphQLError(message: "the server gave no message")),
      (#"[{"message":7}]"#, GraphQLError(message: "the server gave no message")),
    ])
  func read(text: String, error: GraphQLError) throws {
    let list = try #require(try list(text))
    #expect(list.count == 1)
    #expect(list.errors == [error])
    #expect(list.firstMessage == (error.message == "the server gave no message" ? nil : error.message))
  }

  @Test(
    "The text that is handed on can be read by a strict reader",
    arguments: [
      (
        #"[ {"message" : "no", "e": {"a": 18446744073709551615, "a": 2, "b": [ 1.50 , {} , [] , null ]}} ]"#,
        #"[{"message":"no","e":{"a":18446744073709551615.0,"b":[1.50,{},[],null]}}]"#
      ),
      (
        #"[{"a\u0000":"\u0000\\u0000\\\u0000","\u00e9":"\/"}]"#, #"[{"a\ufffd":"\ufffd\\u0000\\\ufffd","\u00e9":"\/"}]"#
      ),
      (#"[{"a":{"x":[1,2]},"a":[{"y":1}],"b":{"c":true,"c":{"d":{}}}}]"#, #"[{"a":{"x":[1,2]},"b":{"c":true}}]"#),
    ])
  func plain(text: String, plain: String) throws {
    let list = try #require(try list(text))
    #expect(list.json.description == plain)
    #expect(throws: Never.self) { try JSONValue(parsing: plain) }
  }

  @Test("A message is shown on one line, and kept as it came")
  func printable() throws {
    let list = try #require(try list(#"[{"message":"a\u001b[2J\r\n\tb\u009b\u202ec é 🎉"}]"#))
    #expect(list.firstMessage == #"a\u001b[2J\r\n\tb\u009b\u202ec é 🎉"#)
    let error = try #require(list.errors.first)
    #expect(error.message == "a\u{1b}[2J\r\n\tb\u{9b}\u{202e}c é 🎉")
    #expect("\(error)" == list.firstMessage)
  }

  @Test("Not an array, or an empty one: there are no errors", arguments: ["[]", "{}", "null", #""no""#])
  func none(text: String) throws {
    #expect(try list(text) == nil)
  }

  @Test("the first of very many errors are kept, and the beginning of very long messages")
  func caps() throws {
    let many = try #require(
      try list("[" + repeatElement(#"{"message":"no"}"#, count: 1_000).joined(separator: ",") + "]"))
    #expect(many.count == 1_000)
    #expect(many.errors.count == GraphQLErrorList.largestCount)

    let padding = String(repeating: "x", count: 10_000)
    let large = try #require(
      try list("[" + repeatElement(#"{"message":"\#(padding)"}"#, count: 10).joined(separator: ",") + "]"))
    #expect(large.errors.count == 6)
    #expect(large.json.bytes.count <= GraphQLErrorList.largestByteCount + 16)

    let long = String(repeating: "ü", count: 100_000)
    let huge = try #require(try list(#"[{"message":"\#(long)"}]"#))
    let expected = String(long.prefix(GraphQLErrorList.largestMessageByteCount / 2)) + "…"
    #expect(huge.firstMessage == expected)
    #expect(huge.errors == [GraphQLError(message: expected)])
  }

  @Test("The deepest errors are copied and read")
  func deep() throws {
    let depth = JSONReader.maximumDepth - 2
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let list = try #require(try list(#"[{"message":"no","e":\#(nested)}]"#))
    #expect(list.json.description == #"[{"message":"no","e":\#(nested)}]"#)
    #expect(list.errors == [GraphQLError(message: "no")])
  }
}
