import PagerBytes
import PagerJSON
import TestSupport
import Testing

@Suite("Nodes lead to values and to where they stand")
struct JSONNodeTests {
  static let spaced = " \r\n{ \"a\" : [ 1 ,\t-2.5e3\n, \"x, ]\" , { } , [ ] , null ] , \"b\\u0041\\n\":true }\t "

  @Test(
    "Ranges are exact, whatever white space is around",
    arguments: [
      ([], #"{ "a" : [ 1 ,\#t-2.5e3\#n, "x, ]" , { } , [ ] , null ] , "b\u0041\n":true }"#),
      (["a"], "[ 1 ,\t-2.5e3\n, \"x, ]\" , { } , [ ] , null ]"), (["a", "0"], "1"), (["a", "1"], "-2.5e3"),
      (["a", "2"], #""x, ]""#), (["a", "3"], "{ }"), (["a", "4"], "[ ]"), (["a", "5"], "null"), (["bA\n"], "true"),
    ])
  func ranges(path: [String], raw: String) throws {
    let text = Self.spaced
    let found = try read(text) { node throws(JSONReadError) in
      try node.uniqueNode(at: JSONPointer(tokens: path)).map { rawText($0, in: text) }
    }
    #expect(found == raw)
  }

  @Test("A scalar as the whole text has its range", arguments: ["1", "-1.5e7", "true", "null", #""a b ""#, "[]", "{}"])
  func scalarRoot(raw: String) throws {
    for text in [raw, " \n" + raw, raw + " \t", "  " + raw + "\r\n"] {
      #expect(try read(text) { rawText($0, in: text) } == raw)
    }
  }

  @Test("Every value of a page has a range that reads as that value")
  func rangesReadBack() throws {
    func check(_ node: JSONNode) throws(JSONReadError) -> Int {
      #expect(try read(rawText(node, in: samplePage)) { $0.value() } == node.value())
      var checked = 1
      for element in node.elements { checked += try check(element) }
      for member in node.members { checked += try check(member.value) }
      return checked
    }
    #expect(try read(samplePage, check) == 27)
  }

  @Test(
    "Kinds",
    arguments: [
      ("{}", JSONKind.object), ("[]", .array), (#""{""#, .string), ("-1", .number), ("7", .number), ("true", .bool),
      ("false", .bool), ("null", .null),
    ])
  func kinds(text: String, kind: JSONKind) throws {
    #expect(try read(text) { $0.kind } == kind)
  }

  @Test(
    "Members are found by their unescaped key",
    arguments: [
      ("plain", 1), ("", 2), ("a\"b", 3), ("ü", 4), ("🥄", 5), ("nul\0", 6), ("twice", 7), ("e\u{301}", 9),
      ("\u{e9}", 10), ("missing", nil), ("nul", nil), ("plainer", nil),
    ] as [(String, Int64?)])
  func keys(key: String, value: Int64?) throws {
    let text = #"""
      {"plain":1,"":2,"a\"b":3,"\u00FC":4,"\ud83e\udd44":5,"nul\u0000":6,"twice":7,"twice":8,"e\u0301":9,"\u00e9":10}
      """#
    #expect(try read(text) { $0[key]?.int64 } == value)
  }

  @Test(
    "Counts",
    arguments: [
      ("[]", 0), ("{}", 0), ("[[1,2,3]]", 1), ("[1,[2,3],{}]", 3), (#"{"a":[1,2],"b":{"c":1}}"#, 2),
      ("7", 0), (#""ab""#, 0),
    ])
  func counts(text: String, count: Int) throws {
    #expect(try read(text) { $0.count } == count)
    #expect(try read(text) { node in node.elements.map { _ in 1 }.count + node.members.map { _ in 1 }.count } == count)
  }

  @Test("Members and elements come in order, duplicates included")
  func order() throws {
    let members = try read(#"{"b":1,"a":[2,3],"b":4}"#) { node in
      node.members.map { member in
        [member.key, "\(member.value.int64 ?? 0)"] + member.value.elements.compactMap(\.int64).map(String.init)
      }
    }
    #expect(members == [["b", "1"], ["a", "0", "2", "3"], ["b", "4"]])
  }

  @Test(
    "Scalars answer for their own kind only",
    arguments: [
      "null", "true", "0", #""0""#, "[]", "{}",
    ])
  func kindsDoNotMix(text: String) throws {
    try read(text) { node in
      #expect(node.isNull == (text == "null"))
      #expect(node.bool == (text == "true" ? true : nil))
      #expect(node.int64 == (text == "0" ? 0 : nil))
      #expect(node.double == (text == "0" ? 0 : nil))
      #expect(node.string == (text == #""0""# ? "0" : nil))
    }
  }

  @Test(
    "Numbers as integers",
    arguments: [
      ("2.0", 2), ("2e3", 2000), ("1.5", nil), ("9007199254740992.0", 9_007_199_254_740_992),
      ("9007199254740994.0", nil),
      ("9223372036854775807", .max), ("9223372036854775808", nil), ("1e300", nil),
    ] as [(String, Int64?)])
  func integers(text: String, integer: Int64?) throws {
    #expect(try read(text) { $0.int64 } == integer)
  }

  @Test(
    "Pointers lead through arrays by index",
    arguments: [
      ("/data/products/edges/1/node/id", "2"), ("/data/products/edges/2", nil), ("/data/products/edges/-", nil),
      ("/data/products/edges/01", nil), ("/extensions/empty/2", ""), ("/extensions/empty/2/0", nil),
      ("/data/products/edges/99999999999999999999", nil),
    ] as [(String, String?)])
  func pointers(pointer: String, string: String?) throws {
    let pointer = try JSONPointer(parsing: pointer)
    let found = try read(samplePage) { node throws(JSONReadError) in try node.uniqueNode(at: pointer)?.string }
    #expect(found == string)
  }

  @Test(
    "A key that stands twice is an error where a unique one is asked for, in any spelling",
    arguments: [
      (#"{"a":1,"b":2}"#, "a", 1, nil), (#"{"a":1,"b":2}"#, "b", 2, nil), (#"{"a":1,"b":2}"#, "c", nil, nil),
      (#"{"a":1,"b":2,"a":3}"#, "a", nil, 13), (#"{"a":1,"b":2,"a":3}"#, "b", 2, nil),
      (#"{"\u0061":1,"b":2}"#, "a", 1, nil), (#"{"a":1,"\u0061":2}"#, "a", nil, 7), (#"{"ab":1,"a":2}"#, "a", 2, nil),
      (#"{"":1,"a":2}"#, "", 1, nil), (#"{"":1,"":2}"#, "", nil, 6), (#"{"\"":1}"#, "", nil, nil),
      (#"{"\\":1}"#, #"\"#, 1, nil), (#"{"a\\b":1,"a":2}"#, #"a\b"#, 1, nil), (#"{"\u0061":1}"#, #"\u0061"#, nil, nil),
      ("[1]", "0", nil, nil),
      ("{}", "a", nil, nil), (#"{"\u00e9":1,"e\u0301":2}"#, "\u{e9}", 1, nil),
    ] as [(String, String, Int64?, Int?)])
  func uniqueMembers(text: String, key: String, value: Int64?, duplicate: Int?) throws {
    if let duplicate {
      let error = JSONReadError(message: "an object has the key \"\(key)\" twice", offset: duplicate)
      #expect(throws: error) { try read(text) { node throws(JSONReadError) in _ = try node.uniqueMember(key) } }
    } else {
      #expect(try read(text) { node throws(JSONReadError) in try node.uniqueMember(key)?.int64 } == value)
    }
  }

  @Test(
    "Only objects on a pointer's way have to have their key once",
    arguments: [
      ("/a/b", 1, nil), ("/x/y", nil, "y"), ("/x/z", 4, nil), ("/l/1/m", nil, "m"), ("/l/0/m", 5, nil),
      ("/l/2", nil, nil),
      ("/d/e", nil, "d"),
    ] as [(String, Int64?, String?)])
  func uniqueNodes(pointer: String, value: Int64?, duplicate: String?) throws {
    let text = #"""
      {"a":{"b":1},"x":{"y":2,"y":3,"z":4},"l":[{"m":5},{"m":6,"m":7}],"d":{"e":8},"d":{"e":9}}
      """#
    let pointer = try JSONPointer(parsing: pointer)
    let found = Result { () throws(JSONReadError) in
      try read(text) { node throws(JSONReadError) in try node.uniqueNode(at: pointer)?.int64 }
    }
    switch found {
    case .success(let found): #expect(found == value && duplicate == nil)
    case .failure(let error): #expect(error.message == "an object has the key \"\(duplicate ?? "?")\" twice")
    }
  }
}
