import PagerClient
import PagerEngine
import PagerJSON
import PagerState
import Testing

@testable import PagerLists

@Suite("Lists since a mark as servers have them")
struct SinceServerTests {
  // MARK: Pages that shift

  @Test(
    "A list whose pages shift reads one page again below the mark",
    arguments: [
      SinceStory(
        "and finds a row that a deletion hid", SinceStory.ten.dropLast().map { $0 },
        steps: [
          .during(2, [.delete(8)]), .run("9 8 7 5 4 3 2 1 in 3; mark 9; complete"), .change([.put(10, 10)]),
          .run("10 6 in 2; mark 10; known"), .run(" in 2; mark 10; known"),
        ]),
      SinceStory(
        "and knows the page after a cut, too", SinceStory.ten.dropLast().map { $0 },
        steps: [
          .during(2, [.delete(8)]), .cut(2, "9 8 7 5 4 3 in 2; no mark+; cut"), .run("2 1 in 1; mark 9; complete"),
          .run("6 in 2; mark 9; known"),
        ]),
      SinceStory(
        "and leaves out a row that comes again, but not one that has changed", SinceStory.ten.dropLast().map { $0 },
        steps: [
          .during(2, [.put(10, 10), .put(7, 11)]), .run("9 8 7 6 5 4 3 2 1 in 4; mark 9; complete"),
          .run("7 10 in 3; mark 11; known"),
        ]),
      SinceStory(
        "and finds a row that comes below the mark of a list that was shorter than a page", [(1, "9"), (2, "8")],
        steps: [
          .run("1 2 in 1; mark 9; complete"), .change([.put(3, 5)]), .run("3 in 1; mark 9; complete"),
          .run(" in 1; mark 9; complete"),
        ]),
    ], [MarkedList.Paging.positions, .offsets])
  func shifting(story: SinceStory, paging: MarkedList.Paging) throws {
    var story = story
    story.paging = paging
    try story.check(.descending) { run in
      // A list of offsets that comes to its end has an empty page there.
      guard paging == .offsets, run.word == "complete" else { return "\(run)" }
      return "\(run)".replacing("in \(run.requests.count)", with: "in \(run.requests.count - 1)")
    }
  }

  @Test("Cursors that count the items from 0 are positions, and cost one more page", arguments: [true, false])
  func positions(areCounted: Bool) throws {
    let runs = try SinceStory("", paging: areCounted ? .positions : .keys).runs(.descending)
    #expect(try runs.run().trail?.hasPositions == areCounted)
    let run = try runs.run()
    #expect(run.ids == [] && run.requests.count == (areCounted ? 2 : 1))
    #expect(run.trail?.isAtKnown == true)
  }

  @Test("Positions are noticed in every order", arguments: [SinceOrder.ascending, .filtered])
  func otherOrders(order: SinceOrder) throws {
    let runs = try SinceStory("", paging: .positions).runs(order)
    let run = try runs.run()
    #expect(run.ids == Array(1...10))
    #expect(run.trail?.hasPositions == true)
  }

  @Test("In ascending order the later version of a row comes in the same walk, and the mark passes it")
  func laterVersion() throws {
    try SinceStory(
      "", SinceStory.values(1, 2, 3, 4, 5, 6, 7),
      steps: [.during(3, [.put(2, 20)]), .run("1 2 3 4 5 6 7 2 in 3; mark 20; complete")]
    ).check(.ascending)
  }

  // MARK: Times

  /// A row with the time so many seconds after noon, as JSON.
  private static func at(_ id: Int, _ seconds: Int) -> (Int, String) {
    let time = (12 * 3_600 + seconds) % 86_400
    let parts = [time / 3_600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (id, "\"2026-03-01T\(parts.joined(separator: ":"))Z\"")
  }

  @Test("A time that is later than the server's clock does not become the mark")
  func future() throws {
    let rows = [Self.at(1, 500), Self.at(2, 61), Self.at(3, 60), Self.at(4, 1)]
    let runs = try SinceStory("", rows, isSorted: false, type: .time).runs(.descending)
    runs.list.date = "Sun, 01 Mar 2026 12:00:00 GMT"
    let run = try runs.run()
    #expect(run.ids == [1, 2, 3, 4])
    #expect(run.trail?.future?.count == 2 && run.trail?.future?.greatest.text == "2026-03-01T12:08:20Z")
    #expect(run.mark == "2026-03-01T12:00:00Z")
    // Its time has come.
    runs.list.date = "Sun, 01 Mar 2026 12:20:00 GMT"
    let later = try runs.run()
    #expect(later.ids == [1, 2])
    #expect(later.mark == "2026-03-01T12:08:20Z" && later.trail?.future == nil)
  }

  @Test("A time that is a little ahead of the clock hides nothing that comes after it")
  func ahead() throws {
    let runs = try SinceStory("", [Self.at(1, 50), Self.at(2, 0)], isSorted: false, type: .time).runs(.descending)
    runs.list.date = "Sun, 01 Mar 2026 12:00:00 GMT"
    #expect(try runs.run().mark == "2026-03-01T12:00:00Z")
    SinceStory.Change.rows([]).make(to: &runs.list)
    for row in [Self.at(1, 50), Self.at(3, 1), Self.at(2, 0)] { runs.list.put(row.0, row.1) }
    runs.list.date = "Sun, 01 Mar 2026 12:00:01 GMT"
    #expect(try runs.run().ids == [3])
  }

  @Test("The first answer that says when it was sent is the clock of the whole walk")
  func clock() throws {
    let rows = (0..<6).map { Self.at($0 + 1, 600 - $0) }
    let runs = try SinceStory("", rows, isSorted: false, type: .time).runs(.descending)
    runs.beforeAnswer = { number in
      runs.list.date = number == 1 ? "Sun, 01 Mar 2026 12:00:00 GMT" : "Sun, 01 Mar 2026 13:00:00 GMT"
    }
    let run = try runs.run()
    runs.beforeAnswer = { _ in }
    #expect(run.trail?.future?.count == 6 && run.mark == nil)
  }

  @Test(
    "Times without an offset are noticed",
    arguments: [(#""2026-03-01T12:00:00""#, true), (#""2026-03-01T12:00:00Z""#, false), (#""2026-03-01""#, false)])
  func localTimes(value: String, isLocal: Bool) throws {
    let runs = try SinceStory("", [(1, value)], type: .time).runs(.descending)
    #expect(try runs.run().trail?.hasLocalTimes == isLocal)
  }

  @Test("A token keeps what a walk has noticed")
  func token() throws {
    let rows = [(1, #""2026-03-01T12:00:00""#), (2, "null"), (3, #""2026-03-01T11:00:00""#), (4, #""2026-03-01""#)]
    let runs = try SinceStory("", rows, isSorted: false, type: .time, missing: .deliver).runs(.descending)
    try runs.run(pages: 1)
    let run = try runs.run()
    #expect(run.ids == [4])
    #expect(run.trail?.hasLocalTimes == true && run.trail?.missingCount == 1)
    #expect(run.mark == "2026-03-01T12:00:00")
  }

  // MARK: Errors beside the data

  @Test(
    "A version that may have a null because of an error is not shown, and comes with the next run",
    arguments: [true, false])
  func spoiled(isValue: Bool) throws {
    let runs = try SinceStory("", SinceStory.values(30, 20, 10), errors: .keep).runs(.descending)
    try runs.run()
    // The newest row, which an earlier run had, comes with a null in place of its value or of its name.
    (runs.list.hasErrors, runs.list.order) = (true, nil)
    SinceStory.Change.rows([(4, 40), (1, 30), (2, 20), (3, 10)]).make(to: &runs.list)
    if isValue { runs.list.put(1, "null", name: "n1") } else { runs.list.edit(1, name: "") }
    let run = try runs.run()
    #expect(run.ids == [4])
    #expect(run.mark == "30")
    runs.list.hasErrors = false
    runs.list.put(1, 30, name: "new")
    #expect(try runs.run().rows.map(\.name) == ["n4", "new"])
  }

  // MARK: Totals

  @Test("The mark stays below a list that is shorter than its total, also in a run since a mark")
  func total() throws {
    let query = "query ($a: ID) { list(after: $a) { nodes { id v } all pageInfo { hasNextPage endCursor } } }"
    /// The mark after a walk over two rows with a total, and how the walk ended.
    func walk(_ total: Int, from mark: Int64?) throws -> [JSONValue] {
      let start = SinceStart(mark: mark.flatMap { SinceValue(.integer($0), as: .integer) })
      let rule = SinceRule(path: .path("v"), type: .integer, order: .descending)
      let document = paged(query) { $0.total = .path("all") }
      let plan = try DocumentPlan(document, since: SinceSettings(rule, from: start, variable: nil))
      let scene = ListScene(plan)
      let rows = #"[{"id":1,"v":9},{"id":2,"v":8}]"#
      let info = #"{"hasNextPage":false,"endCursor":"c"}"#
      try scene.walk(
        requiresTotal: plan.totalRule == .fail,
        answers: #"{"data":{"list":{"nodes":\#(rows),"all":\#(total),"pageInfo":\#(info)}}}"#)
      let text = try plan.checkpoint(for: scene.engine.read { $0.finishedPosition }, at: SinceRuns.endpoint)
      return [try JSONValue(parsing: text)["mark"]?["number"] ?? .null, .string(scene.history.last ?? "")]
    }
    #expect(try walk(3, from: nil) == [.null, "end: 2 of 3"])
    #expect(try walk(2, from: nil) == ["9", "end: success"])
    #expect(try walk(99, from: 7) == ["7", "end: 2 of 99"])
    #expect(try walk(2, from: 7) == ["9", "end: success"])
    // The walk ends at the mark, and not with the list.
    #expect(try walk(99, from: 9) == ["9", "end: success"])
  }

  // MARK: More rows than a checkpoint can hold

  /// Runs over twelve rows with one value, of which a checkpoint keeps ten.
  private func imported(_ order: SinceOrder) throws -> SinceRuns {
    let runs = try SinceStory("", (1...12).map { ($0, "5") }, size: 5).runs(order)
    runs.windowLimit = 10
    return runs
  }

  @Test(
    "After an import the mark stays until something newer is there",
    arguments: [SinceOrder.descending, .ascending, .filtered])
  func ties(order: SinceOrder) throws {
    let runs = try imported(order)
    for _ in 0..<2 {
      let run = try runs.run()
      #expect(run.ids.count == 12)
      #expect(run.trail?.isHeld == true && run.mark == nil)
    }
    runs.list.put(20, 6)
    let run = try runs.run()
    #expect(run.ids.count == 13)
    #expect(run.trail?.isHeld == false && run.mark == "6")
    #expect(try runs.run().ids == [])
  }

  @Test("The mark stays after an import that was read in two runs, too")
  func tiesAfterCut() throws {
    let runs = try imported(.ascending)
    #expect(try runs.run(pages: 2).ids.count == 10)
    let run = try runs.run()
    #expect(run.ids.count == 2)
    #expect(run.trail?.isHeld == true && run.mark == nil)
  }

  @Test("A checkpoint holds 10,000 rows of one value, and not one more")
  func limit() throws {
    let runs = try SinceStory("", (0..<10_000).map { ($0, "5") }, isSorted: false, size: 5_000).runs(.descending)
    #expect(try runs.run().mark == "5")
    let run = try runs.run()
    #expect(run.ids == [] && run.summary.knownCount == 10_000)
    runs.list.put(10_000, 5)
    let full = try runs.run()
    #expect(full.ids == [10_000] && full.trail?.isHeld == true && full.mark == "5")
  }

  @Test("More rows within the lag than a checkpoint holds are an error with advice, and the mark stays")
  func full() throws {
    let runs = try SinceStory("", (1...12).map { ($0, "\($0)") }, size: 5, lag: 20).runs(.descending)
    runs.windowLimit = 10
    let run = try runs.run()
    guard case .failure(let failure)? = run.end,
      case .windowFull(let message, let path)? = (failure as? RequestFailure)?.error
    else {
      Issue.record("the run ended with \(run)")
      return
    }
    #expect(
      message == """
        more than 10 items lie within the lag below the greatest value, and a checkpoint keeps at most that many: \
        shorten the `lag`
        """)
    #expect(path == "/since/lag" && run.mark == nil)
  }

  @Test(
    "The advice names the key of the config",
    arguments: [
      (SinceType.time, Int64(5), "/since/lag_ms", "shorten the `lag_ms`"),
      (.time, 0, "/since/path", "choose a `path` with more different values"),
      (.text, 5, "/since/path", "choose a `path` with more different values"),
    ])
  func advice(type: SinceType, lag: Int64, place: String, words: String) {
    let rule = SinceRule(path: .path("v"), type: type, order: .descending, lag: lag)
    guard
      case .windowFull(let message, let path) = SincePlan(rule, from: SinceStart(), identity: .path("id")).windowFull
    else { return }
    #expect(path == place && message.hasSuffix(words))
  }
}
