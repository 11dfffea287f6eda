import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A list that its server sends at once")
struct WholeListTests {
  private static let rules: ListRules = {
    var rules = ListRules()
    rules.ending = .firstPage
    return rules
  }()

  private func plan(
    _ query: String, variables: [String: JSONValue] = [:], acceptsNull: Bool? = nil,
    _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws -> DocumentPlan {
    var rules = Self.rules
    rules.acceptsNull = acceptsNull
    return try PagerListsTests.plan(query, variables: variables, rules: rules) {
      $0.connection = .path("rows")
      change(&$0)
    }
  }

  @Test(
    "Its first page is the whole list",
    arguments: [
      ("{ rows { id } }", "[1,2]", "[1,2]"), ("{ rows { id } }", "[]", "[]"),
      ("{ rows { data { id } total } }", #"{"data":[1,2],"total":9}"#, "[1,2]"),
    ])
  func onePage(query: String, rows: String, items: String) throws {
    let plan = try plan(query) { if query.contains("data") { $0.items = .path("data") } }
    let scene = ListScene(plan)
    try scene.walk(answers: #"{"data":{"rows":\#(rows)}}"#)
    #expect(scene.variables == ["{}"])
    #expect(scene.history == ["initial \(items), 1 page", "end: success"])
    #expect(!scene.canLoad(.next) && !scene.canLoad(.previous))
    // There is nothing after its token.
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let later = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
    try later.walk()
    #expect(later.variables == [] && later.history == ["end: success"])
  }

  @Test(
    "A null in its place is not an empty list, unless that was agreed",
    arguments: [(nil, "nullList"), (true, "success")] as [(Bool?, String)])
  func null(acceptsNull: Bool?, end: String) throws {
    let scene = ListScene(try plan("{ rows { id } }", acceptsNull: acceptsNull))
    try scene.walk(answers: #"{"data":{"rows":null}}"#)
    #expect(scene.history.last == "end: \(end)")
  }

  @Test(
    "As many items as were asked for may be a part of it",
    arguments: [
      ("query ($limit: Int) { rows(limit: $limit) { id } }", ["limit": 2], "missingPageInfo"),
      ("query ($limit: Int) { rows(limit: $limit) { id } }", ["limit": 3], "success"),
      ("{ rows(limit: 2) { id } }", [:], "missingPageInfo"), ("{ rows(limit: 3) { id } }", [:], "success"),
    ] as [(String, [String: JSONValue], String)])
  func limit(query: String, variables: [String: JSONValue], end: String) throws {
    let scene = ListScene(try plan(query, variables: variables))
    try scene.walk(answers: #"{"data":{"rows":[1,2]}}"#)
    #expect(scene.history.last == "end: \(end)")
  }

  @Test(
    "It takes nothing that asks for pages",
    arguments: [
      PlanRefusal(
        query: "query ($n: Int) { rows(n: $n) { id } }", pagination: { $0.offset = "n" }, part: "/pagination/offset",
        words: "has no `offset`"),
      PlanRefusal(
        query: "query ($n: Int) { rows(n: $n) { id } }", pagination: { $0.page = "n" }, part: "/pagination/page",
        words: "has no `page`"),
      PlanRefusal(
        query: "query ($n: ID) { rows(n: $n) { id } }", pagination: { ($0.key, $0.after) = ([.path("id")], "n") },
        part: "/pagination/end", words: "has no keys that ask for another one"),
    ])
  func refusals(refusal: PlanRefusal) {
    refusal.check { try plan($0.query, $0.pagination) }
  }

  @Test("It is not a list of cursors, and has no next query")
  func otherLists() {
    var cursors = Self.rules
    cursors.type = .cursor
    PlanRefusal(part: "/pagination/end", words: "a list of cursors ends by its page info").check { _ in
      try PagerListsTests.plan(shopQuery, variables: ["first": 2], rules: cursors)
    }
    PlanRefusal(part: "/next_query", words: "leave it out").check { _ in
      try PagerListsTests.plan("{ rows { id } }", further: paged("{ rows { id } }"), rules: Self.rules) {
        $0.connection = .path("rows")
      }
    }
  }
}
