import PagerClient
import PagerJSON
import PagerLists
import PagerState
import Testing

@Suite("Each run over a list gets what is new since the run before")
struct SinceRunTests {
  private static let orders: [SinceOrder] = [.descending, .ascending, .filtered]

  // MARK: Every order

  @Test(
    "In each order of the list",
    arguments: [
      SinceStory(
        "a run gets what is new and what has changed, and nothing else",
        steps: [
          .run("1 2 3 4 5 6 7 8 9 10; mark 10"), .run("; mark 10"), .change([.put(11, 11), .put(3, 12)]),
          .run("3 11; mark 12"), .run("; mark 12"),
        ]),
      SinceStory(
        "two changes in one moment are both seen",
        steps: [.run("1 2 3 4 5 6 7 8 9 10; mark 10"), .change([.edit(10)]), .run("10; mark 10"), .run("; mark 10")]),
      SinceStory(
        "of the rows with the mark those come again that are new or have changed",
        SinceStory.values(1, 5, 5),
        steps: [.run("1 2 3; mark 5"), .change([.put(4, 5), .edit(2)]), .run("2 4; mark 5"), .run("; mark 5")]),
      SinceStory(
        "a row that is committed late is seen as far as the lag goes", lag: 5,
        steps: [.run("1 2 3 4 5 6 7 8 9 10; mark 10"), .change([.put(11, 5)]), .run("11; mark 10"), .run("; mark 10")]),
      SinceStory(
        "a row that is committed later than that is not seen", lag: 2,
        steps: [.run("1 2 3 4 5 6 7 8 9 10; mark 10"), .change([.put(11, 7)]), .run("; mark 10")]),
      SinceStory(
        "a value of the config is the first mark", value: 8,
        steps: [.run("8 9 10; mark 10"), .change([.put(1, 11)]), .run("1; mark 11")]),
      SinceStory(
        "a page full of rows with the mark's own value hides nothing", SinceStory.values(1, 2, 3, 3, 3, 3, 3, 3),
        size: 2,
        steps: [
          .run("1 2 3 4 5 6 7 8; mark 3"), .change([.put(9, 3), .edit(3), .put(10, 3)]), .run("3 9 10; mark 3"),
          .run("; mark 3"),
        ]),
      SinceStory(
        "errors beside the data keep the mark", SinceStory.values(1, 2, 3, 4),
        steps: [
          .run("1 2 3 4; mark 4"), .change([.put(5, 5), .errors(true)]), .run("5; mark 4"),
          .change([.errors(false)]), .run("5; mark 5"),
        ]),
      SinceStory(
        "errors that are kept keep the mark, too", SinceStory.values(1, 2, 3, 4), errors: .keep,
        steps: [
          .run("1 2 3 4; mark 4"), .change([.put(5, 5), .errors(true)]), .run("5; mark 4"),
          .change([.errors(false)]), .run("5; mark 5"),
        ]),
      SinceStory(
        "a row without a value is handed out in every run", [(1, "1"), (2, "null"), (3, "3"), (4, "4")], size: 4,
        missing: .deliver, steps: [.run("1 2 3 4; mark 4"), .run("2; mark 4")]),
      SinceStory(
        "a row without a value is handed out in no run", [(1, "1"), (2, "null"), (3, "3"), (4, "4")], missing: .skip,
        steps: [.run("1 3 4; mark 4"), .run("; mark 4")]),
    ], orders)
  func eachOrder(story: SinceStory, order: SinceOrder) throws {
    try story.check(order) { run in
      let ids = run.ids.sorted().map { "\($0)" }.joined(separator: " ")
      return "\(ids); \(run.mark.map { "mark \($0)" } ?? "no mark")"
    }
  }

  @Test("A run with nothing new costs one request", arguments: orders)
  func oneRequest(order: SinceOrder) throws {
    let runs = try SinceStory("").runs(order)
    #expect(try runs.run().requests.count == 4)
    for _ in 0..<2 {
      let run = try runs.run()
      #expect(run.requests.count == 1)
      #expect(run.summary.knownCount == (order == .descending ? 3 : 1))
    }
  }

  @Test("A row without a value ends the walk, and the mark stays", arguments: orders)
  func missing(order: SinceOrder) throws {
    let runs = try SinceStory("", [(1, "1"), (2, "null"), (3, "3"), (4, "4")]).runs(order)
    let run = try runs.run()
    #expect("\(run)".hasSuffix("no mark; not ordered"))
    guard case .failure(let failure)? = run.end else { return }
    #expect("\(failure)".contains("say with `on_missing` of `since` what becomes of items without it"))
  }

  @Test("A run that is cut off goes on where it was, and the mark moves at the end of the walk", arguments: orders)
  func cut(order: SinceOrder) throws {
    let runs = try SinceStory("").runs(order)
    let parts = [try runs.run(pages: 1), try runs.run(pages: 2), try runs.run()]
    #expect(parts.map { $0.ids.count } == [3, 6, 1])
    #expect(parts.flatMap(\.ids).sorted() == Array(1...10))
    #expect(parts.map(\.mark) == [nil, nil, "10"])
    #expect(try runs.run().ids == [])
  }

  // MARK: The newest first

  @Test(
    "A list with the newest rows first",
    arguments: [
      SinceStory(
        "ends with the first page on which a known row is",
        steps: [
          .run("10 9 8 7 6 5 4 3 2 1 in 4; mark 10; complete"), .change([.put(11, 11), .put(3, 12)]),
          .run("3 11 in 2; mark 12; known"), .change([.put(1, 13)]), .run("1 in 1; mark 13; known"),
        ]),
      SinceStory(
        "hides nothing that comes to its top during the walk: that is of the next run",
        steps: [
          .during(2, [.put(1, 11), .put(10, 12)]), .run("10 9 8 7 6 5 4 3 2 in 3; mark 10; complete"),
          .run("10 1 in 1; mark 12; known"),
        ]),
      SinceStory(
        "keeps the greatest value of a walk that was cut off",
        steps: [
          .cut(2, "10 9 8 7 6 5 in 2; no mark+; cut"), .run("4 3 2 1 in 2; mark 10; complete"),
          .run(" in 1; mark 10; known"),
        ]),
      SinceStory(
        "starts over at the mark if a cursor has expired",
        steps: [
          .cut(1, "10 9 8 in 1; no mark+; cut"), .change([.expire(true), .size(20)]),
          .run("10 9 8 7 6 5 4 3 2 1 in 2; mark 10; complete"),
        ]),
      SinceStory(
        "is read in reverse from its last row", paging: .backward,
        steps: [
          .run("8 9 10 5 6 7 2 3 4 1 in 4; mark 10; complete"), .change([.put(11, 11)]),
          .run("11 in 1; mark 11; known"),
        ]),
      SinceStory(
        "may have disorder of one row", SinceStory.values(9, 7, 8, 6, 5), isSorted: false, tolerance: .items(1),
        steps: [.run("1 2 3 4 5 in 2; mark 9; complete")]),
      SinceStory(
        "may have disorder of a distance", SinceStory.values(9, 7, 8, 6, 5), isSorted: false, tolerance: .distance(1),
        steps: [.run("1 2 3 4 5 in 2; mark 9; complete")]),
      SinceStory(
        "finds a new row behind known ones within the tolerance", SinceStory.values(30, 20, 10, 0), isSorted: false,
        tolerance: .items(1),
        steps: [
          .run("1 2 3 4 in 2; mark 30; complete"), .change([.rows([(2, 20), (5, 40), (3, 10), (4, 0)])]),
          .run("5 in 1; mark 40; known"),
        ]),
      SinceStory(
        "may not have more disorder than that", SinceStory.values(9, 7, 8, 6, 5), isSorted: false,
        tolerance: .distance(0), steps: [.run("1 2 3 in 1; no mark; not ordered")]),
      SinceStory(
        "keeps a page with a row out of order, and begins anew", SinceStory.values(9, 8, 7, 6, 8, 1), isSorted: false,
        steps: [.run("1 2 3 4 5 6 in 2; no mark; not ordered"), .run("1 2 3 4 5 6 in 2; no mark; not ordered")]),
      SinceStory(
        "is compared across its pages", SinceStory.values(9, 8, 7, 8), isSorted: false,
        steps: [.run("1 2 3 4 in 2; no mark; not ordered")]),
      SinceStory(
        "is compared across a cut", SinceStory.values(9, 8, 7, 8), isSorted: false,
        steps: [.cut(1, "1 2 3 in 1; no mark+; cut"), .run("4 in 1; no mark; not ordered")]),
      SinceStory(
        "is compared beyond the mark", SinceStory.values(3, 2, 1), isSorted: false,
        steps: [
          .run("1 2 3 in 1; mark 3; complete"), .change([.rows([(1, 4), (2, 1), (3, 2)])]),
          .run("1 in 1; mark 3; not ordered"),
        ]),
      SinceStory(
        "is not compared between the sides of a cut if the tolerance is a number of rows",
        SinceStory.values(9, 5, 7, 7, 6, 4), isSorted: false, size: 2, tolerance: .items(1),
        steps: [.cut(1, "1 2 in 1; no mark+; cut"), .run("3 4 5 6 in 2; mark 9; complete")]),
      SinceStory(
        "is compared with it within one run", SinceStory.values(9, 5, 7, 7, 6, 4), isSorted: false,
        tolerance: .items(1), steps: [.run("1 2 3 4 5 6 in 2; no mark; not ordered")]),
      SinceStory(
        "may have a null that an error explains", [(1, "3"), (2, "null"), (3, "1")], isSorted: false, errors: .keep,
        steps: [.change([.errors(true)]), .run("1 2 3 in 1; no mark; complete")]),
      SinceStory(
        "has integers", [(1, "9223372036854775807"), (2, "9223372036854775806"), (3, "-1")],
        isSorted: false,
        steps: [
          .run("1 2 3 in 1; mark 9223372036854775807; complete"),
          .run(" in 1; mark 9223372036854775807; known"),
        ]),
      SinceStory(
        "has integers of any length as texts",
        [(1, #""9223372036854775809""#), (2, #""9223372036854775808""#), (3, #""9""#)],
        isSorted: false, steps: [.run("1 2 3 in 1; mark 9223372036854775809; complete")]),
      SinceStory(
        "has texts", [(1, #""b""#), (2, #""aa""#), (3, #""a""#)], isSorted: false, type: .text,
        steps: [.run("1 2 3 in 1; mark b; complete"), .run(" in 1; mark b; known")]),
      SinceStory(
        "has times that are compared as moments",
        [
          (1, #""2026-03-01T12:00:00.5Z""#), (2, #""2026-03-01T12:00:00Z""#),
          (3, #""2026-03-01T12:59:59.999999999+01:00""#), (4, #""2026-03-01 11:59:59""#), (5, #""2026-03-01""#),
        ], isSorted: false, type: .time, steps: [.run("1 2 3 4 5 in 2; mark 2026-03-01T12:00:00.500Z; complete")]),
    ])
  func descending(story: SinceStory) throws { try story.check(.descending) }

  @Test("A cut among rows out of order loses and repeats nothing", arguments: 1...3, [true, false])
  func cutAmongDisorder(pages: Int, isByItems: Bool) throws {
    let runs = try SinceStory(
      "", SinceStory.values(9, 7, 8, 6, 4, 5, 3, 1, 2, 0), isSorted: false, size: 2,
      tolerance: isByItems ? .items(2) : .distance(2), steps: []
    ).runs(.descending)
    let first = try runs.run(pages: pages).ids
    #expect(try first + runs.run().ids == Array(1...10))
    #expect(try runs.run().mark == "9")
    // One of two new rows stands below a known one.
    let changed = [(12, 11), (1, 9), (3, 8), (11, 10), (2, 7), (4, 6), (6, 5), (5, 4), (7, 3)]
    SinceStory.Change.rows(changed).make(to: &runs.list)
    #expect(try runs.run(pages: 1).ids + runs.run().ids == [12, 11])
  }

  @Test("An expired cursor ends the run if the config says so, and the place stays")
  func expired() throws {
    let runs = try SinceStory("").runs(.descending)
    try runs.run(pages: 1)
    (runs.list.isExpired, runs.restartsIfRefused) = (true, false)
    let run = try runs.run()
    #expect("\(run)" == " in 1; no mark+; errors")
    #expect(run.requests == [["after": "8 8"]])
    runs.list.isExpired = false
    #expect(try runs.run().ids == [7, 6, 5, 4, 3, 2, 1])
  }

  @Test("A list without a mark has a checkpoint before its first page, too")
  func beginning() throws {
    let plan = try SinceStory("").runs(.descending).next().plan
    let text = try plan.checkpoint(for: .beginning, at: SinceRuns.endpoint)
    let checkpoint = try JSONValue(parsing: text)
    #expect(checkpoint["mark"] == .null && checkpoint["token"] == .null)
  }

  // MARK: The variable

  @Test("The variable takes the mark less the lag", arguments: [SinceOrder.ascending, .filtered])
  func variable(order: SinceOrder) throws {
    let runs = try SinceStory("", Array(SinceStory.ten.prefix(7)), lag: 2).runs(order)
    #expect(try runs.run().requests.map { $0["from"] } == [nil, nil, nil])
    runs.list.put(8, 8)
    runs.list.edit(5, name: "edited")
    let run = try runs.run()
    #expect(run.ids == [5, 8])
    #expect(run.requests.map { $0["from"] } == [5, 5])
    #expect(run.mark == "8")
  }

  @Test("The variable may be a place inside one, and the value a part of a text")
  func template() throws {
    let runs = try SinceStory("", Array(SinceStory.ten.prefix(4))).runs(.filtered)
    runs.variable = try SinceVariable("/where/v/gte", template: "from:{value}")
    runs.variables["where"] = ["name": "x"]
    #expect(try runs.run().requests.first == ["where": ["name": "x"]])
    runs.list.put(5, 5)
    let run = try runs.run()
    #expect(run.ids == [5])
    #expect(run.requests == [["where": ["name": "x", "v": ["gte": "from:4"]]]])
  }

  @Test("The variable takes a value of the config as it is written", arguments: [JSONValue.integer(3), .string("3")])
  func written(value: JSONValue) throws {
    let runs = try SinceStory("", Array(SinceStory.ten.prefix(4))).runs(.ascending)
    runs.value = try #require(SinceValue(value, as: .integer))
    #expect(try runs.run().requests.first == ["from": value])
  }

  @Test("A checkpoint fits a query whatever the config has in the place of the value, and no query with another value")
  func given() throws {
    let runs = try SinceStory("", Array(SinceStory.ten.prefix(4))).runs(.filtered)
    runs.variable = try SinceVariable("/where/v/gte", template: nil)
    runs.variables["where"] = ["name": "x", "v": ["gte": 1]]
    #expect(try runs.run().mark == "4")
    runs.variables["where"] = ["name": "x", "v": ["gte": 2]]
    #expect(try runs.run().ids == [])
    runs.variables["where"] = ["name": "y", "v": ["gte": 2]]
    #expect(throws: (any Error).self) { try runs.run() }
  }
}
