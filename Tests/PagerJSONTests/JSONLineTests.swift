import PagerBytes
import PagerJSON
import TestSupport
import Testing

@Suite("A value as one line, and the elements of an array in place")
struct JSONLineTests {
  private func line(_ text: String) -> String {
    var bytes: [UInt8] = []
    Array(text.utf8).withUnsafeBytes { JSONLine.forEachPiece(of: $0) { bytes += $0 } }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "A value on one line stays; a value over several lines loses the space between its tokens",
    arguments: [
      (#"{ "a" : [1, 2 ] }"#, #"{ "a" : [1, 2 ] }"#), ("{\n  \"a b\": [ 1,\r\n\t2 ]\n}", #"{"a b":[1,2]}"#),
      ("[\n\"\\\" \\\\\" , \" x \\n\"]", #"["\" \\"," x \n"]"#), ("1", "1"), ("[\n]", "[]"),
      ("\"\u{2028}\"", "\"\u{2028}\""),
    ])
  func lines(text: String, expected: String) {
    #expect(line(text) == expected)
  }

  private func elements(_ text: String, valuesOf keys: [String] = ["node"]) throws -> [String] {
    let padded = "xx\(text)yy"
    let bytes = ReceivedBytes.copying(padded.utf8)
    let slices = try ElementSlices(of: 2..<padded.utf8.count - 2, in: bytes, valuesOf: keys)
    #expect(slices[slices.count] == nil && slices[-1] == nil)
    return bytes.withUnsafeBytes { whole in
      (0..<slices.count).compactMap { slices[$0] }.map { String(decoding: whole[$0], as: UTF8.self) }
    }
  }

  @Test(
    "An object with the key gives its value; anything else is given as it is",
    arguments: [
      ("[]", []), ("[1, null ,\"a\",[2] ]", ["1", "null", "\"a\"", "[2]"]),
      (#"[{"cursor":"c","node": {"id": 1} } , {"id": 2}]"#, [#"{"id": 1}"#, #"{"id": 2}"#]),
      (#"[{"node":null},{"nodes":1}]"#, ["null", #"{"nodes":1}"#]),
    ] as [(String, [String])])
  func slices(text: String, expected: [String]) throws {
    #expect(try elements(text) == expected)
  }

  @Test func ofSeveralKeysTheFirstThatAnObjectHasCounts() throws {
    let text = #"[{"b":2,"a":1},{"b":2},{"a":null,"b":2},{"c":3},4]"#
    #expect(try elements(text, valuesOf: ["a", "b"]) == ["1", "2", "null", #"{"c":3}"#, "4"])
    #expect(try elements(#"[{"node":1}]"#, valuesOf: []) == [#"{"node":1}"#])
  }

  @Test func manyThreadsFindElementsAtOnce() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { (try? self.elements("[\(number),{\"node\":[\(number)]}]")) == ["\(number)", "[\(number)]"] }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
