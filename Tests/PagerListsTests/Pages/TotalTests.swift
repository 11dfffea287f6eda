import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A list that names its total")
struct TotalTests {
  private static let pageInfo = "pageInfo { hasNextPage endCursor }"

  private func scene(
    _ selection: String, variables: [String: JSONValue] = [:], rules: ListRules = ListRules(), total: String? = nil
  ) throws -> (scene: ListScene, plan: DocumentPlan) {
    let plan = try plan(
      "query ($after: ID) { list(after: $after) { nodes { id } \(Self.pageInfo) \(selection) } }",
      variables: variables, rules: rules
    ) {
      if let total { $0.total = .path(total) }
    }
    return (ListScene(plan), plan)
  }

  private func page(_ items: Int, total: String, isLast: Bool) -> String {
    let nodes = (0..<items).map { #"{"id":\#($0 + (isLast ? 100 : 0))}"# }.joined(separator: ",")
    let next = #""pageInfo":{"hasNextPage":\#(!isLast),"endCursor":"c"}"#
    return #"{"data":{"list":{"nodes":[\#(nodes)],"t":\#(total),\#(next)}}}"#
  }

  @Test(
    "The walk ends with fewer items than the smallest total that its pages named",
    arguments: [
      ("9", "9", "4 of 9"), ("4", "4", "success"), ("3", "4", "success"), ("9", "5", "4 of 5"), ("5", "9", "4 of 5"),
      (#""7""#, #""7""#, "4 of 7"),
      // What a page contradicts or leaves out says nothing.
      ("null", "7", "4 of 7"), ("1", "7", "4 of 7"), ("-1", "null", "success"), (#""many""#, "1.5", "success"),
    ])
  func fewer(first: String, last: String, end: String) throws {
    let (scene, plan) = try scene("t: totalCount", total: "t")
    #expect(plan.totalRule == .fail)
    try scene.walk(
      requiresTotal: true, answers: page(2, total: first, isLast: false), page(2, total: last, isLast: true))
    #expect(scene.history.last == "end: \(end)")
    #expect(scene.engine.read { $0.shortfall == nil } == (end == "success"))
  }

  @Test(
    "A total that the document shows is noticed, and never a failure",
    arguments: [
      ("t: totalCount", TotalRule.warn), ("total", .warn), ("count", .warn), ("total_count", .warn),
      ("itemCount", .warn), ("itemsCount", .warn), ("totalItems", .warn), ("totalResults", .warn), ("numItems", .warn),
      ("totalElements", .warn), ("totalHits", .warn), ("issueCount", .warn), ("repositoryCount", .warn),
      ("userCount", .warn), ("discussionCount", .warn), ("aggregate { count }", .warn), ("meta { total }", .warn),
      ("other", .ignore), ("count(of: 1)", .ignore), ("issueCount(of: 1)", .ignore), ("total { value }", .ignore),
      ("other { total }", .ignore),
    ])
  func shown(selection: String, rule: TotalRule) throws {
    let (scene, plan) = try scene(selection)
    #expect(plan.totalRule == rule)
    guard selection.hasPrefix("t:") else { return }
    try scene.walk(answers: page(2, total: "5", isLast: true))
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.shortfall?.total } == 5)
    #expect(scene.engine.read { $0.summary.drift.total } == 5)
  }

  @Test(
    "The first count in the table is the total, or else the greatest of its parts",
    arguments: [
      ("count total", #""count":9,"total":5"#, 5), ("total count", #""total":5,"count":9"#, 5),
      ("issueCount userCount", #""issueCount":0,"userCount":5"#, 5),
      ("a: issueCount b: userCount", #""a":6,"b":5"#, 6),
      ("issueCount userCount", #""issueCount":null,"userCount":5"#, 5),
      ("issueCount total", #""issueCount":9,"total":5"#, 5),
      ("aggregate { count } count", #""aggregate":{"count":9},"count":5"#, 5),
      ("pageInfo { total }", #""pageInfo":{"total":5,"hasNextPage":false,"endCursor":"c"}"#, 5),
    ])
  func several(selection: String, counts: String, total: Int64) throws {
    let (scene, _) = try scene(selection)
    let info = counts.contains("pageInfo") ? "" : #","pageInfo":{"hasNextPage":false,"endCursor":"c"}"#
    try scene.walk(answers: #"{"data":{"list":{"nodes":[{"id":1}],\#(counts)\#(info)}}}"#)
    #expect(scene.engine.read { $0.shortfall?.total } == total)
  }

  @Test func theConfigCanSwitchItOff() throws {
    var rules = ListRules()
    rules.checksTotal = false
    #expect(try scene("t: totalCount", rules: rules, total: "t").plan.totalRule == .ignore)
    #expect(try scene("t: totalCount", rules: rules).plan.totalRule == .ignore)
    rules.type = .offset
    let plan = try plan("query ($offset: Int) { list(offset: $offset) { items { id } total } }", rules: rules) {
      ($0.connection, $0.total) = (.path("list"), .path("total"))
    }
    let scene = ListScene(plan)
    try scene.walk(
      answers: #"{"data":{"list":{"items":[{"id":1}],"total":9}}}"#, #"{"data":{"list":{"items":[],"total":9}}}"#)
    #expect(scene.history.last == "end: success")
  }

  @Test("A list that was opened in its middle is not compared, also after a token")
  func middle() throws {
    let (scene, plan) = try scene("t: totalCount", variables: ["after": "b"], total: "t")
    #expect(plan.totalRule == .ignore)
    var cut = Walk(emitsEachPage: true)
    cut.maximumPages = 1
    try scene.start(.loadAll(cut))
    scene.transport.answer(page(2, total: "9", isLast: false))
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let whole = try self.scene("t: totalCount", total: "t").plan
    let later = ListScene(whole, resumingAt: try whole.position(of: .string(token), at: "http://server"))
    try later.walk(requiresTotal: true, answers: page(2, total: "9", isLast: true))
    #expect(later.history.last == "end: success")
  }

  @Test func aTokenKeepsTheTotalAndTheItems() throws {
    let (scene, plan) = try scene("t: totalCount", total: "t")
    var cut = Walk(emitsEachPage: true)
    cut.maximumPages = 1
    try scene.start(.loadAll(cut))
    scene.transport.answer(page(2, total: "5", isLast: false))
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let later = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
    try later.walk(requiresTotal: true, answers: page(2, total: "7", isLast: true))
    #expect(later.history.last == "end: 4 of 5")
  }

  @Test("A null in place of the list is a failure of the server, unless the page ends the list or that was agreed")
  func nullList() throws {
    let null = #"{"data":{"list":{"nodes":null,"pageInfo":{"hasNextPage":true,"endCursor":"c"}}}}"#
    let (scene, _) = try scene("")
    try scene.walk(answers: null)
    #expect(scene.history.last == "end: nullList")
    try scene.walk(answers: null.replacing("true", with: "false"))
    #expect(scene.history.last == "end: success")
    var rules = ListRules()
    rules.acceptsNull = true
    let agreed = try self.scene("", rules: rules).scene
    try agreed.walk(answers: null, page(1, total: "1", isLast: true))
    #expect(agreed.history.last == "end: success")
  }

  @Test("A page with an error and no list is asked for again by the next load")
  func nullWithErrors() throws {
    let null = #""data":{"list":{"nodes":null,"pageInfo":{"hasNextPage":true,"endCursor":"c"}}}"#
    let (scene, _) = try scene("")
    try scene.walk(answers: #"{"errors":[{"message":"no"}],\#(null)}"#)
    #expect(scene.history.last == "end: without data")
  }

  @Test("A total below the items of its own page ends an offset list with why", arguments: ["-1", "0", "1"], [1, 4])
  func contradicted(total: String, concurrency: Int) throws {
    var rules = ListRules()
    (rules.type, rules.concurrency) = (.offset, concurrency)
    let plan = try plan(
      "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items { id } total } }",
      variables: ["limit": 2], rules: rules
    ) {
      ($0.connection, $0.total) = (.path("list"), .path("total"))
    }
    let scene = ListScene(plan)
    try scene.walk(answers: #"{"data":{"list":{"items":[{"id":1},{"id":2}],"total":\#(total)}}}"#)
    #expect(scene.history.last == "end: missingPageInfo")
    #expect(scene.variables.count == 1)
  }
}
