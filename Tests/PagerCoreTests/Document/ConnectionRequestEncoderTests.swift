import PagerClient
import PagerJSON
import Testing

@Suite("A request body is exact JSON")
struct ConnectionRequestEncoderTests {
  private static let query = "query Q(\n  $n: \"quoted\"\t🥄)"
  private static let queryText = #""query":"query Q(\n  $n: \"quoted\"\t🥄)""#

  private func body(
    _ variables: [String: JSONValue], operationName: String? = nil, cursorVariable: String = "after", cursor: String?
  ) throws -> String {
    let requests = try ConnectionRequestEncoder(
      query: Self.query, operationName: operationName, variables: variables, cursorVariable: cursorVariable)
    return String(decoding: requests.body(cursor: cursor.map { Array($0.utf8) }), as: UTF8.self)
  }

  @Test(
    "Of the first page, with the variables as they were given",
    arguments: [
      ([:], "{}"), (["first": 2], #"{"first":2}"#), (["after": .null, "first": 2], #"{"after":null,"first":2}"#),
      (
        ["filter": ["tags": ["a", nil, 1.5], "on": true], "a\"b": "\n"],
        #"{"a\"b":"\n","filter":{"on":true,"tags":["a",null,1.5]}}"#
      ),
    ] as [([String: JSONValue], String)])
  func first(variables: [String: JSONValue], text: String) throws {
    #expect(try body(variables, cursor: nil) == "{\(Self.queryText),\"variables\":\(text)}")
  }

  @Test(
    "Of a later page, with the cursor's text as the server wrote it",
    arguments: [
      ([:], #""K2""#, #"{"after":"K2"}"#), (["first": 2], #""K2""#, #"{"first":2,"after":"K2"}"#),
      (["after": "K1", "first": 2], #""K2""#, #"{"first":2,"after":"K2"}"#), (["after": .null], "17", #"{"after":17}"#),
      (["first": 2], #""a\/b\u00fc==""#, #"{"first":2,"after":"a\/b\u00fc=="}"#),
      (["first": 2], "9007199254740993", #"{"first":2,"after":9007199254740993}"#),
    ] as [([String: JSONValue], String, String)])
  func later(variables: [String: JSONValue], cursor: String, text: String) throws {
    let body = try body(variables, cursor: cursor)
    #expect(body == "{\(Self.queryText),\"variables\":\(text)}")
    #expect(throws: Never.self) { try JSONValue(parsing: body) }
  }

  @Test func theOperationIsNamedWhereItHasAName() throws {
    let body = try body(["first": 2], operationName: "Q", cursor: #""K2""#)
    #expect(body == #"{"operationName":"Q",\#(Self.queryText),"variables":{"first":2,"after":"K2"}}"#)
  }

  @Test func theCursorsVariableIsEscapedToo() throws {
    #expect(try body([:], cursorVariable: "a\"b", cursor: "1").hasSuffix(#""variables":{"a\"b":1}}"#))
  }

  @Test func aNumberWithoutAJSONTextIsRefused() {
    #expect(throws: JSONTextError.self) { try body(["first": .number(.infinity)], cursor: nil) }
  }
}
