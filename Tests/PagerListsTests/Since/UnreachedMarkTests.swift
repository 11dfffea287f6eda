import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import Testing

@Suite("A list with the newest items first that ends above the mark")
struct UnreachedMarkTests {
  /// A server that shows so many rows and says then that there are no more.
  private func runs(_ order: SinceOrder = .descending, showing cap: Int, total: Bool = false) throws -> SinceRuns {
    let runs = try SinceStory("").runs(order)
    runs.list.cap = cap
    runs.list.namesTotal = total
    return runs
  }

  @Test("The mark stays, and what lies between comes as soon as the list shows it")
  func stays() throws {
    let runs = try runs(showing: 12)
    #expect("\(try runs.run())" == "10 9 8 7 6 5 4 3 2 1 in 4; mark 10; complete")
    for id in 11...30 { runs.list.put(id, id) }
    for _ in 0..<2 {
      let run = try runs.run()
      #expect(run.ids == Array((19...30).reversed()))
      #expect("\(run)".hasSuffix("; mark 10; markNotReached"))
    }
    runs.list.cap = nil
    #expect(try runs.run().ids == Array((11...30).reversed()))
    #expect("\(try runs.run())" == " in 1; mark 30; known")
  }

  @Test("An item that the run before had shows that the list goes as far, also with a newer value")
  func identity() throws {
    let runs = try runs(showing: 12)
    try runs.run()
    for id in 11...20 { runs.list.put(id, id) }
    // All rows of the run before have changed since.
    for id in 1...10 { runs.list.put(id, 20 + id) }
    runs.list.cap = nil
    #expect("\(try runs.run())".hasSuffix("; mark 30; complete"))
  }

  @Test("A list whose rows are all gone does not say so")
  func gone() throws {
    let runs = try runs(showing: 12)
    try runs.run()
    for id in 1...10 { runs.list.delete(id) }
    runs.list.put(11, 11)
    #expect("\(try runs.run())" == "11 in 1; mark 10; markNotReached")
    runs.rule.acceptsUnreached = true
    #expect("\(try runs.run())" == "11 in 1; mark 11; complete")
  }

  @Test("An empty list may be cut as well", arguments: [false, true])
  func empty(accepts: Bool) throws {
    let runs = try runs(showing: 12)
    try runs.run()
    runs.list.cap = 0
    runs.rule.acceptsUnreached = accepts
    #expect("\(try runs.run())" == " in 1; mark 10; \(accepts ? "complete" : "markNotReached")")
  }

  @Test("A total decides instead: met or not met")
  func total() throws {
    let runs = try runs(showing: 12, total: true)
    try runs.run()
    for id in 11...20 { runs.list.put(id, id) }
    for id in 1...10 { runs.list.delete(id) }
    #expect("\(try runs.run())".hasSuffix("; mark 20; complete"))
    for id in 21...40 { runs.list.put(id, id) }
    let run = try runs.run()
    #expect("\(run)".hasSuffix("; mark 20; 12 of 30"))
  }

  @Test("A total without a check decides nothing")
  func unchecked() throws {
    let runs = try runs(showing: 12, total: true)
    runs.rules.checksTotal = false
    try runs.run()
    for id in 1...10 { runs.list.delete(id) }
    runs.list.put(11, 11)
    #expect("\(try runs.run())" == "11 in 1; mark 10; markNotReached")
  }

  @Test("What was left out as known counts towards the total", arguments: [SinceOrder.ascending, .filtered])
  func known(order: SinceOrder) throws {
    let runs = try runs(order, showing: 100, total: true)
    #expect(try runs.run().word == "complete")
    runs.list.put(11, 11)
    let run = try runs.run()
    #expect((run.ids, run.summary.knownCount, run.word) == ([11], 1, "complete"))
  }

  @Test(
    "A first run whose list is cut moves the mark only if everything up to it has come",
    arguments: [(SinceOrder.descending, "no mark"), (.filtered, "no mark"), (.ascending, "mark 6")])
  func firstRun(order: SinceOrder, mark: String) throws {
    let runs = try runs(order, showing: 6, total: true)
    let run = try runs.run()
    #expect("\(run)".hasSuffix("; \(mark); 6 of 10"))
    guard order == .ascending else { return }
    // A list that shows nothing new leaves the mark with what is known of it.
    runs.list.cap = 0
    #expect("\(try runs.run())" == " in 1; mark 6; 0 of 5")
    runs.list.cap = 1
    #expect("\(try runs.run())" == " in 1; mark 6; 1 of 5")
    runs.list.cap = 6
    // The next runs go on from there, until the total is met.
    #expect(try runs.run().ids == [7, 8, 9, 10])
    #expect("\(try runs.run())" == " in 1; mark 10; complete")
  }

  @Test("A walk that was cut off remembers that it met the mark, and what it left out")
  func resumed() throws {
    let runs = try runs(showing: 100, total: true)
    try runs.run()
    // The rows within the lag are left out; they count, also after the cut.
    runs.rule.lag = 100
    for id in 11...16 { runs.list.put(id, id) }
    try runs.run(pages: 4)
    #expect(try runs.run().word == "complete")
  }

  @Test("A known row that comes twice counts once towards the total")
  func knownTwice() throws {
    let runs = try SinceStory("", SinceStory.values(3, 2, 1), size: 3, lag: 100).runs(.descending)
    runs.list.namesTotal = true
    try runs.run()
    let scene = ListScene(try runs.next().plan)
    let page = { (rows: [(Int, Int)], next: Bool) in
      let nodes = rows.map { #"{"id":\#($0),"v":\#($1),"name":"n\#($0)"}"# }.joined(separator: ",")
      let info = #"{"hasNextPage":\#(next),"endCursor":"\#(next)"}"#
      return #"{"data":{"list":{"nodes":[\#(nodes)],"totalCount":6,"pageInfo":\#(info)}}}"#
    }
    try scene.walk(
      requiresTotal: true, answers: page([(4, 4), (1, 3), (2, 2)], true), page([(2, 2), (3, 1)], false))
    // Of six rows four came: 4, and the known 1, 2 and 3.
    #expect(scene.history.last == "end: 4 of 6")
    #expect(scene.engine.read { ($0.summary.knownCount, $0.summary.duplicateCount) } == (3, 1))
  }
}
