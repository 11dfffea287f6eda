import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A list that is read backward, or both ways")
struct BothWaysTests {
  private func page(
    _ nodes: String, next: String? = nil, previous: String? = nil, start: String = "null"
  ) -> String {
    let pageInfo = """
      {"hasNextPage":\(next != nil),"endCursor":\(next ?? "null"),"hasPreviousPage":\(previous != nil),\
      "startCursor":\(previous ?? start)}
      """
    return #"{"data":{"list":{"nodes":\#(nodes),"pageInfo":\#(pageInfo)}}}"#
  }

  private func scene(
    after cursor: String? = nil, direction: ListDirection? = nil, trusting: Bool? = nil,
    retention: PageRetention = .all, isWatched: Bool = true
  ) throws -> ListScene {
    var rules = ListRules()
    rules.direction = direction
    rules.trustsOppositeFlag = trusting
    let key = direction == .reverse ? "before" : "after"
    var variables: [String: JSONValue] = ["first": 1]
    variables[key] = cursor.map { .string($0) }
    return ListScene(
      try plan(bothWaysQuery, variables: variables, rules: rules), retention: retention, isWatched: isWatched)
  }

  @Test("C1–C5: a reverse list begins at its end and goes to its beginning")
  func reverse() throws {
    let scene = try scene(after: "K3", direction: .reverse)
    try scene.start(.fetch)
    scene.transport.answer(page("[2,3]", next: #""K3""#, previous: #""K2""#))
    #expect(scene.canLoad(.previous) && !scene.canLoad(.next))
    try scene.start(.load(.previous))
    scene.transport.answer(page("[1]", next: #""K1""#))
    #expect(scene.variables == [#"{"last":1,"before":"K3"}"#, #"{"last":1,"before":"K2"}"#])
    #expect(scene.history == ["initial [2,3], 1 page", "end: success", "previous [1], 2 pages", "end: success"])
    #expect(!scene.canLoad(.previous) && !scene.canLoad(.next))
  }

  @Test("E4: a walk from the middle takes next pages first, then previous ones")
  func walk() throws {
    let scene = try scene(after: "K2")
    try scene.walk(
      answers: page("[3]", next: #""K3""#, previous: #""K3""#), page("[4]"), page("[2]", previous: #""K2""#),
      page("[1]"))
    #expect(
      scene.variables == [
        #"{"first":1,"after":"K2"}"#, #"{"first":1,"after":"K3"}"#, #"{"last":1,"before":"K3"}"#,
        #"{"last":1,"before":"K2"}"#,
      ])
    #expect(
      scene.history == [
        "initial [3], 1 page", "next [4], 2 pages", "previous [2], 3 pages", "previous [1], 4 pages", "end: success",
      ])
  }

  @Test(
    "In the middle, only the answer to a backward request says that no page comes before",
    arguments: [(nil, true), (false, true), (true, false)] as [(Bool?, Bool)])
  func distrust(trusting: Bool?, canLoad: Bool) throws {
    let scene = try scene(after: "K2", trusting: trusting)
    try scene.start(.fetch)
    scene.transport.answer(page("[3]", start: #""K3""#))
    #expect(scene.canLoad(.previous) == canLoad)
    guard canLoad else { return }
    try scene.start(.load(.previous))
    scene.transport.answer(page("[]", next: #""K3""#))
    #expect(!scene.canLoad(.previous))
    #expect(!scene.canLoad(.next), "what a previous page says of the pages after it does not count")
  }

  @Test func atTheBeginningTheFlagCounts() throws {
    let scene = try scene()
    try scene.walk(answers: page("[1]", next: #""K1""#, start: #""K1""#), page("[2]", start: #""K2""#))
    #expect(scene.history == ["initial [1], 1 page", "next [2], 2 pages", "end: success"])
  }

  @Test func aNextPageSaysNothingOfThePagesBefore() throws {
    let scene = try scene(after: "K2")
    try scene.start(.fetch)
    scene.transport.answer(page("[3]", next: #""K3""#, start: #""K3""#))
    try scene.start(.load(.next))
    scene.transport.answer(page("[4]", start: #""K4""#))
    #expect(scene.canLoad(.previous))
    try scene.start(.load(.previous))
    #expect(scene.variables.last == #"{"last":1,"before":"K3"}"#)
  }

  @Test func aPageInTheMiddleWithoutAStartSaysThatItCannotGoBack() throws {
    let scene = try scene(after: "K9")
    try scene.walk(answers: page("[]"))
    #expect(scene.history == ["initial [], 1 page", "nullCursor, 1 page", "end: nullCursor"])
  }

  @Test func aReverseListOfWhichNoPageWasSeenBeginsAnew() throws {
    let scene = try scene(direction: .reverse, retention: .none, isWatched: false)
    let reader = try #require(scene.engine.subscribe { _, _ in })
    try scene.start(.fetch)
    scene.transport.answer(page("[3]", previous: #""K3""#))
    scene.engine.unsubscribe(reader)
    #expect(scene.canLoad(.previous) && !scene.canLoad(.next))
    try scene.start(.load(.previous))
    #expect(scene.variables == [#"{"last":1}"#, #"{"last":1}"#])
  }

  // MARK: Retention of one run

  @Test(
    "A run keeps what it is told to keep",
    arguments: [
      (PageRetention.all, [PageRetention.last, nil], [1, 2]), (.all, [PageRetention.none, nil], [0, 1]),
      (.last, [.all, nil], [2, 1]), (.none, [.all, .all], [1, 2]), (.all, [nil, nil], [2, 3]),
      (.all, [PageRetention.none, PageRetention.none], [0, 0]),
    ] as [(PageRetention, [PageRetention?], [Int])])
  func retention(retention: PageRetention, runs: [PageRetention?], held: [Int]) throws {
    let scene = try scene(after: "K2", retention: retention)
    try scene.start(.fetch)
    scene.transport.answer(page("[3]", next: #""K3""#, previous: #""K3""#))
    try scene.start(.load(.next), retaining: runs[0])
    scene.transport.answer(page("[4]"))
    #expect(scene.engine.read { $0.pagesHeld } == held[0])
    try scene.start(.load(.previous), retaining: runs[1])
    scene.transport.answer(page("[2]"))
    #expect(scene.engine.read { $0.pagesHeld } == held[1])
    #expect(scene.engine.read { $0.summary.pagesLoaded } == 3)
  }
}
