import PagerBytes
import PagerJSON
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("What people write is read strictly and written plainly")
struct JSONTextTests {
  @Test(
    "Values are written compactly with sorted keys, and read back as they were",
    arguments: [
      (nil, "null"), (true, "true"), (.integer(.min), "-9223372036854775808"), (0, "0"), (0.1, "0.1"),
      (19.99, "19.99"), (.number(1), "1.0"), (.number(-0.0), "-0.0"), (.number(1e21), "1e21"),
      (.number(.leastNonzeroMagnitude), "5e-324"), (.number(.greatestFiniteMagnitude), "1.7976931348623157e308"),
      ("", #""""#), ("a\0\u{1}\"\\/\n", #""a\u0000\u0001\"\\/\n""#),
      ("Löffel 🥄", #""Löffel 🥄""#), ([], "[]"), ([:], "{}"),
      (["b": 1, "a": [nil, ["c": false]], "": "x"], #"{"":"x","a":[null,{"c":false}],"b":1}"#),
    ] as [(JSONValue, String)])
  func written(value: JSONValue, text: String) throws {
    #expect(try value.text() == text)
    #expect(try value.bytes() == Array(text.utf8))
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test("Doubles survive being written and read, alone and together")
  func doubles() throws {
    var generator = SeededGenerator(seed: 7)
    var numbers: [Double] = [0.1, 1 / 3, .pi, 123456789.125]
    numbers += [.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude]
    while numbers.count < 2_000 {
      let number = Double(bitPattern: generator.next())
      if number.isFinite { numbers.append(number) }
    }
    let all = JSONValue.array(numbers.map { .number($0) })
    #expect(try JSONValue(parsing: all.text()) == all)
    for number in numbers {
      #expect(try JSONValue(parsing: JSONValue.number(number).text()) == .number(number))
    }
  }

  @Test(
    "A broken text is refused with the line, the column and the position",
    arguments: [
      ("", 1, 0, 0, "the text is empty"),
      ("{", 1, 1, 1, "string or '}' expected near end of file"),
      ("{\n  \"a\": 1,\n  \"ü\": x\n}", 3, 8, 21, "invalid token near 'x'"),
      ("[1] 2", 1, 5, 5, "end of file expected near '2'"),
      (#"{"a\u0000":1}"#, 1, 10, 10, #"NUL byte in object key not supported near '"a\u0000"'"#),
      ("[1,]", 1, 4, 4, "unexpected token near ']'"),
      ("[true\0]", 1, 6, 6, "the text holds a NUL byte"),
      ("nul", 1, 3, 3, "invalid token near 'nul'"),
      // The first of two errors.
      ("[x, true\0]", 1, 2, 2, "invalid token near 'x'"),
      // Columns count characters, positions bytes.
      ("[\"üü\", true\0]", 1, 12, 14, "the text holds a NUL byte"),
      ("{\n\"🥄\": [1, tru]}", 2, 12, 17, "invalid token near 'tru'"),
      (
        "[\"🥄\"," + String(repeating: "[", count: 256), 1, 261, 264,
        "objects and arrays are nested deeper than 256 levels"
      ),
    ])
  func refused(text: String, line: Int, column: Int, position: Int, message: String) {
    let place = JSONTextError.Place(line: line, column: column, position: position)
    #expect(throws: JSONTextError(message: message, place: place)) { try JSONValue(parsing: text) }
  }

  @Test(
    "A number that is too large, and a key that stands twice, are refused with the way to them, too",
    arguments: [
      ("9223372036854775808", "", 1, 19, "the number 9223372036854775808 does not fit in a signed 64-bit integer"),
      ("-9223372036854775809", "", 1, 20, "the number -9223372036854775809 does not fit in a signed 64-bit integer"),
      ("1e999", "", 1, 5, "the number 1e999 does not fit in a double"),
      ("-1E+999", "", 1, 7, "the number -1E+999 does not fit in a double"),
      (
        "[1, " + String(repeating: "7", count: 50) + "]", "/1", 1, 54,
        "the number " + String(repeating: "7", count: 40) + "… does not fit in a signed 64-bit integer"
      ),
      (
        #"{"a": {"b,[": 1, "c": [[], {}, 18446744073709551615]}, "d": 0}"#, "/a/c/2", 1, 51,
        "the number 18446744073709551615 does not fit in a signed 64-bit integer"
      ),
      (
        "{\"x\": [{\"a/b~\": \"{\\\"\", \"\\u00e9\":\n 1e400}]}", "/x/0/é", 2, 6,
        "the number 1e400 does not fit in a double"
      ),
      (#"{"a":1,"a":2}"#, "/a", 1, 10, #"duplicate object key near '"a"'"#),
      (#"[0,{"a":{"b":1,"c":[],"b":2}}]"#, "/1/a/b", 1, 25, #"duplicate object key near '"b"'"#),
    ])
  func refusedWithTheWay(text: String, path: String, line: Int, column: Int, message: String) throws {
    let error = try #require(throws: JSONTextError.self) { try JSONValue(parsing: text) }
    #expect(error.path?.description == path)
    #expect((error.line, error.column) == (line, column))
    #expect(error.message.hasPrefix(message))
  }

  @Test("Invalid UTF-8 is refused")
  func invalidUTF8() {
    #expect(throws: JSONTextError.self) {
      try [0x22, 0xFF, 0x22].withUnsafeBufferPointer { try JSONValue(parsing: $0) }
    }
  }

  @Test("Keys that look the same but are spelled differently are refused, since one would be lost")
  func normalizedKeys() {
    #expect(throws: JSONTextError.self) { try JSONValue(parsing: #"{"\u00e9":1,"e\u0301":2}"#) }
  }

  @Test("An error reads as one line")
  func description() {
    let error = JSONTextError(message: "bad", place: .init(line: 2, column: 3, position: 9))
    #expect(error.description == "line 2, column 3: bad")
    #expect((error.line, error.column, error.position) == (2, 3, 9))
    #expect(JSONTextError(message: "bad").description == "bad")
    let number = #expect(throws: JSONTextError.self) { try JSONValue(parsing: #"{"a":[1e999]}"#) }
    #expect(number?.description.hasPrefix("at /a/0, line 1, column 11: the number 1e999 does not") == true)
  }

  @Test("Infinity and NaN have no text", arguments: [Double.infinity, -.infinity, .nan])
  func notFinite(number: Double) {
    #expect(throws: JSONTextError.self) { try JSONValue.array([.number(number)]).text() }
  }

  @Test("A NUL that simdjson has refused is told of in the same words")
  func describedNUL() throws {
    let text = Array("[true\0]".utf8)
    let error = try #require(throws: JSONReadError.self) { try JSONReader().read(ReceivedBytes.copying(text)) { _ in } }
    #expect(text.withUnsafeBytes { JSONTextError.describing(error, in: $0).message } == "the text holds a NUL byte")
  }

  @Test("A key with NUL is written whole")
  func keyWithNUL() throws {
    #expect(try JSONValue.object(["a\0b": 1]).text() == #"{"a\u0000b":1}"#)
  }

  @Test("Escaped quotes and brackets in strings do not count as nesting")
  func bracketsInStrings() throws {
    let text = "[\"" + String(repeating: #"[{\"\\"#, count: 300) + "\"]"
    #expect(try JSONValue(parsing: text).array?.first?.string?.utf8.count == 1200)
  }
}
