import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A list that was found by its words, with what else a pager does")
struct FoundWalkTests {
  private static let books = "query ($skip: Int) { books(skip: $skip) { rows { __typename id at } hasMore } }"
  private static let since = SinceRule(path: .path("at"), type: .integer, order: .descending)

  /// A walk over five books in pages of two, the newest first.
  private func walk(
    _ plan: CurrentPlan, others: String = "", count: Int = 5
  ) throws -> (ids: [Int], end: String, requests: [JSONValue], engine: PagerEngine) {
    let transport = ScriptedTransport(holding: true)
    let engine = PagerEngine(
      client: GraphQLClient(RequestChannel(transport)), plan: plan, retention: .all)
    let (texts, ends) = (Notebook<[Int]>(), Notebook<String>())
    _ = engine.subscribe { [weak engine] subscriber, update in
      if case .page(let change) = update.event {
        let page = ConnectionPage.open(change.page)
        let all = (try? JSONValue(parsing: page.text(page.items) ?? "[]").array) ?? []
        let shown = page.omission?.remaining(of: all.count) ?? Array(all.indices)
        texts.note(shown.map { Int(all[$0]["id"]?.integer ?? -1) })
      }
      engine?.finish(update.id, by: subscriber)
    }
    _ = try engine.start(.loadAll(Walk(emitsEachPage: true))) { end, _ in ends.note("end: \(end.notation)") }
    while transport.inFlight > 0 {
      let skip = Int(transport.requests.last?["skip"]?.integer ?? 0)
      let rows = (skip..<max(skip, min(skip + 2, count))).map { #"{"__typename":"Book","id":\#($0),"at":\#(30 - $0)}"# }
      let list = #"{"rows":[\#(rows.joined(separator: ","))],"hasMore":\#(skip + 2 < count)\#(others)}"#
      transport.answer(#"{"data":{"books":\#(list)}}"#)
    }
    return (texts.history.flatMap { $0 }, ends.history.last ?? "", transport.requests, engine)
  }

  private func settings(_ rule: SinceRule = since, _ checkpoint: SinceCheckpoint? = nil) throws -> SinceSettings {
    SinceSettings(rule, from: try checkpoint?.start(of: rule) ?? SinceStart(), variable: nil)
  }

  @Test("An identity and a mark are those of the items that the answer shows")
  func mark() throws {
    var rules = ListRules()
    rules.identity = .path("id")
    let plan = try CurrentPlan.make(paged(Self.books), rules, since: settings())
    #expect(plan.opening.plan.since == nil)
    let first = try walk(plan)
    #expect(first.ids == [0, 1, 2, 3, 4] && first.end == "end: success")
    let text = try plan.current.plan.checkpoint(
      for: first.engine.read { $0.finishedPosition }, at: SinceRuns.endpoint)
    let checkpoint = try SinceCheckpoint(.string(text))
    // A mark keeps what was found, too.
    let again = try CurrentPlan.make(
      paged(Self.books), rules, since: settings(Self.since, checkpoint), kept: checkpoint.found)
    #expect(again.opening.plan.description["items"] == "/rows")
    #expect(try walk(again).ids == [])
  }

  @Test("A mark that does not suit the items is refused before the first page", arguments: ["path", "order"])
  func unsuitable(key: String) throws {
    var rules = ListRules()
    rules.identity = .path("id")
    var rule = Self.since
    if key == "path" { rule.path = .path("when") } else { rule.order = .ascending }
    let plan = try CurrentPlan.make(paged(Self.books), rules, since: settings(rule))
    let walk = try walk(plan)
    #expect(walk.ids == [])
    #expect(walk.end.contains("the list in the answer does not suit the config"))
    #expect(walk.end.contains(key == "path" ? "/when" : "ascending"), "\(walk.end)")
  }

  @Test("A null of the config leaves a sign out, and the empty page ends the list")
  func absent() throws {
    let query = Self.books.replacing("hasMore", with: "hasMore total")
    let plan = try CurrentPlan.make(paged(query) { $0.absent = ["has_more", "total"] })
    let walk = try walk(plan, others: #","total":9"#, count: 4)
    #expect(plan.current.plan.description["end"] == "empty_page")
    #expect(walk.ids == [0, 1, 2, 3] && walk.end == "end: success")
    #expect(walk.requests.last == ["skip": 4])
  }

  @Test("A token of a list ends it if it is null")
  func tokens() throws {
    let plan = try CurrentPlan.make(
      paged("query ($token: String) { todos(nextToken: $token) { items { id } nextToken } }"))
    let transport = ScriptedTransport(holding: true)
    let engine = PagerEngine(
      client: GraphQLClient(RequestChannel(transport)), plan: plan, retention: .all)
    let ends = Notebook<String>()
    _ = try engine.start(.loadAll(Walk(emitsEachPage: true))) { end, _ in ends.note(end.notation) }
    for (ids, token) in [(#"{"id":1}"#, #""1""#), ("", #""2""#), (#"{"id":2}"#, "null")] {
      transport.answer(#"{"data":{"todos":{"items":[\#(ids)],"nextToken":\#(token)}}}"#)
    }
    #expect(ends.history == ["success"])
    #expect(transport.requests == [[:], ["token": "1"], ["token": "2"]])
  }

  @Test("Lists inside the items are filled once the first answer has shown the items")
  func draining() throws {
    let info = "pageInfo { hasNextPage endCursor }"
    let query =
      "query ($page: Int) { shop(page: $page) { lines { id notes(first: 1) { nodes { id } \(info) } } totalPages } }"
    var rules = DrainRules()
    rules.queries = [
      OwnDrainQuery(
        connection: .path("shop", "lines", "notes"),
        query: "query ($id: ID, $after: String) { line(id: $id) { notes(after: $after) { nodes { id } \(info) } } }",
        from: ["id": .path("id")], list: .path("line", "notes"))
    ]
    let plan = try CurrentPlan.make(paged(query), nested: .drain(rules))
    let transport = ScriptedTransport(holding: true)
    let engine = PagerEngine(
      client: GraphQLClient(RequestChannel(transport)), plan: plan, retention: .all)
    let (items, ends) = (Notebook<String>(), Notebook<String>())
    _ = engine.subscribe { [weak engine] subscriber, update in
      if case .page(let change) = update.event {
        let page = ConnectionPage.open(change.page)
        items.note(page.text(page.items) ?? "nil")
      }
      engine?.finish(update.id, by: subscriber)
    }
    _ = try engine.start(.loadAll(Walk(emitsEachPage: true))) { end, _ in ends.note(end.notation) }
    let notes = { (id: Int, more: Bool) in
      #"{"nodes":[{"id":\#(id)}],"pageInfo":{"hasNextPage":\#(more),"endCursor":"c"}}"#
    }
    while transport.inFlight > 0 {
      let variables = transport.requests.last
      if variables?["id"] != nil {
        transport.answer(#"{"data":{"line":{"notes":\#(notes(2, false))}}}"#)
      } else {
        let number = variables?["page"]?.integer ?? 1
        transport.answer(
          #"{"data":{"shop":{"lines":[{"id":\#(number),"notes":\#(notes(1, true))}],"totalPages":2}}}"#)
      }
    }
    #expect(ends.history == ["success"])
    #expect(items.history.count == 2 && items.history.allSatisfy { $0.contains(#""nodes":[{"id":1},{"id":2}]"#) })
  }
}
