import PagerJSON
import Testing

@Suite("JSON Pointers follow RFC 6901")
struct JSONPointerTests {
  /// The document of the RFC's section 5.
  static let document: JSONValue = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
  ]

  @Test(
    "The examples of the RFC",
    arguments: [
      ("", [], document), ("/foo", ["foo"], ["bar", "baz"]), ("/foo/0", ["foo", "0"], "bar"), ("/", [""], 0),
      ("/a~1b", ["a/b"], 1), ("/c%d", ["c%d"], 2), ("/e^f", ["e^f"], 3), ("/g|h", ["g|h"], 4), ("/i\\j", ["i\\j"], 5),
      ("/k\"l", ["k\"l"], 6), ("/ ", [" "], 7), ("/m~0n", ["m~n"], 8),
    ] as [(String, [String], JSONValue)])
  func examples(text: String, tokens: [String], value: JSONValue) throws {
    let pointer = try JSONPointer(parsing: text)
    #expect(pointer.tokens == tokens)
    #expect(pointer.description == text)
    let json = try Self.document.text()
    #expect(try read(json) { node throws(JSONReadError) in try node.uniqueNode(at: pointer)?.value() } == value)
  }

  @Test(
    "Pointers that lead nowhere",
    arguments: [
      "/foo/2", "/foo/-", "/foo/00", "/foo/+1", "/foo/", "/bar", "/foo/0/1", "/foo/99999999999999999999", "//",
    ])
  func nowhere(text: String) throws {
    let pointer = try JSONPointer(parsing: text)
    let json = try Self.document.text()
    #expect(try read(json) { node throws(JSONReadError) in try node.uniqueNode(at: pointer)?.value() } == nil)
  }

  @Test(
    "Strings that are not pointers are refused with what is wrong",
    arguments: [
      ("foo", #"the JSON Pointer "foo" must be empty or start with "/""#),
      ("#/foo", ##"the JSON Pointer "#/foo" must be empty or start with "/""##),
      ("/a~", #"the JSON Pointer "/a~" has a "~" that is not followed by 0 or 1; write "~0" for "~""#),
      ("/a~2", #"the JSON Pointer "/a~2" has a "~" that is not followed by 0 or 1; write "~0" for "~""#),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer(parsing: text) }
    #expect(error?.message == message)
  }

  @Test("Steps are appended and escaped; a combining mark after a slash stays one token's text")
  func appending() throws {
    let pointer = JSONPointer().appending("data").appending("a/~b").appending("3").appending("\u{301}")
    #expect(pointer.tokens == ["data", "a/~b", "3", "\u{301}"])
    #expect(pointer.description == "/data/a~1~0b/3/\u{301}")
    #expect(try JSONPointer(parsing: pointer.description) == pointer)
    #expect(try JSONPointer(parsing: "/~01").tokens == ["~1"])
  }
}
