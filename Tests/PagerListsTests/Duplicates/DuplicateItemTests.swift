import PagerBytes
import PagerCache
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("Items that came before")
struct DuplicateItemTests {
  private func scene(
    _ retention: PageRetention = .all, isWatched: Bool = true, cache: Cache? = nil
  ) throws -> ListScene {
    var rules = ListRules()
    rules.type = .offset
    rules.identity = .path("id")
    return ListScene(
      try plan("query ($offset: Int) { list(offset: $offset) { items { id } total } }", rules: rules) {
        $0.connection = .path("list")
        $0.total = .path("total")
      }, retention: retention, cache: cache, isWatched: isWatched)
  }

  /// A page of items with these identities, as JSON texts.
  private func page(_ identities: String..., total: Int = 100) -> String {
    let items = identities.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    return #"{"data":{"list":{"items":[\#(items)],"total":\#(total)}}}"#
  }

  /// For each page held the positions of the items that are left out.
  private func omitted(_ scene: ListScene) -> [[Int]] {
    scene.engine.read { $0.current?.pages.all.map { $0.omission?.indexes ?? [] } ?? [] }
  }

  @Test func areLeftOutAndCounted() throws {
    let scene = try scene()
    try scene.walk(answers: page("1", "2"), page("2", "3", "1"), page("4", total: 6))
    #expect(omitted(scene) == [[], [0, 2], []])
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 4)
    #expect(scene.engine.read { $0.summary.duplicateCount } == 2)
  }

  @Test("Offsets grow by the items that came")
  func offsets() throws {
    let scene = try scene()
    try scene.walk(answers: page("1", "2"), page("1", "2"), page())
    #expect(scene.variables == [#"{"offset":0}"#, #"{"offset":2}"#, #"{"offset":4}"#])
    #expect(scene.history.last == "end: cursorStuck")
  }

  @Test func stringsAndNumbersAreTold() throws {
    let scene = try scene()
    try scene.walk(
      answers: page(#""1""#, "1", #""a\/b""#, "1.5"), page("1", #""1""#, #""a/b""#, "1.50", "2"), page("3", total: 10))
    #expect(omitted(scene) == [[], [0, 1, 2, 3], []])
  }

  @Test func itemsWithoutAnIdentityStay() throws {
    let scene = try scene()
    try scene.walk(answers: page("null", "null", "{}"), page("null", "true", "[]"), page("1", total: 7))
    #expect(omitted(scene) == [[], [], []])
  }

  @Test func aListThatBeginsAnewKeepsItsItems() throws {
    let scene = try scene()
    try scene.walk(answers: page("1", "2"), page("2", "3", total: 4))
    try scene.walk(answers: page("3", "2"), page("1", "2", total: 4))
    #expect(omitted(scene) == [[], [1]])
    #expect(scene.engine.read { $0.summary.duplicateCount } == 1)
    scene.engine.reset()
    try scene.walk(answers: page("1", "2"), page("3", "2", total: 4))
    #expect(omitted(scene) == [[], [1]])
  }

  @Test func aPageThatIsAskedForAgainKeepsItsItems() throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer(page("1", "2"))
    try scene.start(.fetch)
    scene.transport.answer(page("1", "2"))
    #expect(omitted(scene) == [[]])
    try scene.start(.load(.next))
    scene.transport.answer("no JSON")
    try scene.start(.load(.next))
    scene.transport.answer(page("2", "3"))
    #expect(omitted(scene) == [[], [0]])
  }

  @Test("A page that no reader was handed is asked for again, and keeps its items")
  func unseen() throws {
    let scene = try scene(.last, isWatched: false)
    let sizes = Notebook<Int>()
    let note: PagerEngine.Sink = { sizes.note($1.pages.all.map(\.itemCount).reduce(0, +)) }
    let subscriber = try #require(scene.engine.subscribe(note))
    try scene.walk(answers: page("1", "2"), page("3", "4"))
    scene.engine.unsubscribe(subscriber)
    scene.engine.cancel(OperationID(2))
    _ = scene.engine.subscribe(note)
    try scene.start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: true)))
    scene.transport.answer(page("1", "2"))
    scene.transport.answer(page("3", "4"))
    #expect(sizes.history == [2, 2, 2, 2])
  }

  @Test("Items that are repeated now and then, with new ones between, are not a circle")
  func repeats() throws {
    let scene = try scene()
    try scene.walk(
      answers: page("0"), page("1", "2"), page("1", "2"), page("3"), page("1", "2"), page("4"), page("1", "2"),
      page("5", total: 12))
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 6)
    // The first page does not come again, unless it does so in a row.
    let anew = try self.scene()
    try anew.walk(answers: page("1", "2"), page("1", "2"), page("3"), page("1", "2"))
    #expect(anew.history.last == "end: firstPageAgain")
    // And in a row they are.
    let circle = try self.scene()
    try circle.walk(answers: page("1", "2"), page("1", "2"), page("1", "2"))
    #expect(circle.history.last == "end: cursorCycle")
  }

  @Test("Items that came again do not count towards the total")
  func total() throws {
    let scene = try scene()
    try scene.walk(requiresTotal: true, answers: page("1", "2", "3", total: 5), page("3", "4", total: 5))
    #expect(scene.history.last == "end: 4 of 5")
    #expect(scene.engine.read { $0.summary.duplicateCount } == 1)
  }

  @Test(
    "A last page with the whole list again does not end it: the server ignores the offset",
    arguments: [
      ("1,2,3", "end: cursorCycle"), ("3,1,2", "end: cursorCycle"), ("1,2", "end: firstPageAgain"),
      ("1,2,3,4", "end: success"),
    ])
  func wholeListAgain(last: String, end: String) throws {
    let scene = try scene()
    let count = last.split(separator: ",").count
    let items = last.split(separator: ",").map { #"{"id":\#($0)}"# }.joined(separator: ",")
    try scene.walk(
      answers: page("1", "2", "3"), #"{"data":{"list":{"items":[\#(items)],"total":\#(3 + count)}}}"#)
    #expect(scene.history.last == end)
    #expect(shown(scene).flatMap { $0 } == (count == 4 ? ["1", "2", "3", "4"] : ["1", "2", "3"]))
  }

  /// For each page held the items that are shown.
  private func shown(_ scene: ListScene) -> [[String]] {
    scene.engine.read { state in
      (state.current?.pages.all ?? []).map { page in
        let items = page.items.map { range in
          page.body.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
        }
        let all = items?.split(separator: "{").dropFirst().map { $0.filter(\.isNumber) } ?? []
        return page.omission?.remaining(of: all.count).map { all[$0] } ?? all
      }
    }
  }

  @Test("After a change of its page an item stays left out, and one that the page had twice is shown once")
  func afterAChange() async throws {
    var configuration = CacheConfiguration()
    configuration.addsTypename = false
    let cache = try Cache.open(configuration)
    let (scene, other) = (try scene(cache: cache), try self.scene(cache: cache))
    try scene.start(.loadAll(Walk(emitsEachPage: true)), .fetchIgnoringCacheData)
    scene.transport.answer(page("1", "2"))
    scene.transport.answer(page("2", "3", "3", "4", total: 6))
    #expect(shown(scene) == [["1", "2"], ["3", "4"]])

    // The other pager's answers to the same requests.
    try other.start(.loadAll(Walk(emitsEachPage: true)), .fetchIgnoringCacheData)
    other.transport.answer(page("1", "2"))
    other.transport.answer(page("5", "2", "3", "4", total: 6))
    try await eventually("the page changes") { shown(scene) == [["1", "2"], ["5", "3", "4"]] }
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 5)
    #expect(scene.engine.read { $0.summary.duplicateCount } == 1)
  }

  private func cursorScene() throws -> ListScene {
    var rules = ListRules()
    rules.identity = .path("id")
    return ListScene(
      try plan(
        "query ($after: String) { list(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }",
        rules: rules), retention: .all, cache: nil, isWatched: true)
  }

  /// A page of a list of cursors; the last one has none.
  private func cursorPage(_ identities: String..., next cursor: String?) -> String {
    let items = identities.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    let info = #"{"hasNextPage":\#(cursor != nil),"endCursor":"\#(cursor ?? "end")"}"#
    return #"{"data":{"list":{"nodes":[\#(items)],"pageInfo":\#(info)}}}"#
  }

  @Test("A list of cursors leaves them out, too, and a list that starts again loses none to itself")
  func cursors() throws {
    let scene = try cursorScene()
    let pages = [
      cursorPage("1", "2", next: "a"), cursorPage("2", "3", next: "b"), cursorPage("4", next: nil),
    ]
    for _ in 0..<2 {
      try scene.walk(answers: pages[0], pages[1], pages[2])
      #expect(omitted(scene) == [[], [0], []])
      #expect(scene.engine.read { $0.summary.itemsLoaded } == 4)
    }
  }

  @Test("A list that starts again and goes another way forgets the pages of the first way")
  func anotherWay() throws {
    let scene = try cursorScene()
    // The pages A, B and C.
    try scene.walk(
      answers: cursorPage("1", "2", next: "B"), cursorPage("3", "4", next: "C"), cursorPage("5", next: nil))
    // A, D and B: the page D has items that were on B, and B does not take them from D.
    try scene.walk(
      answers: cursorPage("1", "2", next: "D"), cursorPage("3", "6", next: "B"), cursorPage("3", "4", next: nil))
    #expect(omitted(scene) == [[], [], [0]])
    #expect(shown(scene) == [["1", "2"], ["3", "6"], ["4"]])
    #expect(scene.engine.read { $0.summary.duplicateCount } == 1)
  }
}

extension PageSnapshot {
  /// All pages, in the order of the list.
  fileprivate var all: [ConnectionPage] { (0..<count).compactMap { page(at: $0)?.page }.map(ConnectionPage.open) }
}
