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

extension EndCase {
  /// Where a walk in the middle begins. An offset says how many items come before.
  fileprivate var middle: JSONValue {
    switch kind {
    case "cursor": "c"
    case "keyset": "0"
    case "offset": .integer(Int64(itemsBefore))
    default: 3
    }
  }

  /// The identities of a page's items.
  fileprivate func items(_ name: String) -> [Int] {
    switch name {
    case "first", "again": [1, 2]
    case "second": [3, 4]
    case "repeated": items(before == "one" ? "first" : "second")
    case "short": [5]
    case "full": [5, 6]
    default: []
    }
  }

  /// How many items the list has, up to the last page and with those before the first one.
  fileprivate var reached: Int {
    guard begun == "middle" else { return read }
    // A bidirectional walk from the middle also reads the item before.
    if direction == "both" { return read + 1 }
    return kind == "offset" ? itemsBefore + read : read + 4
  }

  /// How many items come before a walk in the middle of a list of offsets.
  private var itemsBefore: Int { (total == "round" ? 2_000 : 1_999) - read }

  /// How many items the walk reads.
  private var read: Int {
    let isKnown = rule == "identity" && (page == "repeated" || page == "again")
    return (["one": 2, "two": 4][before] ?? 0) + (isKnown ? 0 : items(page).count)
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
    if example.kind == "whole" { rules.ending = .firstPage }
    rules.direction = example.direction == "both" ? .bidirectional : .forward
    if example.rule == "identity" { rules.identity = .path("id") }
    if example.rule == "allow" { rules.allowsRepeats = true }
    let isInMiddle = example.begun == "middle"
    var variables: [String: JSONValue] = ["size": 2]
    if isInMiddle { variables[Self.places[example.kind] ?? ""] = example.middle }
    let isCursorList = example.kind == "cursor"
    let pageInfo = "pageInfo { hasNextPage endCursor hasPreviousPage startCursor }"
    let arguments =
      isCursorList ? "first: $size, after: $after, before: $before" : "after: $after, before: $before, page: $page"
    // A list that is read whole is judged by all that its query shows.
    let flags = example.kind == "whole" && example.count == "-" ? "more" : "more pages"
    let document = paged(
      """
      query ($size: Int, $after: ID, $before: ID, $offset: Int, $page: Int) {
        list(\(arguments), offset: $offset) { nodes { id v } \(flags) number \(isCursorList ? pageInfo : "") }
      }
      """, variables: variables
    ) {
      ($0.connection, $0.items) = (.path("list"), isCursorList ? nil : .path("nodes"))
      if example.total != "-" { $0.total = .path("number") }
      if example.count != "-" { $0.pageCount = .path("pages") }
      if isCursorList { return }
      if example.more != "-" { $0.hasMore = .path("more") }
      $0.limit = "size"
      switch example.kind {
      case "keyset":
        $0.key = [.path("id")]
        $0.after = "after"
        if example.direction == "both" { $0.before = "before" }
      case "offset": $0.offset = "offset"
      case "pages": $0.page = "page"
      default: break
      }
    }
    guard example.mark != "-" else {
      plan = try DocumentPlan(document, rules)
      return
    }
    let rule = SinceRule(path: .path("v"), type: .integer, order: .descending)
    let start = SinceStart(mark: SinceValue(.integer(50), as: .integer))
    plan = try DocumentPlan(document, rules, since: SinceSettings(rule, from: start, variable: nil))
  }

  private static let types: [String: ListType] = [
    "cursor": .cursor, "keyset": .keyset, "offset": .offset, "pages": .offset, "whole": .offset,
  ]
  private static let places = ["cursor": "after", "keyset": "after", "offset": "offset", "pages": "page"]

  /// How the walk ends, in the words of the table.
  func end() throws -> String {
    var scene = ListScene(plan)
    var answers = example.before == "none" ? [] : [firstPage] + (example.before == "two" ? [middlePage] : [])
    answers.append(page(example.page, more: example.more, cursor: "e"))
    var asked = answers.count
    if example.begun == "token" {
      var cut = Walk(emitsEachPage: true)
      cut.maximumPages = 1
      try scene.start(.loadAll(cut))
      scene.transport.answer(answers.removeFirst())
      asked -= 1
      let position = scene.engine.read { $0.finishedPosition }
      let token = try plan.resumeToken(for: position, at: "http://server")
      scene = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
    }
    try scene.walk(requiresTotal: plan.totalRule == .fail, answers: answers)
    if let request = scene.variables.dropFirst(asked).first, !request.contains("before") {
      if request.contains(#""page":0"#) { return "zero" }
      return scene.engine.read { $0.isLooking } ? "look" : "goes on"
    }
    // The pages before the one that the walk began with.
    for items in [#"[{"id":"0","v":99}]"#, "[]"] where scene.transport.inFlight > 0 {
      scene.transport.answer(page(items: items, more: "false", previous: false, cursor: "p"))
    }
    return words(for: scene.history.last ?? "", scene.engine.read { $0.doubts(comparesTotal: true) })
  }

  private func words(for end: String, _ doubts: ListDoubts) -> String {
    switch end {
    case "end: success": doubts.contains(.brokenPromise) ? "doubt" : "complete"
    case "end: missingPageInfo": "missing"
    case let end where end.contains(" of "): "fewer"
    default: String(end.dropFirst("end: ".count))
    }
  }

  // MARK: Answers

  private var firstPage: String { page("first", more: "true", cursor: "d") }
  private var middlePage: String { page("second", more: "true", cursor: "m") }

  private func page(_ name: String, more: String, cursor: String) -> String {
    let value = example.mark == "met" ? 50 : 60
    let rows = example.items(name).map { #"{"id":"\#($0)","v":\#(value)}"# }.joined(separator: ",")
    return page(items: name == "null" ? "null" : "[\(rows)]", more: more, cursor: cursor)
  }

  private func page(items: String, more: String, previous: Bool? = nil, cursor: String) -> String {
    let number = example.total == "above" ? 9_999 : example.reached
    let pages = (example.before == "two" ? 3 : example.before == "one" ? 2 : 1) + (example.begun == "middle" ? 2 : 0)
    let hasPrevious = previous ?? (example.begun == "middle")
    let next = more == "-" ? "" : #""hasNextPage":\#(more),"#
    return """
      {"data":{"list":{"nodes":\(items),"more":\(more == "-" ? "null" : more),"number":\(number),\
      "pages":\(example.count == "above" ? 99 : pages),\
      "pageInfo":{\(next)"endCursor":"\(cursor)","hasPreviousPage":\(hasPrevious),"startCursor":"\(cursor)s"}}}}
      """
  }
}

extension PagerState {
  /// Whether the next request looks for items beyond the total.
  fileprivate var isLooking: Bool {
    guard case .open(let request) = frontier(at: .next) else { return false }
    return request.look == .beyondTotal
  }
}
