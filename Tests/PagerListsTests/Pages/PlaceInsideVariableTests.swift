import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("Cursors, sizes, offsets and page numbers inside a variable")
struct PlaceInsideVariableTests {
  private static let cursors = """
    query ($paging: Paging) {
      list(paging: $paging) { nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } }
    }
    """

  private func cursorPlan(
    _ variables: [String: JSONValue], of query: String = Self.cursors, direction: ListDirection = .forward,
    _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws -> DocumentPlan {
    var rules = ListRules()
    rules.direction = direction
    return try plan(query, variables: variables, rules: rules) {
      ($0.after, $0.first) = ("/paging/after", "/paging/first")
      if direction == .bidirectional { ($0.before, $0.last) = ("/paging/before", "/paging/last") }
      change(&$0)
    }
  }

  private func page(_ next: String?, _ previous: String? = nil) -> String {
    """
    {"data":{"list":{"nodes":[1],"pageInfo":{"hasNextPage":\(next != nil),"endCursor":"\(next ?? "")",\
    "hasPreviousPage":\(previous != nil),"startCursor":"\(previous ?? "")"}}}}
    """
  }

  @Test(
    "A cursor joins the members that the variable has",
    arguments: [
      ([:], [:], ["paging": ["after": "K"]]),
      (
        ["paging": ["first": 2, "x": [1]]], ["paging": ["first": 2, "x": [1]]],
        ["paging": ["first": 2, "x": [1], "after": "K"]]
      ),
      (["paging": ["after": "A"]], ["paging": ["after": "A"]], ["paging": ["after": "K"]]),
    ] as [([String: JSONValue], JSONValue, JSONValue)])
  func cursor(variables: [String: JSONValue], first: JSONValue, second: JSONValue) throws {
    let scene = ListScene(try cursorPlan(variables))
    try scene.walk(answers: page("K"), page(nil))
    #expect(scene.transport.requests == [first, second])
    #expect(scene.history.last == "end: success")
  }

  @Test("In both directions, each request has the members of its own one")
  func bothWays() throws {
    let scene = ListScene(try cursorPlan(["paging": ["first": 1, "after": "A", "x": 1]], direction: .bidirectional))
    try scene.walk(answers: page("B", "B"), page(nil), page(nil))
    #expect(
      scene.transport.requests == [
        ["paging": ["first": 1, "after": "A", "x": 1]], ["paging": ["first": 1, "after": "B", "x": 1]],
        ["paging": ["last": 1, "before": "B", "x": 1]],
      ])
    #expect(scene.history.last == "end: success")
  }

  @Test("An offset or the number of a page is a member, too", arguments: ["offset", "page"])
  func numbers(word: String) throws {
    let plan = try plan("query ($p: P) { list(p: $p) { nodes { id } } }", variables: ["p": ["size": 2]]) {
      ($0.connection, $0.limit) = (.path("list"), "/p/size")
      if word == "offset" { $0.offset = "/p/at" } else { $0.page = "/p/at" }
    }
    let scene = ListScene(plan)
    try scene.walk(
      answers: #"{"data":{"list":{"nodes":[{"id":1},{"id":2}]}}}"#, #"{"data":{"list":{"nodes":[]}}}"#)
    let places: [JSONValue] = word == "offset" ? [0, 2] : [1, 2]
    #expect(scene.transport.requests == places.map { place -> JSONValue in ["p": ["size": 2, "at": place]] })
    #expect(scene.history.last == "end: success")
  }

  @Test(
    "A place that no value can take is refused",
    arguments: [
      PlanRefusal(
        query: cursors, pagination: { $0.after = "/skip/after" }, part: "/pagination/after",
        words: "declares no variable `$skip`"),
      PlanRefusal(
        query: cursors, pagination: { $0.after = "/paging/a~2" }, part: "/pagination/after", words: "has a \"~\""),
      PlanRefusal(
        query: cursors, pagination: { $0.after = "/paging" + String(repeating: "/a", count: 64) },
        part: "/pagination/after", words: "the place has 65 steps, and may have at most 64"),
      PlanRefusal(
        query: cursors.replacing("Paging)", with: "Paging = {first: 2})"), part: "/pagination/after",
        words: "the document has a default for `$paging`"),
      PlanRefusal(
        query: cursors, variables: ["paging": "text"], part: "/variables/paging",
        words: "expected an object with the place \"/after\", found a string"),
    ])
  func refusals(refusal: PlanRefusal) {
    refusal.check { refusal in
      try cursorPlan(refusal.variables, of: refusal.query) {
        $0.first = nil
        refusal.pagination(&$0)
      }
    }
  }

  @Test("A place may have 64 steps")
  func deepest() throws {
    let place = "/paging" + String(repeating: "/a", count: 63)
    let scene = ListScene(try cursorPlan([:]) { $0.after = place })
    try scene.walk(answers: page("K"))
    #expect(scene.variables.last?.hasSuffix(#"{"a":"K"}"# + String(repeating: "}", count: 63)) == true)
  }
}
