import PagerBytes
import PagerCache
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("Pages of an offset list, side by side")
struct OffsetPagesAheadTests {
  private static let query = """
    query ($offset: Int, $limit: Int, $page: Int) {
      list(offset: $offset, limit: $limit) { items { id } total more }
      paged(page: $page) { items { id } total more }
    }
    """

  private func scene(
    _ concurrency: Int = 3, at field: String = "list", from page: JSONValue? = nil, retention: PageRetention = .all,
    isWatched: Bool = true
  ) throws -> ListScene {
    var rules = ListRules()
    rules.type = .offset
    rules.concurrency = concurrency
    return ListScene(
      try plan(Self.query, variables: field == "list" ? ["limit": 2] : page.map { ["page": $0] } ?? [:], rules: rules) {
        $0.connection = .path(field)
        $0.total = .path("total")
      }, retention: retention, isWatched: isWatched)
  }

  private func page(_ items: String, of total: Int) -> String {
    #"{"data":{"list":{"items":\#(items),"total":\#(total)}}}"#
  }

  private func walk(_ scene: ListScene, upTo pages: Int? = nil) throws {
    try scene.start(.loadAll(Walk(emitsEachPage: true, maximumPages: pages)))
  }

  @Test func theyAreDeliveredInOrderHoweverTheyCome() throws {
    let scene = try scene()
    try walk(scene)
    #expect(scene.offsets == [0])
    scene.transport.answer(page("[1,2]", of: 8))
    #expect(scene.offsets == [0, 2, 4, 6])
    scene.answer(page("[7,8]", of: 8), at: 6)
    scene.answer(page("[5,6]", of: 8), at: 4)
    #expect(scene.history == ["initial [1,2], 1 page"])
    scene.answer(page("[3,4]", of: 8), at: 2)
    #expect(
      scene.history == [
        "initial [1,2], 1 page", "next [3,4], 2 pages", "next [5,6], 3 pages", "next [7,8], 4 pages", "end: success",
      ])
    #expect(scene.offsets == [0, 2, 4, 6])
  }

  @Test("A list that begins at page 5 asks for no page behind its end")
  func fromPageFive() throws {
    let scene = try scene(at: "paged", from: 5)
    try walk(scene)
    scene.transport.answer(#"{"data":{"paged":{"items":[1,2],"total":12}}}"#)
    #expect(scene.variables == [#"{"page":5}"#, #"{"page":6}"#])
  }

  @Test func oneMoreLeavesForEachThatCame() throws {
    let scene = try scene()
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 20))
    scene.answer(page("[3,4]", of: 20), at: 2)
    #expect(scene.offsets == [0, 2, 4, 6, 8])
    #expect(scene.transport.inFlight == 3)
  }

  @Test func thereIsNoneAheadOfASlowConsumerBeyondTheirNumber() throws {
    let scene = try scene(isWatched: false)
    let updates = Notebook<(SubscriberID, UpdateID)>()
    _ = scene.engine.subscribe { updates.note(($0, $1.id)) }
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 20))
    for offset in [Int64(2), 4, 6] { scene.answer(page("[3,4]", of: 20), at: offset) }
    #expect(scene.offsets == [0, 2, 4, 6])
    let (subscriber, first) = try #require(updates.history.first)
    scene.engine.finish(first, by: subscriber)
    #expect(scene.offsets == [0, 2, 4, 6, 8])
  }

  @Test func whatIsWrittenWhileAPageWaitsIsNewerThanThePage() async throws {
    let cache = Cache(CacheConfiguration())
    var rules = ListRules()
    rules.type = .offset
    rules.concurrency = 3
    // Nothing that the answers do not have: the cache could not read the page again.
    let query = "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items { id name } total } }"
    let scene = ListScene(
      try plan(query, variables: ["limit": 2], rules: rules) {
        $0.connection = .path("list")
        $0.total = .path("total")
      }, cache: cache)
    func item(_ id: Int, _ name: String) -> String { #"{"__typename":"P","id":"\#(id)","name":"\#(name)"}"# }
    func page(_ items: String...) -> String {
      #"{"data":{"list":{"__typename":"L","items":[\#(items.joined(separator: ","))],"total":6}}}"#
    }
    try scene.start(.loadAll(Walk(emitsEachPage: true)), .fetchIgnoringCacheData)
    scene.transport.answer(page(item(1, "one"), item(2, "two")))
    scene.answer(page(item(5, "five"), item(6, "six")), at: 4)
    #expect(try cache.read("P:5") != nil)
    try cache.write(
      try #require(Array(#"{"name":"cinq"}"#.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) }), to: "P:5")
    scene.answer(page(item(3, "three"), item(4, "four")), at: 2)
    #expect(try cache.read("P:5").map { String(decoding: $0, as: UTF8.self) }?.contains("cinq") == true)
    try await eventually("the page shows what was written") {
      scene.history.contains { $0.hasPrefix("next") && $0.contains("cinq") && $0.hasSuffix("3 pages") }
    }
  }

  @Test func aShortPageHasTheOthersAskedForAnew() throws {
    let scene = try scene()
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 9))
    scene.answer(page("[5,6]", of: 9), at: 4)
    scene.answer(page("[3]", of: 9), at: 2)
    #expect(scene.offsets == [0, 2, 4, 6, 3])
    #expect(scene.cancelledOffsets == [6])
    scene.transport.answer(page("[4,5]", of: 9))
    #expect(scene.offsets == [0, 2, 4, 6, 3, 5])
    scene.transport.answer(page("[6,7]", of: 9))
    #expect(scene.offsets == [0, 2, 4, 6, 3, 5, 7])
    scene.transport.answer(page("[8,9]", of: 9))
    #expect(scene.history.suffix(2) == ["next [8,9], 5 pages", "end: success"])
    #expect(scene.engine.read { $0.summary.drift.shortPages } == 1)
  }

  @Test func aPageThatIsLargerSkipsWhatItHas() throws {
    let scene = try scene()
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 8))
    scene.answer(page("[3,4,5,6]", of: 8), at: 2)
    #expect(scene.cancelledOffsets == [4])
    scene.answer(page("[7,8]", of: 8), at: 6)
    #expect(scene.history.last == "end: success")
    #expect(scene.offsets == [0, 2, 4, 6])
  }

  @Test func aTotalThatGrowsOrShrinksIsFollowed() throws {
    let scene = try scene(4)
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 4))
    #expect(scene.offsets == [0, 2])
    scene.answer(page("[3,4]", of: 12), at: 2)
    #expect(scene.offsets == [0, 2, 4, 6, 8, 10])
    scene.answer(page("[5,6]", of: 6), at: 4)
    #expect(scene.history.last == "end: success")
    #expect(scene.cancelledOffsets.sorted() == [6, 8, 10])
    #expect(scene.engine.read { $0.summary.drift.totalChanges } == 2)
  }

  @Test func aCapIsNotExceeded() throws {
    let scene = try scene()
    try walk(scene, upTo: 2)
    scene.transport.answer(page("[1,2]", of: 20))
    #expect(scene.offsets == [0, 2])
    scene.transport.answer(page("[3,4]", of: 20))
    #expect(scene.history.last == "end: pageLimit")
  }

  @Test func whatIsNotAWalkAsksForOnePage() throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer(page("[1,2]", of: 20))
    try scene.start(.load(.next))
    #expect(scene.offsets == [0, 2])
  }

  @Test func aWalkThatGoesOnNeedsNoTotalAnew() throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer(page("[1,2]", of: 20))
    try scene.start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: true)))
    #expect(scene.offsets == [0, 2, 4, 6])
  }

  @Test func aFailureComesInItsTurn() throws {
    let scene = try scene()
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 20))
    scene.answer("no JSON", at: 4)
    #expect(scene.history == ["initial [1,2], 1 page"])
    scene.answer(page("[3,4]", of: 20), at: 2)
    #expect(scene.history.contains("next [3,4], 2 pages"))
    #expect(scene.history.last?.hasPrefix("end: ") == true)
    #expect(scene.history.last != "end: success")
    #expect(scene.transport.inFlight == 0)
    try scene.start(.load(.next))
    #expect(scene.offsets.last == 4)
  }

  @Test("A page that failed is not an empty one: a walk that goes on there has pages side by side at once")
  func failedPage() throws {
    let scene = try scene()
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 20))
    scene.answer(page("[3,4]", of: 20), at: 2)
    #expect(scene.offsets == [0, 2, 4, 6, 8])
    scene.answer(#"{"data":{"list":null},"errors":[{"message":"no"}]}"#, at: 4)
    #expect(scene.history.last != "end: success" && scene.transport.inFlight == 0)
    try scene.start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: true)))
    #expect(scene.offsets == [0, 2, 4, 6, 8, 4, 6, 8])
  }

  @Test(
    "Every end of a walk aborts all of its requests",
    arguments: [
      { $0.engine.cancel(OperationID(2)) }, { $0.engine.reset() }, { $0.engine.close() },
      { _ = try? $0.engine.start(.fetch) { _, _ in } },
    ] as [@Sendable (ListScene) -> Void])
  func ends(end: @Sendable (ListScene) -> Void) throws {
    let scene = try scene()
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 20))
    scene.answer(page("[5,6]", of: 20), at: 4)
    end(scene)
    #expect(scene.cancelledOffsets.sorted() == [2, 6])
    #expect(scene.offsets.filter { $0 > 0 } == [2, 4, 6])
  }

  @Test func aWalkThatIsHeldBackIsGivenUpToo() throws {
    let scene = try scene(isWatched: false)
    _ = scene.engine.subscribe { _, _ in }
    let operation = try scene.engine.start(.loadAll(Walk(emitsEachPage: true))) { _, _ in }
    scene.transport.answer(page("[1,2]", of: 20))
    scene.answer(page("[3,4]", of: 20), at: 2)
    #expect(scene.transport.inFlight == 2)
    scene.engine.cancel(operation)
    #expect(scene.cancelledOffsets.sorted() == [4, 6])
  }

  @Test func aPositionStandsForWhatWasDelivered() throws {
    let scene = try scene()
    try walk(scene)
    scene.transport.answer(page("[1,2]", of: 20))
    scene.answer(page("[5,6]", of: 20), at: 4)
    guard case .open(let request) = scene.engine.read({ $0.finishedPosition }).next else {
      Issue.record("the list is not open")
      return
    }
    #expect(PageRequest.open(request).place.number == 2)
  }

  @Test func pageNumbersGoSideBySideToo() throws {
    let scene = try scene(at: "paged")
    try walk(scene)
    scene.transport.answer(#"{"data":{"paged":{"items":[1,2],"total":7}}}"#)
    #expect(scene.transport.requests.map { $0["page"]?.integer } == [1, 2, 3, 4])
    scene.transport.answer(#"{"data":{"paged":{"items":[3],"total":7}}}"#)
    #expect(scene.transport.cancelled.isEmpty)
  }

  @Test("The number of pages says how many requests leave, also after it has changed", arguments: [3, 7])
  func pageCount(changed: Int) throws {
    var rules = ListRules()
    rules.concurrency = 3
    let scene = ListScene(
      try plan("query ($page: Int) { paged(page: $page) { items { id } pages } }", rules: rules) {
        ($0.connection, $0.pageCount) = (.path("paged"), .path("pages"))
      })
    func answer(_ page: Int64, of count: Int) {
      scene.transport.answer(
        #"{"data":{"paged":{"items":[{"id":\#(page)}],"pages":\#(count)}}}"#, to: ["page": .integer(page)])
    }
    try walk(scene)
    answer(1, of: 5)
    #expect(scene.transport.requests.map { $0["page"]?.integer } == [1, 2, 3, 4])
    answer(2, of: changed)
    for page in 3...Int64(changed) { answer(page, of: changed) }
    #expect(scene.history.last == "end: success")
    #expect(scene.transport.requests.compactMap { $0["page"]?.integer } == Array(1...Int64(max(changed, 4))))
    #expect(scene.transport.cancelled.compactMap { $0["page"]?.integer } == (changed == 3 ? [4] : []))
    let drift = scene.engine.read { $0.summary.drift }
    #expect(drift.pageCountChanges == 1 && drift.pageCount == Int64(changed) && drift.shortPages == 0)
  }

  @Test(
    "A list that cannot be loaded in parallel is refused",
    arguments: [
      (.offset, "name the place of the number of all items"), (.cursor, "has no `concurrency`"),
    ] as [(ListType, String)])
  func refusals(type: ListType, words: String) {
    var rules = ListRules()
    rules.type = type
    rules.concurrency = 2
    let refusal = PlanRefusal(part: "/pagination/concurrency", words: words)
    refusal.check { _ in try plan(Self.query, rules: rules) { $0.connection = .path("list") } }
  }
}

extension ListScene {
  /// The offsets of all requests, in the order in which they left.
  fileprivate var offsets: [Int64] { transport.requests.compactMap { $0["offset"]?.integer } }

  fileprivate var cancelledOffsets: [Int64] { transport.cancelled.compactMap { $0["offset"]?.integer } }

  fileprivate func answer(_ body: String, at offset: Int64) {
    transport.answer(body, to: ["limit": 2, "offset": .integer(offset)])
  }
}
