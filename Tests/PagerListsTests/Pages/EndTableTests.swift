import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("What follows a page")
struct EndTableTests {
  @Test("Every combination ends as a user wants it", arguments: EndCase.kinds)
  func table(kind: String) throws {
    var differences: [String] = []
    for example in EndCase.all(of: kind) {
      let wanted = try #require(EndTable.rows.first { $0.fits(example) }, "the table has no row for \(example)")
      let end = try EndCaseWalk(example).end()
      if end != wanted.end { differences.append("\(example): \(end), not \(wanted.end)") }
    }
    #expect(differences == [])
  }

  @Test func theTableHasNoRowThatNoCaseNeeds() {
    let examples = EndCase.kinds.flatMap { EndCase.all(of: $0) }
    var unused = Set(EndTable.rows.indices)
    for example in examples {
      if let row = EndTable.rows.firstIndex(where: { $0.fits(example) }) { unused.remove(row) }
    }
    #expect(unused == [])
  }
}

/// A walk over the list of one case.
private struct EndCaseWalk {
  private let example: EndCase
  private let plan: DocumentPlan

  init(_ example: EndCase) throws {
    self.example = example
    var rules = ListRules()
    rules.type = Self.types[example.kind]
    rules.direction = example.direction == "both" ? .bidirectional : .forward
    let isInMiddle = example.begun == "middle"
    var variables: [String: JSONValue] = ["size": 2]
    if isInMiddle { variables[Self.places[example.kind] ?? ""] = Self.middles[example.kind] }
    let isCursorList = example.kind == "cursor"
    let pageInfo = "pageInfo { hasNextPage endCursor hasPreviousPage startCursor }"
    let arguments =
      isCursorList ? "first: $size, after: $after, before: $before" : "after: $after, before: $before, page: $page"
    plan = try PagerListsTests.plan(
      """
      query ($size: Int, $after: ID, $before: ID, $offset: Int, $page: Int) {
        list(\(arguments), offset: $offset) { nodes { id } more number pages \(isCursorList ? pageInfo : "") }
      }
      """, variables: variables, rules: rules
    ) {
      $0.connection = .path("list")
      if example.total != "-" { $0.total = .path("number") }
      if example.count != "-" { $0.pageCount = .path("pages") }
      if isCursorList { return }
      if example.more != "-" { $0.hasMore = .path("more") }
      $0.limit = "size"
      if example.kind == "keyset" {
        $0.key = [.path("id")]
        $0.after = "after"
        if example.direction == "both" { $0.before = "before" }
      } else {
        if example.kind == "offset" { $0.offset = "offset" } else { $0.page = "page" }
      }
    }
  }

  private static let types: [String: ListType] = [
    "cursor": .cursor, "keyset": .keyset, "offset": .offset, "pages": .offset,
  ]
  private static let places = ["cursor": "after", "keyset": "after", "offset": "offset", "pages": "page"]
  private static let middles: [String: JSONValue] = ["cursor": "c", "keyset": "0", "offset": 4, "pages": 3]

  /// How the walk ends, in the words of the table.
  func end() throws -> String {
    var scene = ListScene(plan)
    if example.begun == "token" {
      var cut = Walk(emitsEachPage: true)
      cut.maximumPages = 1
      try scene.start(.loadAll(cut))
      scene.transport.answer(firstPage)
      let position = scene.engine.read { $0.finishedPosition }
      let token = try plan.resumeToken(for: position, at: "http://server")
      scene = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
      try scene.walk(requiresTotal: plan.totalRule == .fail, answers: secondPage)
    } else {
      try scene.walk(requiresTotal: plan.totalRule == .fail, answers: firstPage, secondPage)
    }
    let asked = example.begun == "token" ? 1 : 2
    if let request = scene.variables.dropFirst(asked).first, !request.contains("before") {
      return request.contains(#""page":0"#) ? "zero" : "goes on"
    }
    // The pages before the one that the walk began with.
    for items in [#"[{"id":"0"}]"#, "[]"] where scene.transport.inFlight > 0 {
      scene.transport.answer(page(items, more: "false", previous: false, cursor: "p"))
    }
    return words(for: scene.history.last ?? "")
  }

  private func words(for end: String) -> String {
    switch end {
    case "end: success": "complete"
    case "end: missingPageInfo": "missing"
    case let end where end.contains(" of "): "fewer"
    default: String(end.dropFirst("end: ".count))
    }
  }

  // MARK: Answers

  private var firstPage: String { page(#"[{"id":"1"},{"id":"2"}]"#, more: "true", cursor: "d") }

  private var secondPage: String {
    let items: [String: String] = [
      "empty": "[]", "short": #"[{"id":"3"}]"#, "full": #"[{"id":"3"},{"id":"4"}]"#,
      "repeated": #"[{"id":"1"},{"id":"2"}]"#, "null": "null",
    ]
    return page(items[example.page] ?? "", more: example.more, cursor: "e")
  }

  /// How many items the list has, up to the second page and with those before the first one.
  private var reached: Int {
    let counts = ["short": 1, "full": 2, "repeated": 2]
    let isRead = example.begun != "middle"
    // A bidirectional walk from the middle also reads the item before.
    let before = isRead ? 0 : example.direction == "both" ? 1 : 4
    return before + 2 + (counts[example.page] ?? 0)
  }

  private func page(_ items: String, more: String, previous: Bool? = nil, cursor: String) -> String {
    let number = example.total == "above" ? 9 : reached
    let last = example.begun == "middle" ? 4 : 2
    let hasPrevious = previous ?? (example.begun == "middle")
    let next = more == "-" ? "" : #""hasNextPage":\#(more),"#
    return """
      {"data":{"list":{"nodes":\(items),"more":\(more == "-" ? "null" : more),"number":\(number),\
      "pages":\(example.count == "above" ? 9 : last),\
      "pageInfo":{\(next)"endCursor":"\(cursor)","hasPreviousPage":\(hasPrevious),"startCursor":"\(cursor)s"}}}}
      """
  }
}
