import PagerBytes
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A page is asked for with exact JSON")
struct PageRequestTests {
  private static let query = "query Q(\n  $n: \"quoted\"\t🥄)"
  private static let queryText = #""query":"query Q(\n  $n: \"quoted\"\t🥄)""#

  /// Members of variables as they were written.
  private func members(_ texts: [String: String]) throws -> [String: RawJSON] {
    try texts.mapValues { try value($0).json }
  }

  private func value(_ text: String) throws -> VariableValue {
    try JSONReader().read(ReceivedBytes.copying(text.utf8)) { VariableValue($0) }
  }

  private func body(
    _ variables: [String: String], operationName: String? = nil, setting name: String = "after", to text: String? = nil,
    toward end: ListEnd = .next
  ) throws -> String {
    let constants = try members(variables).filter { $0.key != name }
    let requests = try PageRequestEncoder(
      query: Self.query, operationName: operationName,
      constants: [.next: constants.filter { $0.key != "before" }, .previous: constants.filter { $0.key != "first" }])
    let settings = try text.map { [PageRequest.Setting(name, try value($0))] } ?? []
    return String(decoding: try requests.body(of: PageRequest(toward: end, .init(settings))), as: UTF8.self)
  }

  @Test(
    "A page is halved down to one item, and not to none",
    arguments: [(1, 4), (2, 2), (3, 1), (4, nil), (62, nil), (63, nil)] as [(Int, Int?)])
  func halved(halvings: Int, items: Int?) throws {
    let plan = try plan(shopQuery, variables: ["first": 8])
    let body = try plan.first.requests.body(of: plan.initialRequest, halvings: halvings)
    let text = body.map { String(decoding: $0, as: UTF8.self) }
    #expect((text == nil) == (items == nil))
    if let items { #expect(text?.contains("\"first\":\(items)}") == true, "\(text ?? "")") }
  }

  @Test(
    "A request has the variables as given, and the cursor as the server wrote it",
    arguments: [
      ([:], nil, "{}"), (["first": "2"], nil, #"{"first":2}"#), ([:], #""K2""#, #"{"after":"K2"}"#),
      (["first": "2"], #""K2""#, #"{"first":2,"after":"K2"}"#),
      (["after": #""K1""#, "first": "2"], #""K2""#, #"{"first":2,"after":"K2"}"#),
      (["after": "null"], "17", #"{"after":17}"#),
      (["first": "2"], #""a\/b\u00fc==""#, #"{"first":2,"after":"a\/b\u00fc=="}"#),
      (["first": "2"], "9007199254740993", #"{"first":2,"after":9007199254740993}"#),
      (["x": "123456789.123456789", "y": "0.10"], nil, #"{"x":123456789.123456789,"y":0.10}"#),
      (["n": "18446744073709551615"], nil, #"{"n":18446744073709551615}"#),
      (
        ["a\"b": #""\n""#, "filter": #"{"b" : [1,null], "a":1.50}"#], nil,
        #"{"a\"b":"\n","filter":{"b" : [1,null], "a":1.50}}"#
      ),
    ] as [([String: String], String?, String)])
  func bodies(variables: [String: String], cursor: String?, text: String) throws {
    #expect(try body(variables, to: cursor) == "{\(Self.queryText),\"variables\":\(text)}")
  }

  @Test func eachDirectionHasVariablesOfItsOwn() throws {
    let variables = ["first": "2", "last": "3", "before": #""B""#, "x": "1"]
    #expect(try body(variables).hasSuffix(#""variables":{"first":2,"last":3,"x":1}}"#))
    #expect(try body(variables, toward: .previous).hasSuffix(#""variables":{"before":"B","last":3,"x":1}}"#))
  }

  @Test func theOperationIsNamedWhereItHasAName() throws {
    let body = try body(["first": "2"], operationName: "Q", to: #""K2""#)
    #expect(body == #"{"operationName":"Q",\#(Self.queryText),"variables":{"first":2,"after":"K2"}}"#)
  }

  @Test func theCursorsVariableIsEscapedToo() throws {
    #expect(try body([:], setting: "a\"b", to: "1").hasSuffix(#""variables":{"a\"b":1}}"#))
  }

  @Test(
    "Two requests are the same when they say the same, however it is written",
    arguments: [
      (#""a/b""#, #""a\/b""#, true), (#""ü""#, #""\u00fc""#, true), (#""ü""#, #""\u00FC""#, true), ("1", "1.0", true),
      ("1", "1e0", true), ("2.5", "25e-1", true), (#""1""#, "1", false), (#""a""#, #""A""#, false),
      (#""a\\/b""#, #""a/b""#, false), (#""a\"b""#, #""ab""#, false), ("9007199254740993", "9007199254740992", false),
      (#""""#, #"" ""#, false), ("18446744073709551615", "18446744073709551614", false),
    ])
  func equality(left: String, right: String, areEqual: Bool) throws {
    let left = PageRequest(toward: .next, [.init("after", try value(left))])
    let right = PageRequest(toward: .next, [.init("after", try value(right))])
    #expect((left == right) == areEqual)
    #expect(!areEqual || left.hashValue == right.hashValue)
  }

  @Test func theDirectionAndTheVariableBelongToARequest() throws {
    let value = try value(#""K""#)
    let request = PageRequest(toward: .next, [.init("after", value)])
    #expect(request != PageRequest(toward: .previous, [.init("after", value)]))
    #expect(request != PageRequest(toward: .next, [.init("before", value)]))
    #expect(request != PageRequest(toward: .next))
  }
}
