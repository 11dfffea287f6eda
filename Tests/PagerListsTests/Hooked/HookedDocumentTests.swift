import PagerJSON
import PagerLists
import PagerState
import Testing

@Suite("A list whose page info a function of the host finds")
struct HookedDocumentTests {
  private func plan(
    _ query: String, _ variables: [String: JSONValue], resolves: Bool = false,
    _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws(DocumentPlanError) -> DocumentPlan {
    let document = paged(query, variables: variables) { pagination in
      pagination.connection = .path("list")
      pagination.items = .path("nodes")
      change(&pagination)
    }
    return try DocumentPlan(readByHook: document, resolves: resolves)
  }

  /// The variables of the first page, and of the page beyond an end.
  private func variables(_ plan: DocumentPlan, at end: ListEnd? = nil) throws -> String {
    var request = plan.initialRequest
    if let end {
      guard case .open(let further) = try list(plan).frontier(at: end, VariableValue(integer: 7)) else {
        Issue.record("the list ends at \(end)")
        return ""
      }
      request = PageRequest.open(further)
    }
    let body = String(decoding: try plan.first.requests.body(of: request), as: UTF8.self)
    let start = try #require(body.firstRange(of: #""variables":"#)?.upperBound)
    return String(body[start...].dropLast())
  }

  private func list(_ plan: DocumentPlan) throws -> HookedShape {
    try #require(plan.first.kind.list as? HookedShape)
  }

  private let bothWays = """
    query ($f: Int, $a: String, $l: Int, $b: String, $x: Int) {
      list(first: $f, after: $a, last: $l, before: $b, x: $x) { x } }
    """

  @Test func aRequestCarriesTheVariablesOfItsOwnDirection() throws {
    let plan = try plan(bothWays, ["f": 2, "a": "s", "x": 1])
    #expect(try variables(plan) == #"{"f":2,"x":1,"a":"s"}"#)
    #expect(try variables(plan, at: .next) == #"{"f":2,"x":1,"a":7}"#)
    #expect(try variables(plan, at: .previous) == #"{"l":2,"x":1,"b":7}"#)
  }

  @Test func namesInTheConfigGoBeforeTheDocument() throws {
    let query =
      "query ($a: String, $n: Int, $c: String, $m: Int) { list(after: $a, from: $c, size: $n, back: $m) { x } }"
    let plan = try plan(query, ["n": 2]) {
      ($0.after, $0.first, $0.before, $0.last) = ("a", "n", "c", "m")
    }
    #expect(try variables(plan, at: .next) == #"{"n":2,"a":7}"#)
    #expect(try variables(plan, at: .previous) == #"{"m":2,"c":7}"#)
  }

  @Test func aListWithOneCursorIsReadInThatDirection() throws {
    let plan = try plan("query ($l: Int, $b: String) { list(last: $l, before: $b) { x } }", ["l": 2])
    #expect(try list(plan).variables == [.previous: "b"])
    #expect(try list(plan).frontier(at: .next, VariableValue(integer: 7)) == .closed)
    #expect(plan.initialRequest == PageRequest(toward: .previous))
    #expect(try variables(plan) == #"{"l":2}"#)
    #expect(try variables(plan, at: .previous) == #"{"l":2,"b":7}"#)
  }

  @Test func whereTheHostMakesTheRequestsTheFirstHasAllVariables() throws {
    let plan = try plan(bothWays, ["l": 2, "b": "s"], resolves: true)
    #expect(try list(plan).variables.isEmpty)
    #expect(try list(plan).frontier(at: .next, VariableValue(integer: 7)) == .unresolved)
    #expect(try variables(plan) == #"{"b":"s","l":2}"#)
  }

  @Test(
    arguments: [
      ("query ($a: String, $b: String) { list(after: $a, before: $b, first: 2) { x } }", [:], "make it a variable"),
      (
        "query ($a: String, $b: String) { list(after: $a, before: $b) { x } }", ["b": "s"],
        "it would not send this cursor"
      ),
      ("query ($a: String, $n: Int!) { list(after: $a, first: $n) { x } }", [:], "has no value"),
      ("query ($n: Int!) { list(first: $n) { x } }", [:], "has no value"),
    ] as [(String, [String: JSONValue], String)])
  func whatCannotBeSentIsRefused(query: String, variables: [String: JSONValue], words: String) throws {
    let error = #expect(throws: DocumentPlanError.self) { try plan(query, variables) }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
  }
}
