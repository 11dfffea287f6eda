import PagerBytes
import PagerJSON
import PagerState
import Testing

@testable import PagerEngine
@testable import PagerLists

private let listEndpoint = "http://127.0.0.1/graphql"

@Suite("The text of a resume token")
struct ListTokenTests {
  /// A token with the checksum that its fields have after a change.
  private func token(_ change: (inout [String: JSONValue]) -> Void) throws -> (DocumentPlan, JSONValue) {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let request = PageRequest(toward: .next, [.init("after", VariableValue(integer: 17))])
    let position = ListPosition<PageRequest>(
      next: .open(request), previous: .closed, pageCount: 3, itemCount: 7, fingerprints: [3, .max, 0])
    var fields = try #require(try JSONValue(parsing: plan.resumeToken(for: position, at: listEndpoint)).object)
    change(&fields)
    fields["checksum"] = nil
    var hash = StableHash()
    hash.combine(try JSONValue.object(fields).text())
    fields["checksum"] = .string(hash.value.hexadecimal)
    return (plan, .object(fields))
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
    let position = ListPosition<PageRequest>(
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
