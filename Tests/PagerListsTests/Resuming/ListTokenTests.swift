import PagerBytes
import PagerJSON
import PagerState
import Testing

@testable import PagerLists

private let listEndpoint = "http://127.0.0.1/graphql"

@Suite("The text of a resume token")
struct ListTokenTests {
  /// A token with the checksum that its fields have after a change.
  private func token(_ change: (inout [String: JSONValue]) -> Void) throws -> (DocumentPlan, JSONValue) {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let request = PageRequest(toward: .next, [.init("after", VariableValue(integer: 17))])
    return (plan, try token(of: plan, after: request, change))
  }

  private func token(
    of plan: DocumentPlan, after request: PageRequest, _ change: (inout [String: JSONValue]) -> Void
  ) throws -> JSONValue {
    let position = ListPosition(
      next: .open(request), previous: .closed, pageCount: 3, itemCount: 7, fingerprints: [3, .max, 0])
    var fields = try #require(try JSONValue(parsing: plan.resumeToken(for: position, at: listEndpoint)).object)
    change(&fields)
    return try sealed(fields)
  }

  /// The fields with the checksum of version 2: over the digits of the fingerprints and their number, and then over the
  /// text of the others.
  private func sealed(_ fields: [String: JSONValue]) throws -> JSONValue {
    var others = fields
    (others["checksum"], others["fingerprints"]) = (nil, nil)
    let digits = Array((fields["fingerprints"]?.string ?? "").utf8)
    var hash = StableHash()
    digits.withUnsafeBytes { hash.addWords($0) }
    hash.add(word: UInt64(digits.count))
    try JSONValue.object(others).bytes().withUnsafeBytes { hash.combineWords($0) }
    return .object(fields.merging(["checksum": .string(hash.value.hexadecimal)]) { $1 })
  }

  @Test func withItsOwnFieldsIsRead() throws {
    let (plan, token) = try token { _ in }
    #expect(try plan.position(of: token, at: listEndpoint).fingerprints == [3, .max, 0])
  }

  @Test(
    "A fingerprint that is damaged is refused, although the checksum is right",
    arguments: [
      "000000000000000", "00000000000000000", "x000000000000000", "000000000000000g", " 000000000000000",
      "0000000000000003+fffffffffffffff", "ffffffffffffffff000000000000000-",
    ])
  func damagedFingerprint(text: String) throws {
    let (plan, token) = try token { $0["fingerprints"] = .string(text) }
    let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: token, at: listEndpoint) }
    #expect(error?.message.contains("its fields are not those of a token") == true, "\(error?.message ?? "no error")")
  }

  @Test(
    "A field that does not fit is refused, although the checksum is right",
    arguments: [
      ("list", "zz"), ("list", nil), ("pages", -1), ("pages", "3"), ("pages", nil), ("items", -1), ("items", nil),
      ("gaps", -1), ("fingerprints", nil), ("next", nil), ("previous", nil), ("next", "nowhere"), ("next", [:]),
      ("previous", ["cursor": "{"]), ("partial", [:]), ("version", 0), ("version", "1"), ("version", nil),
    ] as [(String, JSONValue?)])
  func damagedField(name: String, value: JSONValue?) throws {
    let (plan, token) = try token { $0[name] = value }
    let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: token, at: listEndpoint) }
    #expect(error?.message.hasPrefix("the resume token is damaged: ") == true, "\(error?.message ?? "no error")")
  }

  @Test(
    "A place in a keyset list that is damaged is refused, although the checksum is right",
    arguments: [
      (["keys": ["17"], "page": 2, "largest": 0], true), (["keys": ["17"], "page": 1, "largest": 0], true),
      (["keys": ["17"], "page": 0, "largest": 0], false), (["keys": ["17"], "page": 2, "largest": -1], false),
      (["keys": ["17"], "page": 2], false), (["keys": ["17"], "largest": 0], false),
      (["keys": [17], "page": 2, "largest": 0], false), (["keys": ["{"], "page": 2, "largest": 0], false),
      (["keys": "17", "page": 2, "largest": 0], false),
      (["keys": ["17"], "page": 2, "largest": 0, "seen": "x"], false),
    ] as [(JSONValue, Bool)])
  func keysetPlace(place: JSONValue, isRead: Bool) throws {
    let plan = try plan(keysetQuery, variables: ["limit": 2]) {
      ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "lastId")
    }
    let key = VariableValue(integer: 17)
    let request = PageRequest(toward: .next, [.init("lastId", key)], at: .keyset(KeysetPlace(keys: [key], page: 2)))
    let token = try self.token(of: plan, after: request) { $0["next"] = place }
    guard !isRead else {
      #expect(try plan.position(of: token, at: listEndpoint).next == .open(request))
      return
    }
    let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: token, at: listEndpoint) }
    #expect(error?.message.hasPrefix("the resume token is damaged: ") == true, "\(error?.message ?? "no error")")
  }

  @Test(
    "An offset that is damaged is refused, although the checksum is right",
    arguments: [
      (["offset": 0], true), (["offset": 3, "items_before": 3], true), (["offset": -1], false),
      (["offset": "3"], false), ([:], false), (["items_before": 3], false),
    ] as [(JSONValue, Bool)])
  func offsetPlace(place: JSONValue, isRead: Bool) throws {
    let plan = try plan("query ($offset: Int) { list(offset: $offset) { nodes { id } } }") {
      ($0.connection, $0.offset) = (.path("list"), "offset")
    }
    let request = PageRequest(
      toward: .next, [.init("offset", VariableValue(integer: 3))], at: .offset(ListOffset(number: 3, itemsBefore: 3)))
    let token = try self.token(of: plan, after: request) { $0["next"] = place }
    guard !isRead else {
      #expect(throws: Never.self) { try plan.position(of: token, at: listEndpoint) }
      return
    }
    let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: token, at: listEndpoint) }
    #expect(error?.message.hasPrefix("the resume token is damaged: ") == true, "\(error?.message ?? "no error")")
  }

  @Test("What is not a whole token is refused", arguments: ["", "{}", "[]", "null", "1", "<", ">", "{}1", "pages"])
  func notWhole(change: String) throws {
    let (plan, token) = try token { _ in }
    let text = try token.text()
    let changed =
      switch change {
      case "<": String(text.dropFirst())
      case ">": String(text.dropLast())
      case "{}1": text + "1"
      case "pages": text.replacing(#""pages":3"#, with: #""pages":4"#)
      default: change
      }
    let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: .string(changed), at: listEndpoint) }
    #expect(error?.message.hasPrefix("the resume token is damaged: ") == true, "\(error?.message ?? "no error")")
  }

  @Test("A field that is missing, changed or added does not match the checksum")
  func checksum() throws {
    let (plan, token) = try token { _ in }
    let fields = try #require(token.object)
    #expect(fields.count > 7)
    for name in fields.keys {
      var (changed, less) = (fields, fields)
      (changed[name], less[name]) = ("x", nil)
      for fields in [changed, less] {
        let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: .object(fields), at: listEndpoint) }
        #expect(error?.message.contains("is damaged") == true, "\(name): \(error?.message ?? "no error")")
      }
    }
    let more = JSONValue.object(fields.merging(["more": 1]) { $1 })
    #expect(throws: ResumeTokenError.self) { try plan.position(of: more, at: listEndpoint) }
  }

  @Test("A token of a newer library is refused as such, whatever else is in it")
  func newer() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let error = #expect(throws: ResumeTokenError.self) {
      try plan.position(of: ["version": 3, "unknown": []], at: listEndpoint)
    }
    #expect(error?.message.contains("a newer library wrote it") == true, "\(error?.message ?? "no error")")
  }

  @Test("White space, escapes and the order of members are not part of a token")
  func layout() throws {
    let (plan, token) = try token { _ in }
    let members = try #require(token.object).sorted { $0.key > $1.key }
    let text = try members.map { "  \"\($0)\" :\n \(try $1.text())" }.joined(separator: " ,\n")
    let position = try plan.position(of: .string("{\n\(text)\n}"), at: listEndpoint)
    #expect(position.fingerprints == [3, .max, 0] && position.pageCount == 3)
  }

  // MARK: Errors beside data

  /// What is left of these counts after a token.
  private func comingBack(_ partialData: PartialData) throws -> PartialData? {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let position = ListPosition(
      next: .closed, previous: .closed, pageCount: 3, itemCount: 7, fingerprints: [], partialData: partialData)
    let token = try plan.resumeToken(for: position, at: listEndpoint)
    return try plan.position(of: .string(token), at: listEndpoint).partialData
  }

  @Test("The errors that came with the data of the pages come back, and long texts are cut")
  func partialData() throws {
    let counts = PartialData(pages: 2, errors: 3, first: .init(page: 1, message: "no", path: "/list/0"))
    #expect(try comingBack(counts) == counts)
    let wordless = PartialData(pages: 1, errors: 1, first: .init(page: 2, message: nil, path: nil))
    #expect(try comingBack(wordless) == wordless)
    let long = String(repeating: "a", count: 301)
    let cut = try comingBack(PartialData(pages: 1, errors: 1, first: .init(page: 1, message: long, path: long)))
    #expect(cut?.first.message?.utf8.count == 300 && cut?.first.path?.utf8.count == 300)
  }

  @Test(
    "Counts of errors that contradict each other are damaged",
    arguments: [
      ["pages": 0, "errors": 0, "first": ["page": 1]], ["pages": 2, "errors": 1, "first": ["page": 1]],
      ["pages": 1, "errors": 1], ["pages": 1, "errors": 1, "first": [:]],
      ["pages": -1, "errors": 1, "first": ["page": 1]],
    ] as [JSONValue])
  func damagedCounts(counts: JSONValue) throws {
    let (plan, token) = try token { $0["partial"] = counts }
    let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: token, at: listEndpoint) }
    #expect(error?.message.contains("its errors cannot be read") == true, "\(error?.message ?? "no error")")
  }

  // MARK: Names of variables

  /// A list with this many variables that make it.
  private func list(withVariables count: Int, changing changed: Int? = nil) throws -> DocumentPlan {
    let names = (0..<count).map { "aVariableWithARatherLongName\($0)" }
    let declared = names.map { "$\($0): Int" }.joined(separator: " ")
    let arguments = names.map { "\($0): $\($0)" }.joined(separator: " ")
    let query = """
      query ($after: String \(declared)) {
        items(after: $after \(arguments)) { nodes { id } pageInfo { hasNextPage endCursor } }
      }
      """
    let values = names.enumerated().map { ($1, RawJSON(integer: $0 == changed ? -1 : 0)) }
    return try DocumentPlan(PagedDocument(query: query, variables: Dictionary(uniqueKeysWithValues: values)))
  }

  @Test("The names of the variables are in a token, and left out if there are too many of them")
  func tooManyNames() throws {
    for (count, isNamed) in [(10, true), (2_000, false)] {
      let token = try list(withVariables: count).resumeToken(for: .beginning, at: listEndpoint)
      #expect(token.utf8.count <= ListToken.longest)
      #expect(token.contains("$aVariableWithARatherLongName7") == isNamed)
      // With or without the names, a token is of its own list only.
      #expect(try list(withVariables: count).position(of: .string(token), at: listEndpoint) == .beginning)
      let error = #expect(throws: ResumeTokenError.self) {
        try list(withVariables: count, changing: 7).position(of: .string(token), at: listEndpoint)
      }
      let words = isNamed ? "the variable `$aVariableWithARatherLongName7` is different" : "the query, the variables"
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "no error")")
    }
  }

  @Test("A token without names still has its fingerprints")
  func namesGiveWay() throws {
    let plan = try list(withVariables: 2_000)
    let request = PageRequest(toward: .next, [.init("after", VariableValue(integer: 17))])
    let position = ListPosition(
      next: .open(request), previous: .closed, pageCount: 3, itemCount: 7, fingerprints: [3, .max, 0])
    let token = try plan.resumeToken(for: position, at: listEndpoint)
    #expect(try plan.position(of: .string(token), at: listEndpoint) == position)
  }
}

@Suite("What makes a list")
struct ListIdentityTests {
  private func text(_ json: String) -> String {
    String(decoding: RawJSON(validated: Array(json.utf8)).textWithoutWhiteSpace, as: UTF8.self)
  }

  @Test(
    "White space counts inside a string, also after a quote with a backslash",
    arguments: [
      (#" { "a" : [ 1 , true ] } "#, #"{"a":[1,true]}"#),
      (#""a b""#, #""a b""#),
      (#""a\" b""#, #""a\" b""#),
      (#""a\"b""#, #""a\"b""#),
      (#"[ "a\\" , "b c" ]"#, #"["a\\","b c"]"#),
      (#"[ "a\\\" b" , 1 ]"#, #"["a\\\" b",1]"#),
      ("[\t1,\r\n2]", "[1,2]"),
    ])
  func whiteSpace(json: String, expected: String) {
    #expect(text(json) == expected)
  }

  /// A list whose variable has a string deep inside, deeper than a value is compared by its meaning.
  private func list(of string: String) throws -> DocumentPlan {
    let depth = JSONValue.maximumConfigDepth + 1
    let json = String(repeating: "[", count: depth) + string + String(repeating: "]", count: depth)
    let query = """
      query ($f: F, $after: String) { items(f: $f, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
      """
    return try DocumentPlan(PagedDocument(query: query, variables: ["f": RawJSON(validated: Array(json.utf8))]))
  }

  @Test("Two strings that differ in a blank after a quote are two lists")
  func twoLists() throws {
    let token = try list(of: #""a\" b""#).resumeToken(for: .beginning, at: listEndpoint)
    #expect(try list(of: #" "a\" b" "#).position(of: .string(token), at: listEndpoint) == .beginning)
    #expect(throws: ResumeTokenError.self) {
      try list(of: #""a\"b""#).position(of: .string(token), at: listEndpoint)
    }
  }
}
