import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A walk that was cut off continues from its token")
struct ResumedWalkTests {
  /// The kinds of lists. Each has the items 1 to 11, and pages of three.
  enum Kind: String, CaseIterable, Sendable {
    case forward, reverse, bothWays, offset, pageNumbers, keyset, keysetBothWays, nextQuery
  }

  @Test(
    "After any number of pages, the rest of the list comes, whatever the pager retains",
    arguments: Kind.allCases, [PageRetention.all, .last, .none])
  func goesOn(kind: Kind, retention: PageRetention) throws {
    let whole = ListScene(try plan(of: kind), retention: retention)
    try whole.walk()
    whole.serve { answer($0, kind) }
    #expect(whole.pages.joined().sorted() == Array(1...11))
    for count in 0...whole.pages.count {
      let cut = ListScene(try plan(of: kind), retention: retention)
      if count > 0 { try cut.start(.loadAll(Walk(emitsEachPage: true, maximumPages: count))) }
      cut.serve { answer($0, kind) }
      #expect(cut.pages == Array(whole.pages.prefix(count)))
      let token = try plan(of: kind).resumeToken(for: cut.engine.read { $0.finishedPosition }, at: "http://server")
      let again = try plan(of: kind)
      let rest = ListScene(
        again, retention: retention, resumingAt: try again.position(of: .string(token), at: "http://server"))
      try rest.walk()
      rest.serve { answer($0, kind) }
      #expect(rest.pages == Array(whole.pages.dropFirst(count)), "after \(count) pages")
      #expect(rest.history.last == "end: success")
      #expect(rest.engine.read { $0.summary.itemsLoaded } == 11)
      #expect(!rest.canLoad(.next) && !rest.canLoad(.previous))
    }
  }

  @Test("Cursors come back as they were written", arguments: [#""a\/b\u00fc==""#, "-2.50e1", "9007199254740993"])
  func cursors(cursor: String) throws {
    let scene = ListScene(try plan(of: .forward))
    try scene.start(.fetch)
    scene.transport.answer(
      #"{"data":{"list":{"nodes":[1],"pageInfo":{"hasNextPage":true,"endCursor":\#(cursor)}}}}"#)
    let token = try plan(of: .forward).resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let again = try plan(of: .forward)
    let rest = ListScene(again, resumingAt: try again.position(of: .string(token), at: "http://server"))
    try rest.walk()
    #expect(rest.variables == [#"{"first":3,"after":\#(cursor)}"#])
  }

  // MARK: The server

  private func plan(of kind: Kind) throws -> DocumentPlan {
    var rules = ListRules()
    switch kind {
    case .forward, .reverse, .bothWays:
      rules.direction = kind == .forward ? .forward : kind == .reverse ? .reverse : nil
      let opening: [String: JSONValue] = kind == .bothWays ? ["first": 3, "after": "4"] : ["first": 3]
      return try PagerListsTests.plan(bothWaysQuery, variables: opening, rules: rules)
    case .offset:
      return try PagerListsTests.plan(
        "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { nodes { id } total } }",
        variables: ["limit": 3], rules: rules
      ) { ($0.connection, $0.offset, $0.total) = (.path("list"), "offset", .path("total")) }
    case .pageNumbers:
      return try PagerListsTests.plan(
        "query ($page: Int) { list(page: $page) { nodes { id } more } }", rules: rules
      ) { ($0.connection, $0.page, $0.hasMore) = (.path("list"), "page", .path("more")) }
    case .keyset, .keysetBothWays:
      let isBothWays = kind == .keysetBothWays
      return try PagerListsTests.plan(
        "query ($after: Int, $before: Int) { list(after: $after, before: $before) { nodes { id } } }",
        variables: isBothWays ? ["after": 4] : [:], rules: rules
      ) {
        ($0.connection, $0.key, $0.after) = (.path("list"), [.path("id")], "after")
        if isBothWays { $0.before = "before" }
      }
    case .nextQuery:
      let further = paged(
        "query ($from: String!) { list(after: $from) { nodes { id } pageInfo { hasNextPage endCursor } } }")
      return try PagerListsTests.plan(
        "{ list(first: 2) { nodes { id } pageInfo { hasNextPage endCursor } } }", further: further)
    }
  }

  private func answer(_ variables: JSONValue, _ kind: Kind) -> String {
    func place(_ name: String) -> Int? {
      variables[name].flatMap { value in value.integer.map { Int($0) } ?? value.string.flatMap { Int($0) } }
    }
    let items: Range<Int>
    switch kind {
    case .offset:
      let start = (place("offset") ?? 0) + 1
      items = start..<max(start, min(start + 3, 12))
    case .pageNumbers:
      let start = ((place("page") ?? 1) - 1) * 3 + 1
      items = start..<min(start + 3, 12)
    case .nextQuery where place("from") == nil:
      items = 1..<3
    default:
      if variables["last"] != nil || place("before") != nil {
        let end = place("before") ?? 12
        items = max(1, end - 3)..<max(1, end)
      } else {
        let start = (place("after") ?? place("from") ?? 0) + 1
        items = start..<max(start, min(start + 3, 12))
      }
    }
    let nodes = items.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    let (first, last) = (items.lowerBound, items.upperBound - 1)
    return """
      {"data":{"list":{"nodes":[\(nodes)],"total":11,"more":\(last < 11),"pageInfo":{"hasNextPage":\(last < 11),\
      "endCursor":"\(last)","hasPreviousPage":\(first > 1),"startCursor":"\(first)"}}}}
      """
  }
}

extension ListScene {
  /// The ids of the items of each page that the subscriber was told of.
  fileprivate var pages: [[Int]] {
    history.compactMap { note in
      guard let start = note.firstIndex(of: "["), let end = note.lastIndex(of: "]") else { return nil }
      return note[start...end].split(separator: "},").compactMap { Int($0.filter(\.isNumber)) }
    }
  }
}
