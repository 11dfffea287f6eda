import PagerBytes
import PagerJSON
import TestSupport
import Testing

@Suite("A reader accepts JSON and says what is wrong with anything else")
struct JSONReaderTests {
  @Test(
    "Valid texts are read",
    arguments: [
      ("null", JSONValue.null), ("true", true), (" false ", false), ("0", 0), ("-0", 0), ("-12", -12),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("18446744073709551615", .number(0x1p64)), ("1.5", 1.5), ("1e3", .number(1000)), ("1E-2", 0.01),
      ("-0.0", .number(-0.0)), ("1e-400", .number(0)), ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      (#""""#, ""), (#""a""#, "a"), (#""\u0000\n\/\"\\""#, "\0\n/\"\\"), (#""\ud83e\udd44ü""#, "🥄ü"),
      ("[]", []), ("{}", [:]), ("[ ]", []), ("\t{\r\n}\n", [:]), ("[[],[{}]]", [[], [[:]]]),
      (#"{"a":1,"b":[true,null]}"#, ["a": 1, "b": [true, nil]]), (#"{"":{"":0}}"#, ["": ["": 0]]),
      (#"{"a":1,"a":2}"#, ["a": 1]),
    ] as [(String, JSONValue)])
  func valid(text: String, value: JSONValue) throws {
    #expect(try read(text) { $0.value() } == value)
  }

  @Test(
    "Broken texts are refused with what is wrong and where",
    arguments: [
      ("", "the text is empty", 0),
      (" \n", "the text holds only white space", 0),
      ("\u{FEFF}{}", "the text starts with a byte order mark, which JSON does not allow", 0),
      (#"{"a":"b"#, "the text ends inside a string", 7),
      (#"{"a":"b\"#, "the text ends inside a string", 8),
      (#"{"a":1"#, "the text ends inside an object", 6),
      ("[1, ", "the text ends inside an array", 4),
      ("[1 2]", "\",\" or \"]\" is expected here", 3),
      ("[1,]", "a value is expected here", 3),
      (#"{"a":1,}"#, "a key in double quotes is expected here", 7),
      ("{a:1}", "a key in double quotes is expected here", 1),
      (#"{"a" 1}"#, "\":\" after the key is expected here", 5),
      ("[1}", "\",\" or \"]\" is expected here", 2),
      ("]", "a value is expected here", 0),
      ("{} {}", "the text continues after the end of its value", 3),
      ("1 2", "the text continues after the end of its value", 2),
      ("nulla", "text follows a value without a space or comma between them", 4),
      ("[tru]", "a word starts here that is not true, false or null", 1),
      ("[NaN]", "a value is expected here", 1),
      ("<html>", "a value is expected here", 0),
      ("[01]", "a number starts here that JSON does not allow", 1),
      ("[-]", "a number starts here that JSON does not allow", 1),
      ("[1.]", "a number starts here that JSON does not allow", 1),
      ("[1e+]", "a number starts here that JSON does not allow", 1),
      ("[.5]", "a value is expected here", 1),
      ("1234567890123456789012345678901234567890", "a number starts here that is too large for 64 bits", 0),
      ("[-9223372036854775809]", "a number starts here that is too large for 64 bits", 1),
      ("[1e400]", "a number starts here that is too large for a double", 1),
      ("\"a\tb\"", "a string holds an unescaped control character", 2),
      (#""\x""#, "a string holds an unknown escape", 1),
      (#""\u12g4""#, "a string holds an escape whose four digits are not hexadecimal", 1),
      (#""a\ud800""#, "a string holds half of a surrogate pair", 2),
      (#""\udc00""#, "a string holds half of a surrogate pair", 1),
      (#""\ud800\u0041""#, "a string holds half of a surrogate pair", 1),
      (#""\ud800xudc00""#, "a string holds half of a surrogate pair", 1),
      (#""\ud800\ndc00""#, "a string holds half of a surrogate pair", 1),
    ])
  func broken(text: String, message: String, offset: Int) {
    #expect(throws: JSONReadError(message: message, offset: offset)) { try read(text) { _ in } }
  }

  @Test(
    "Invalid UTF-8 is refused where it starts",
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC3, 0x22], 1), ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], 2),
      ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
    ] as [([UInt8], Int)])
  func invalidUTF8(bytes: [UInt8], offset: Int) {
    #expect(throws: JSONReadError(message: "the text is not valid UTF-8", offset: offset)) {
      try JSONReader().read(ReceivedBytes.copying(bytes)) { _ in }
    }
  }

  @Test("An error reads as one sentence with its place")
  func description() {
    #expect(
      JSONReadError(message: "the text ends inside a string", offset: 7).description
        == "the text ends inside a string (at byte 7)")
    #expect(JSONReadError(message: "it is long", offset: nil).description == "it is long")
  }

  @Test("A page that was cut off anywhere is refused")
  func truncated() throws {
    let reader = JSONReader()
    let bytes = Array(samplePage.utf8)
    for count in bytes.indices {
      #expect(throws: JSONReadError.self, "cut off after \(count) bytes") {
        try reader.read(ReceivedBytes.copying(bytes[..<count])) { _ in }
      }
    }
    #expect(try reader.read(ReceivedBytes.copying(bytes)) { $0.kind } == .object)
  }

  @Test("One reader reads texts of any size one after the other")
  func reuse() throws {
    let reader = JSONReader()
    // Beyond the memory that a reader keeps, and back.
    for count in [1, 100, 70_000, 3, 600_000, 0, 2_000] {
      let text = "[" + repeatElement(#"{"a":1}"#, count: count).joined(separator: ",") + "]"
      #expect(try reader.read(ReceivedBytes.copying(text.utf8)) { $0.count } == count)
      #expect(throws: JSONReadError.self) { try reader.read(ReceivedBytes.copying(text.utf8.dropLast())) { _ in } }
    }
  }

  @Test("A text is not read inside the reading of another one, and the outer one goes on")
  func nested() throws {
    let reader = JSONReader()
    let bytes = ReceivedBytes.copying("[1]".utf8)
    let answers = try reader.read(bytes) { node throws(JSONReadError) in
      let inner = Result { () throws(JSONReadError) in try reader.read(bytes) { $0.count } }
      return (inner, node.count)
    }
    #expect(throws: JSONReadError.self) { try answers.0.get() }
    #expect(answers.1 == 1)
    #expect(try reader.read(bytes) { $0.count } == 1)
  }

  /// What a reader does after it has looked at a text, and what it then reads.
  enum Look: CaseIterable {
    case read, readTwice, readAnother, lookAtAnother, readPart, giveBack, forget, forgetAnother
  }

  @Test("After a look at a text, a reader reads that text and any other one", arguments: Look.allCases)
  func look(_ next: Look) throws {
    let reader = JSONReader()
    let (three, another) = (ReceivedBytes.copying("[1,[2],3]".utf8), ReceivedBytes.copying("[1,2]".utf8))
    #expect(try reader.look(at: three) { $0.count } == 3)
    switch next {
    case .read: break
    case .readTwice: #expect(try reader.read(three) { $0.count } == 3)
    case .readAnother: #expect(try reader.read(another) { $0.count } == 2)
    case .lookAtAnother: #expect(try reader.look(at: another) { $0.count } == 2)
    case .readPart: #expect(try reader.read(three, part: 3..<6) { $0.count } == 1)
    case .giveBack: reader.giveBackMemory()
    case .forget: reader.forgetLook(at: three)
    case .forgetAnother: reader.forgetLook(at: another)
    }
    #expect(try reader.read(three) { $0.elements.compactMap(\.int64) } == [1, 3])
    #expect(try reader.read(another) { $0.count } == 2)
  }

  @Test("A text that was looked at and forgotten, or read, is let go of, and a broken one says why twice")
  func lookLetsGo() throws {
    let reader = JSONReader()
    weak var forgotten: ReceivedBytes?
    weak var read: ReceivedBytes?
    do {
      let bytes = ReceivedBytes.copying("[1]".utf8)
      forgotten = bytes
      try reader.look(at: bytes) { _ in }
      reader.forgetLook(at: bytes)
    }
    #expect(forgotten == nil)
    do {
      let bytes = ReceivedBytes.copying("[1]".utf8)
      read = bytes
      try reader.look(at: bytes) { _ in }
      try reader.read(bytes) { _ in }
    }
    #expect(read == nil)
    let broken = ReceivedBytes.copying("[1".utf8)
    #expect(throws: JSONReadError.self) { try reader.look(at: broken) { _ in } }
    #expect(throws: JSONReadError.self) { try reader.read(broken) { _ in } }
  }
}
