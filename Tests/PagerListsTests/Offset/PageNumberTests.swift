import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A list of page numbers")
struct PageNumberTests {
  /// A server with pages of three items, and what a walk over it asks for.
  private struct Server {
    /// The items of each page that the server has.
    let pages: [[Int]]
    /// The number of its first page.
    var first = 1
    /// What it says of the list, below the connection.
    var words: (_ page: Int) -> String
    /// What it answers for page 0 if that is before its first page; nil: an empty page.
    var zero: String?

    func answer(_ number: Int) -> String {
      if number < first, let zero { return zero }
      let index = number - first
      let items = pages.indices.contains(index) ? pages[index] : []
      let texts = items.map { #"{"id":\#($0)}"# }.joined(separator: ",")
      return #"{"data":{"list":{"rows":[\#(texts)]\#(words(number))}}}"#
    }

    /// Walks the list, and says how that ended and which pages were asked for.
    func walk(
      _ variables: [String: JSONValue] = [:], rules: ListRules = ListRules(),
      _ change: (inout DocumentPagination) -> Void
    ) throws -> (end: String, numbers: [Int64], items: Int) {
      let plan = try plan(
        "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { rows { id } } }",
        variables: variables.merging(["limit": 3]) { $1 }, rules: rules
      ) {
        $0.connection = .path("list")
        $0.items = .path("rows")
        $0.page = "page"
        change(&$0)
      }
      let scene = ListScene(plan)
      try scene.walk(requiresTotal: plan.totalRule == .fail)
      while scene.transport.inFlight > 0, scene.variables.count < 40 {
        let number = scene.transport.requests.last?["page"]?.integer ?? 1
        scene.transport.answer(answer(Int(number)))
      }
      let numbers = scene.transport.requests.map { $0["page"]?.integer ?? -1 }
      return (scene.history.last ?? "", numbers, scene.engine.read { $0.summary.itemsLoaded })
    }
  }

  private static func total(_ number: Int) -> (Int) -> String { { _ in #","total":\#(number)"# } }

  // MARK: Empty pages

  @Test(
    "An empty page that says there is more does not end the list",
    arguments: ["total", "has_more", "page_count"])
  func emptyPage(word: String) throws {
    let server = Server(pages: [[1, 2, 3], [], [4, 5, 6], [7]]) { page in
      #","total":7,"more":\#(page < 4),"count":4"#
    }
    let walk = try server.walk {
      if word == "total" { $0.total = .path("total") }
      if word == "has_more" { $0.hasMore = .path("more") }
      if word == "page_count" { $0.pageCount = .path("count") }
    }
    #expect(walk.end == "end: success")
    #expect(walk.numbers == [1, 2, 3, 4])
    #expect(walk.items == 7)
  }

  @Test(
    "The agreed number of empty pages is passed over",
    arguments: [(0, "cursorStuck"), (2, "emptyPages"), (3, "success")])
  func limit(of pages: Int64, end: String) throws {
    let server = Server(pages: [[1, 2, 3], [], [], [], [4]]) { #","more":\#($0 < 5)"# }
    var rules = ListRules()
    rules.emptyPageLimit = pages
    let walk = try server.walk(rules: rules) { $0.hasMore = .path("more") }
    #expect(walk.end == "end: \(end)")
    #expect(walk.numbers == Array(1...(end == "success" ? 5 : pages + 2)))
  }

  @Test("By default ten empty pages in a row are passed over, also across a token")
  func tenPages() throws {
    let plan = try plan(
      "query ($page: Int) { list(page: $page) { rows { id } more } }", rules: ListRules()
    ) {
      ($0.connection, $0.page) = (.path("list"), "page")
      ($0.items, $0.hasMore) = (.path("rows"), .path("more"))
    }
    let empty = #"{"data":{"list":{"rows":[],"more":true}}}"#
    let scene = ListScene(plan)
    var cut = Walk(emitsEachPage: true)
    cut.maximumPages = 5
    try scene.start(.loadAll(cut))
    scene.transport.answer(#"{"data":{"list":{"rows":[{"id":1}],"more":true}}}"#)
    for _ in 0..<4 { scene.transport.answer(empty) }
    #expect(scene.history.last == "end: pageLimit")
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let later = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
    try later.walk()
    for _ in 0..<10 { later.transport.answer(empty) }
    #expect(later.history.last == "end: emptyPages")
    #expect(later.variables.count == 7)
  }

  // MARK: A server that counts from 0

  /// A list of pages of three with this many items, on a server that counts from 0.
  private func fromZero(_ count: Int, _ words: @escaping (Int) -> String) -> Server {
    let items = Array(1...count)
    let pages = stride(from: 0, to: count, by: 3).map { Array(items[$0..<min($0 + 3, count)]) }
    return Server(pages: pages, first: 0, words: words)
  }

  @Test("A total shows that page 0 is missing from the walk", arguments: [1, 3, 4, 6, 8, 9, 22])
  func missingByTotal(count: Int) throws {
    let walk = try fromZero(count, Self.total(count)).walk { $0.total = .path("total") }
    #expect(walk.end == "end: firstPageUnknown")
    // The page beyond the last one shows it, and a list of one page shows it at once.
    #expect(walk.numbers.count == max(1, (count - 1) / 3 + 1))
    let named = try fromZero(count, Self.total(count)).walk(["page": 0]) { $0.total = .path("total") }
    #expect(named.end == "end: success")
    #expect(named.items == count)
  }

  @Test("Page 0 is found if only the number of pages is known", arguments: [1, 3, 4, 22])
  func missingByPageCount(count: Int) throws {
    let pages = (count - 1) / 3 + 1
    let server = fromZero(count) { _ in #","count":\#(pages)"# }
    let walk = try server.walk { $0.pageCount = .path("count") }
    #expect(walk.end == "end: firstPageUnknown")
    #expect(walk.numbers.last == 0)
    #expect(walk.numbers.count == pages + 1)
    let both = try fromZero(count) { _ in #","count":\#(pages),"total":\#(count)"# }.walk {
      ($0.pageCount, $0.total) = (.path("count"), .path("total"))
    }
    #expect(both.end == "end: firstPageUnknown")
    #expect(!both.numbers.contains(0))
  }

  @Test(
    "A server that counts from 1 and hides the items of its last page has none before page 1",
    arguments: [
      #"{"data":{"list":{"rows":[],"count":3}}}"#,
      #"{"data":{"list":{"rows":[{"id":1},{"id":2},{"id":3}],"count":3}}}"#,
      #"{"errors":[{"message":"the first page is 1"}]}"#,
      #"{"data":{"list":null},"errors":[{"message":"the first page is 1","path":["list"]}]}"#,
    ])
  func pageZeroIsNone(zero: String) throws {
    var server = Server(pages: [[1, 2, 3], [4, 5, 6], []]) { _ in #","count":3"# }
    server.zero = zero
    let walk = try server.walk { $0.pageCount = .path("count") }
    #expect(walk.end == "end: success")
    #expect(walk.numbers == [1, 2, 3, 0])
    #expect(walk.items == 6)
    let named = try server.walk(["page": 1]) { $0.pageCount = .path("count") }
    #expect(named.numbers == [1, 2, 3])
  }

  @Test("Page 0 is also found after a token", arguments: [(1, "success"), (0, "firstPageUnknown")])
  func zeroAfterToken(id: Int, end: String) throws {
    let plan = try plan("query ($page: Int) { list(page: $page) { rows { id } count } }") {
      ($0.connection, $0.items) = (.path("list"), .path("rows"))
      ($0.page, $0.pageCount) = ("page", .path("count"))
    }
    let page = { (items: String) in #"{"data":{"list":{"rows":[\#(items)],"count":2}}}"# }
    let scene = ListScene(plan)
    try scene.start(.loadAll(Walk(emitsEachPage: true, maximumPages: 2)))
    scene.transport.answer(page(#"{"id":1}"#))
    scene.transport.answer(page(""))
    #expect(scene.history.last == "end: pageLimit")
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let later = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
    try later.walk(answers: page(#"{"id":\#(id)}"#))
    #expect(later.variables == [#"{"page":0}"#])
    #expect(later.history.last == "end: \(end)")
  }

  @Test("A total also shows the missing page if no request names a size")
  func missingWithoutSize() throws {
    let plan = try plan("query ($page: Int) { list(page: $page) { rows { id } total } }") {
      ($0.connection, $0.items) = (.path("list"), .path("rows"))
      ($0.page, $0.total) = ("page", .path("total"))
    }
    let scene = ListScene(plan)
    try scene.walk(
      answers: #"{"data":{"list":{"rows":[{"id":4}],"total":4}}}"#, #"{"data":{"list":{"rows":[],"total":4}}}"#)
    #expect(scene.history.last == "end: firstPageUnknown")
  }

  @Test("A server that reduces the size of pages counts from 1")
  func reducedPages() throws {
    // The request asks for three items, and each page has two.
    let server = Server(pages: [[1, 2], [3, 4], [5]], words: Self.total(5))
    let walk = try server.walk { $0.total = .path("total") }
    #expect(walk.end == "end: success")
    #expect(walk.items == 5)
  }
}
