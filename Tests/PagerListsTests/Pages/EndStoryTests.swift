import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

/// Ends that need more pages than a row of the table has.
@Suite("A walk remembers its pages")
struct EndStoryTests {
  /// A list by one of the ways to page, with a server that has a say in each answer.
  private struct Shop {
    var rules = ListRules()
    var variables: [String: JSONValue] = [:]
    var namesTotal = false
    /// What a page says of the end of a list by cursors.
    var pageInfo = "hasNextPage endCursor"

    func plan(_ kind: String) throws -> DocumentPlan {
      var rules = rules
      rules.type = kind == "cursor" ? .cursor : .offset
      let arguments = ["cursor": "after: $after", "offset": "offset: $offset", "pages": "page: $page"][kind] ?? ""
      let info = kind == "cursor" ? "pageInfo { \(pageInfo) }" : ""
      return try PagerListsTests.plan(
        """
        query ($after: ID, $offset: Int, $page: Int) { list(\(arguments)) { nodes { id } total \(info) } }
        """, variables: variables, rules: rules
      ) {
        $0.connection = .path("list")
        if namesTotal || kind != "cursor" { $0.total = .path("total") }
        if rules.ending == .nullCursor {
          ($0.endCursor, $0.items, $0.after) = (.path("pageInfo", "endCursor"), .path("nodes"), "after")
        }
        if kind == "cursor" { return }
        $0.items = .path("nodes")
        if kind == "offset" { $0.offset = "offset" } else { $0.page = "page" }
      }
    }
  }

  /// An answer.
  ///
  /// - Parameters:
  ///   - ids: the items.
  ///   - cursor: that of the page after it; nil: it is the last one.
  private func answer(_ ids: [Int], total: Int? = nil, cursor: String? = nil) -> String {
    let nodes = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    let info = #"{"hasNextPage":\#(cursor != nil),"endCursor":\#(cursor.map { "\"\($0)\"" } ?? "null")}"#
    return #"{"data":{"list":{"nodes":[\#(nodes)],"total":\#(total.map { "\($0)" } ?? "null"),"pageInfo":\#(info)}}}"#
  }

  // MARK: Pages that come again

  @Test(
    "Cursors that move on while one page comes again and again are stuck at its third time",
    arguments: [("-", "end: repeatedPage", 4), ("allow", "end: success", 6), ("identity", "end: cursorCycle", 5)])
  func thirdInARow(rule: String, end: String, requests: Int) throws {
    var shop = Shop()
    if rule == "allow" { shop.rules.allowsRepeats = true }
    if rule == "identity" { shop.rules.identity = .path("id") }
    let scene = ListScene(try shop.plan("cursor"))
    try scene.walk(answers: [
      answer([1, 2], cursor: "a"), answer([3, 4], cursor: "b"), answer([3, 4], cursor: "c"),
      answer([3, 4], cursor: "d"), answer([3, 4], cursor: "e"), answer([5]),
    ])
    #expect(scene.history.last == end)
    #expect(scene.variables.count == requests)
  }

  @Test("A page that comes a third time with the cursor of its own request is stuck at that")
  func thirdWithItsOwnCursor() throws {
    let scene = ListScene(try Shop().plan("cursor"))
    try scene.walk(answers: [
      answer([1, 2], cursor: "a"), answer([3, 4], cursor: "b"), answer([3, 4], cursor: "c"),
      answer([3, 4], cursor: "c"),
    ])
    #expect(scene.history.last == "end: cursorStuck")
  }

  @Test(
    "An empty last page behind a cursor breaks no promise where the cursor ends the list",
    arguments: [("hasNextPage endCursor", .brokenPromise), ("endCursor", [])] as [(String, ListDoubts)])
  func emptyLastPage(pageInfo: String, doubts: ListDoubts) throws {
    var shop = Shop(pageInfo: pageInfo)
    if !pageInfo.contains("hasNextPage") { shop.rules.ending = .nullCursor }
    let scene = ListScene(try shop.plan("cursor"))
    try scene.walk(answers: [answer([1, 2], cursor: "a"), answer([])])
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.doubts(comparesTotal: true) } == doubts)
  }

  @Test("A server that forgets a cursor sends its first page again, also after a token", arguments: 1...3)
  func forgets(pages: Int) throws {
    let plan = try Shop().plan("cursor")
    let lists = (0..<4).map { page in (0..<10).map { page * 10 + $0 } }
    var cut = Walk(emitsEachPage: true)
    cut.maximumPages = pages
    let scene = ListScene(plan)
    try scene.start(.loadAll(cut))
    for page in 0..<pages { scene.transport.answer(answer(lists[page], cursor: "c\(page)")) }
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let later = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
    try later.walk(answers: answer(lists[0], cursor: "new"))
    #expect(later.history.last == "end: firstPageAgain")
  }

  @Test(
    "A page is the first one again if most of its first eight items are, or all of fewer, each in its old place",
    arguments: [
      // Five of eight.
      (Array(0..<10), [0, 1, 2, 3, 4, 95, 96, 97, 98, 99], true),
      (Array(0..<10), [0, 1, 2, 3, 94, 95, 96, 97, 98, 99], false),
      (Array(0..<10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false),
      (Array(0..<10), [0, 1, 2], true), (Array(0..<10), [0, 1, 92], false), (Array(0..<10), [0], true),
      ([0, 1, 2], [0, 1, 2, 93], false), ([0, 1, 2], [0, 1, 2, 93, 94, 95, 96, 97], true), ([0], [0], true),
      ([0], [1], false),
    ] as [([Int], [Int], Bool)])
  func mostOfTheFirst(first: [Int], later: [Int], isAgain: Bool) throws {
    let scene = ListScene(try Shop().plan("cursor"))
    try scene.walk(answers: answer(first, cursor: "a"), answer([500], cursor: "b"), answer(later))
    #expect((scene.history.last == "end: firstPageAgain") == isAgain)
  }

  @Test("A list that has grown may show the items of its first page again", arguments: [nil, 20, 21])
  func grown(total: Int?) throws {
    let scene = ListScene(try Shop().plan("cursor"))
    try scene.walk(
      answers: answer([1, 2], total: 20, cursor: "a"), answer([3], total: 20, cursor: "b"),
      answer([1, 2], total: total))
    #expect((scene.history.last == "end: success") == (total == 21))
  }

  @Test(
    "Items that cannot be told from each other say nothing",
    arguments: [#"{"n":1},{"n":1}"#, #"{"n":1}"#, "1,2", ""])
  func indistinct(items: String) throws {
    let scene = ListScene(try Shop().plan("cursor"))
    let page = { (next: String) in
      #"{"data":{"list":{"nodes":[\#(items)],"pageInfo":{"hasNextPage":\#(next != ""),"endCursor":"\#(next)"}}}}"#
    }
    try scene.walk(answers: page("a"), page("b"), page("c"), page("d"), page(""))
    #expect(scene.history.last == "end: success")
  }

  // MARK: Empty pages

  @Test(
    "Cursors lead through empty pages: through few once the total is met, and through as many as the config says",
    arguments: [(nil, false, 10_000), (nil, true, 10), (3, false, 3), (3, true, 3), (0, false, 0)])
  func empty(limit: Int64?, isMet: Bool, count: Int) throws {
    var shop = Shop()
    shop.rules.emptyPageLimit = limit
    shop.namesTotal = isMet
    let scene = ListScene(try shop.plan("cursor"), retention: .none)
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    scene.transport.answer(answer([1, 2], total: 2, cursor: "a"))
    var pages = 0
    while scene.transport.inFlight > 0, pages < 20_000 {
      pages += 1
      scene.transport.answer(answer([], total: isMet ? 2 : 9, cursor: "c\(pages)"))
    }
    #expect(pages == count + 1)
    #expect(scene.history.last == (count == 0 ? "end: cursorStuck" : "end: emptyPages"))
  }

  @Test("Items between empty pages begin the count anew")
  func emptyBetween() throws {
    var shop = Shop()
    shop.rules.emptyPageLimit = 1
    let scene = ListScene(try shop.plan("cursor"))
    try scene.walk(answers: [
      answer([1], cursor: "a"), answer([], cursor: "b"), answer([2], cursor: "c"), answer([], cursor: "d"), answer([3]),
    ])
    #expect(scene.history.last == "end: success")
  }

  // MARK: Totals that a server caps

  private func capped(_ kind: String, _ change: (inout Shop) -> Void = { _ in }) throws -> ListScene {
    var shop = Shop()
    change(&shop)
    return ListScene(try shop.plan(kind))
  }

  /// Answers with 500 items a page, until so many have come.
  private func serve(_ scene: ListScene, of count: Int, total: Int) {
    for page in 0..<count / 500 { scene.transport.answer(answer((0..<500).map { page * 500 + $0 }, total: total)) }
  }

  @Test("A walk looks once beyond a round total, and goes on if there are items", arguments: ["offset", "pages"])
  func beyondTotal(kind: String) throws {
    let scene = try capped(kind)
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    serve(scene, of: 1_000, total: 1_000)
    #expect(scene.transport.inFlight == 1)
    scene.transport.answer(answer([2_000, 2_001], total: 1_000))
    scene.transport.answer(answer([2_002], total: 1_000))
    scene.transport.answer(answer([], total: 1_000))
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 1_003)
    #expect(scene.engine.read { $0.doubts(comparesTotal: true) } == .moreThanTotal)
  }

  @Test("Nothing beyond a round total leaves no doubt", arguments: ["offset", "pages"], ["[]", "null"])
  func nothingBeyond(kind: String, items: String) throws {
    let scene = try capped(kind)
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    serve(scene, of: 1_500, total: 1_500)
    scene.transport.answer(#"{"data":{"list":{"nodes":\#(items),"total":1500}}}"#)
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.doubts(comparesTotal: true) } == [])
  }

  @Test(
    "A server that refuses what is beyond a round total leaves a doubt, and is not asked again",
    arguments: ["offset", "pages"],
    [(200, #"{"errors":[{"message":"no"}]}"#), (500, "broken"), (400, #"{"errors":[{"message":"no"}]}"#), (200, "{}")])
  func refusedBeyond(kind: String, answer: (Int, String)) throws {
    let scene = ListScene(try Shop().plan(kind), retry: RetryOptions())
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    serve(scene, of: 1_000, total: 1_000)
    scene.transport.answer(answer.1, status: answer.0)
    #expect(scene.transport.inFlight == 0)
    #expect(scene.variables.count == 3)
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.doubts(comparesTotal: true) } == .refusedBeyondTotal)
  }

  @Test("A total that is not round, or small, ends the list", arguments: [500, 1_001])
  func plainTotal(total: Int) throws {
    let scene = try capped("offset")
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    scene.transport.answer(answer(Array(0..<total), total: total))
    #expect(scene.history.last == "end: success")
    #expect(scene.variables.count == 1)
  }

  @Test("A walk that wants no more items than the round total does not look beyond it", arguments: [999, 1_000, 1_001])
  func cap(most: Int) throws {
    let scene = try capped("offset")
    try scene.start(.loadAll(Walk(emitsEachPage: true, maximumItems: most)))
    serve(scene, of: 1_000, total: 1_000)
    #expect(scene.transport.inFlight == (most == 1_001 ? 1 : 0))
    if most == 1_001 { scene.transport.answer(answer([], total: 1_000)) }
    #expect(scene.history.last == "end: success")
  }

  @Test("A cap of pages says that there may be more, and one of items leaves the list open")
  func cappedByTotal() throws {
    let byPages = try capped("offset")
    try byPages.start(.loadAll(Walk(emitsEachPage: true, maximumPages: 2)))
    serve(byPages, of: 1_000, total: 1_000)
    #expect(byPages.history.last == "end: pageLimit")
    let byItems = try capped("offset")
    try byItems.start(.loadAll(Walk(emitsEachPage: true, maximumItems: 1_000)))
    serve(byItems, of: 1_000, total: 1_000)
    #expect(byItems.history.last == "end: success")
    #expect(byItems.canLoad(.next))
  }

  // MARK: Page 0

  @Test(
    "A page 0 that is not there leaves the doubt about the empty last page, also after a token",
    arguments: [
      #"{"errors":[{"message":"there is no page 0"}]}"#, #"{"data":{"list":{"nodes":[],"pages":2,"total":9}}}"#,
      #"{"data":{"list":{"nodes":[{"id":1}],"pages":2,"total":9}}}"#,
    ], [false, true])
  func pageZero(zero: String, isResumed: Bool) throws {
    let plan = try plan("query ($page: Int) { list(page: $page) { nodes { id } pages total } }") {
      ($0.connection, $0.items, $0.page, $0.pageCount) = (.path("list"), .path("nodes"), "page", .path("pages"))
    }
    var walk = Walk(emitsEachPage: true)
    if isResumed { walk.maximumPages = 2 }
    var scene = ListScene(plan)
    try scene.start(.loadAll(walk))
    for nodes in [#"{"id":1}"#, ""] {
      let count = nodes.isEmpty ? 0 : 1
      scene.transport.answer(#"{"data":{"list":{"nodes":[\#(nodes)],"pages":2,"total":\#(count)}}}"#)
    }
    if isResumed {
      let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
      var position = try plan.position(of: .string(token), at: "http://server")
      position.restartsIfRefused = true
      scene = ListScene(plan, resumingAt: position)
      try scene.start(.loadAll(Walk(emitsEachPage: true)))
    }
    scene.transport.answer(zero)
    #expect(scene.variables.last == #"{"page":0}"#)
    #expect(scene.transport.inFlight == 0)
    #expect(scene.history.last == "end: success")
    // The total is that of each page, and page 0 has none.
    #expect(scene.engine.read { $0.doubts(comparesTotal: true) } == .brokenPromise)
  }

  // MARK: Numbers of pages of another size

  /// A walk over pages of two items, of a server that counts them as if each had so many.
  private func counted(
    _ items: Int, size: Int, end: String, namesTotal: Bool = false
  ) throws -> (end: String?, items: Int, pages: [Int64?]) {
    let plan = try plan(
      "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { nodes { id } pages total } }",
      variables: ["limit": .integer(Int64(size))]
    ) {
      ($0.connection, $0.items, $0.page, $0.pageCount) = (.path("list"), .path("nodes"), "page", .path("pages"))
      if namesTotal { $0.total = .path("total") }
    }
    let scene = ListScene(plan)
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    let pages = (items + size - 1) / size
    scene.serve { variables in
      let start = (Int(variables["page"]?.integer ?? 1) - 1) * 2
      guard start < items else { return end }
      let nodes = (start..<min(start + 2, items)).map { #"{"id":\#($0)}"# }.joined(separator: ",")
      let total = namesTotal ? "\(items)" : "null"
      return #"{"data":{"list":{"nodes":[\#(nodes)],"pages":\#(pages),"total":\#(total)}}}"#
    }
    return (
      scene.history.last, scene.engine.read { $0.summary.itemsLoaded },
      scene.transport.requests.map { $0["page"]?.integer }
    )
  }

  @Test(
    "A first page with fewer items than asked for, and more pages after it, makes the number of pages no end",
    arguments: [
      #"{"data":{"list":{"nodes":[],"pages":2}}}"#, #"{"errors":[{"message":"there is no such page"}]}"#,
      #"{"data":{"list":{"nodes":null,"pages":2}}}"#,
    ])
  func pagesOfAnotherSize(end: String) throws {
    let walk = try counted(7, size: 4, end: end)
    #expect(walk.end == "end: success")
    #expect(walk.items == 7)
    #expect(walk.pages == [1, 2, 3, 4, 5])
  }

  @Test("Full pages end by their number, and a total that is met ends the list as well", arguments: [false, true])
  func pagesOfThatSize(namesTotal: Bool) throws {
    let full = try counted(7, size: 2, end: "")
    #expect(full.pages == [1, 2, 3, 4])
    let walk = try counted(8, size: 4, end: #"{"data":{"list":{"nodes":[],"pages":2}}}"#, namesTotal: namesTotal)
    #expect(walk.items == 8)
    #expect(walk.pages == (namesTotal ? [1, 2, 3, 4] : [1, 2, 3, 4, 5]))
  }

  @Test("A token leads to the look, and remembers it")
  func lookAfterToken() throws {
    let plan = try Shop().plan("offset")
    let scene = ListScene(plan)
    try scene.start(.fetch)
    scene.transport.answer(answer(Array(0..<1_000), total: 1_000))
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server")
    let later = ListScene(plan, resumingAt: try plan.position(of: .string(token), at: "http://server"))
    try later.walk(answers: #"{"errors":[{"message":"no"}]}"#)
    #expect(later.history.last == "end: success")
    #expect(later.engine.read { $0.doubts(comparesTotal: true) } == .refusedBeyondTotal)
  }
}
