import PagerCache
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerTransport
import Synchronization
import TestSupport
import Testing

/// What becomes of the second request of a list with `"cursor": "scroll"`, whatever the pager retains:
///
/// | its fate | the request is sent again | the list goes on | a fetch |
/// | --- | --- | --- | --- |
/// | its page comes into the list | no | yes, with one request for each page | works |
/// | its page ends the list | no | no: complete | works |
/// | an HTTP error, a lost connection, a time-out, a body without a page | no | no: movedOn | works |
/// | errors in place of the page, also errors that ask for less | no | no: movedOn | works |
/// | a limit refuses it | yes: the server did nothing | yes | works |
/// | its caller cancels it, or another operation takes its place | no | no: movedOn | works |
/// | its page comes, and no subscriber takes it | no | no: movedOn | works |
/// | it is held back, because a subscriber has not finished with the page before | it was not sent | yes | works |
@Suite("A list that each request moves")
struct ScrollListTests {
  private static let query = """
    query ($size: Int, $scroll: String) {
      hits(first: $size, after: $scroll) { nodes { id } pageInfo { hasNextPage endCursor } }
    }
    """

  private static func plan(_ change: (inout ListRules) -> Void = { _ in }) throws -> DocumentPlan {
    var rules = ListRules()
    rules.scrolls = true
    change(&rules)
    return try PagerListsTests.plan(query, variables: ["size": 2], rules: rules)
  }

  private func scene(
    retention: PageRetention = .all, isWatched: Bool = true, retry: RetryOptions = RetryOptions(), cache: Cache? = nil,
    clock: HeldClock = HeldClock()
  ) throws -> ListScene {
    ListScene(
      try Self.plan(), retention: retention, cache: cache, isWatched: isWatched, retry: retry, clock: clock)
  }

  private func page(_ number: Int, hasNext: Bool = true, cursor: String = "S") -> String {
    let nodes = #"{"id":\#(2 * number - 1)},{"id":\#(2 * number)}"#
    return #"{"data":{"hits":{"nodes":[\#(nodes)],"pageInfo":{"hasNextPage":\#(hasNext),"endCursor":"\#(cursor)"}}}}"#
  }

  private static let movedOn = StartError.refused(.incomplete(.movedOn))

  /// The list goes on only after a fetch, and no call before that sends a request.
  private func expectMovedOn(_ scene: ListScene, after requests: Int) throws {
    #expect(scene.transport.inFlight == 0)
    #expect(!scene.canLoad(.next))
    #expect(scene.engine.read { $0.frontier(at: .next) } == .broken(.movedOn))
    #expect(throws: Self.movedOn) { try scene.start(.load(.next)) }
    #expect(throws: Self.movedOn) {
      try scene.start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: true)))
    }
    #expect(scene.variables.count == requests)
    try scene.start(.fetch)
    scene.transport.answer(page(1))
    #expect(scene.canLoad(.next))
    try scene.start(.load(.next))
    scene.transport.answer(page(2, hasNext: false))
    #expect(scene.history.last == "end: success")
    #expect(scene.variables.suffix(2) == [#"{"size":2}"#, #"{"size":2,"scroll":"S"}"#])
  }

  // MARK: Its page comes

  @Test("One cursor leads to the end", arguments: [PageRetention.all, .last, .none])
  func whole(retention: PageRetention) throws {
    let scene = try scene(retention: retention)
    try scene.walk(answers: page(1), page(2), page(3), page(4, hasNext: false))
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 8)
    #expect(scene.engine.read { $0.summary.gapCount } == 0)
    #expect(scene.variables == [#"{"size":2}"#] + Array(repeating: #"{"size":2,"scroll":"S"}"#, count: 3))
  }

  @Test("Without the rule the same answers are stuck")
  func withoutRule() throws {
    let scene = ListScene(try Self.plan { $0.scrolls = nil })
    try scene.walk(answers: page(1), page(2))
    #expect(scene.history.last == "end: cursorStuck")
  }

  @Test("The server may send another cursor, and the next request has it")
  func anotherCursor() throws {
    let scene = try scene()
    try scene.walk(answers: page(1, cursor: "A"), page(2, cursor: "B"), page(3, hasNext: false))
    #expect(scene.variables.last == #"{"size":2,"scroll":"B"}"#)
  }

  @Test("A server that sends one page for ever ends the walk", arguments: [(1, "firstPageAgain"), (2, "repeatedPage")])
  func repeats(first: Int, end: String) throws {
    let scene = try scene()
    try scene.walk(answers: first == 1 ? [1, 2, 1, 2].map { page($0) } : [1, 2, 2, 2].map { page($0) })
    #expect(scene.history.last == "end: \(end)")
  }

  // MARK: Its page does not come

  /// The statuses and bodies of answers without a page; nil: the connection is lost.
  private static let failures: [(Int, String)?] = [
    nil, (503, ""), (502, ""), (400, "no"), (200, "<html>"), (200, #"{"data":{"hits":{"nodes":3}}}"#),
    (200, #"{"errors":[{"message":"no"}]}"#), (200, #"{"errors":[{"extensions":{"code":"MAX_COST_EXCEEDED"}}]}"#),
    (200, #"{"errors":[{"message":"Something went wrong while executing your query"}]}"#),
  ]

  @Test("A request that fails is not sent again", arguments: failures, [PageRetention.all, .last, .none])
  func fails(answer: (status: Int, body: String)?, retention: PageRetention) throws {
    let clock = HeldClock()
    let scene = try scene(retention: retention, clock: clock)
    try scene.walk(answers: page(1))
    if let answer {
      scene.transport.answer(answer.body, status: answer.status)
    } else {
      scene.transport.answer(.failure(TransportError(kind: .emptyAnswer, message: "lost")))
    }
    clock.pass()
    try expectMovedOn(scene, after: 2)
  }

  @Test("A limit that refuses a request has not moved the list")
  func limited() throws {
    let clock = HeldClock()
    let scene = try scene(clock: clock)
    try scene.walk(answers: page(1))
    scene.transport.answer("", status: 429)
    clock.pass()
    scene.transport.answer(page(2, hasNext: false))
    #expect(scene.history.last == "end: success")
    #expect(scene.variables.count == 3)
  }

  @Test("A request that is cancelled has moved the list", arguments: ["cancel", "fetch", "walk"])
  func cancelled(by call: String) throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer(page(1))
    let operation = try scene.engine.start(.load(.next)) { _, _ in }
    switch call {
    case "cancel":
      scene.engine.cancel(operation)
    case "fetch":
      try scene.start(.fetch)
      scene.transport.answer("", status: 503)
    default:
      // A walk over the rest takes the place of the load, and would ask for its page again.
      #expect(throws: Self.movedOn) {
        try scene.start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: true)))
      }
      scene.engine.cancel(operation)
    }
    try expectMovedOn(scene, after: call == "fetch" ? 3 : 2)
  }

  @Test("A reset list begins anew")
  func reset() throws {
    let scene = try scene()
    try scene.walk(answers: page(1))
    scene.transport.answer("", status: 503)
    scene.engine.reset()
    try scene.walk(answers: page(1), page(2, hasNext: false))
    #expect(scene.history.last == "end: success")
  }

  @Test("A first page that fails leaves no list")
  func first() throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer("", status: 503)
    #expect(scene.variables.count == 1)
    #expect(throws: StartError.refused(.usage(.missingInitialPage))) { try scene.start(.load(.next)) }
    try scene.walk(answers: page(1, hasNext: false))
    #expect(scene.history.last == "end: success")
  }

  @Test("A page that no subscriber takes is not asked for again", arguments: [PageRetention.last, .none])
  func unseen(retention: PageRetention) throws {
    let scene = try scene(retention: retention, isWatched: false)
    try scene.start(.fetch)
    scene.transport.answer(page(1))
    let newest = Newest()
    let note: PagerEngine.Sink = { newest.put($1.id, $0) }
    _ = try scene.engine.start(.load(.next), reader: note) { _, _ in }
    scene.transport.answer(page(2))
    let reader = try #require(newest.take()).1
    scene.engine.unsubscribe(reader)
    #expect(scene.engine.read { $0.summary.pagesLoaded } == 1)
    try expectMovedOn(scene, after: 2)
  }

  @Test("A first page that no subscriber takes is asked for anew", arguments: [PageRetention.last, .none])
  func unseenFirst(retention: PageRetention) throws {
    let scene = try scene(retention: retention, isWatched: false)
    let newest = Newest()
    let note: PagerEngine.Sink = { newest.put($1.id, $0) }
    _ = try scene.engine.start(.fetch, reader: note) { _, _ in }
    scene.transport.answer(page(1))
    scene.engine.unsubscribe(try #require(newest.take()).1)
    #expect(scene.canLoad(.next))
    try scene.start(.load(.next))
    #expect(scene.variables.last == #"{"size":2}"#)
  }

  // MARK: None travels ahead

  /// A subscriber that finishes with an update when the test says so.
  private func slowSubscriber(of scene: ListScene) throws -> (finish: () -> Void, leave: () -> Void) {
    let (engine, newest) = (scene.engine, Newest())
    let id = try #require(engine.subscribe { newest.put($1.id, $0) })
    return (
      finish: { if let (update, subscriber) = newest.take() { engine.finish(update, by: subscriber) } },
      leave: { engine.unsubscribe(id) }
    )
  }

  @Test("A walk asks for a page once its subscriber has finished with the page before")
  func heldBack() throws {
    let scene = try scene(isWatched: false)
    let (finish, _) = try slowSubscriber(of: scene)
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    for number in 1...3 {
      scene.transport.answer(page(number))
      #expect(scene.variables.count == number)
      #expect(scene.transport.inFlight == 0)
      finish()
      #expect(scene.variables.count == number + 1)
    }
  }

  @Test("A list of page cursors is one page ahead")
  func pageCursors() throws {
    let scene = ListScene(try Self.plan { $0.scrolls = false }, isWatched: false)
    _ = try slowSubscriber(of: scene)
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    scene.transport.answer(page(1, cursor: "A"))
    #expect(scene.variables.count == 2)
  }

  @Test("A walk that is held back can be left, and the list goes on")
  func left() throws {
    let scene = try scene(isWatched: false)
    let (_, leave) = try slowSubscriber(of: scene)
    let operation = try scene.engine.start(.loadAll(Walk(emitsEachPage: true))) { _, _ in }
    scene.transport.answer(page(1))
    scene.engine.cancel(operation)
    leave()
    #expect(scene.variables.count == 1)
    #expect(scene.canLoad(.next))
    try scene.start(.load(.next))
    scene.transport.answer(page(2, hasNext: false))
    #expect(scene.engine.read { $0.frontier(at: .next) } == .closed)
  }

  // MARK: The cache and the wire

  @Test(
    "The cache answers no request, and keeps no page",
    arguments: [CachePolicy.returnCacheDataElseFetch, .returnCacheDataAndFetch, .fetchIgnoringCacheData])
  func cached(policy: CachePolicy) throws {
    let cache = try Cache.open(CacheConfiguration())
    let scene = try scene(cache: cache)
    for _ in 1...2 {
      try scene.start(.loadAll(Walk(emitsEachPage: true)), policy)
      scene.transport.answer(page(1))
      scene.transport.answer(page(2, hasNext: false))
    }
    #expect(scene.variables.count == 4)
    #expect(scene.history.count { $0 == "end: success" } == 2)
  }

  @Test("The transport does not send the request twice either")
  func transport() throws {
    let scene = try scene()
    try scene.walk(answers: page(1))
    #expect(scene.transport.sent.map(\.isRepeatable) == [false, false])
  }

  // MARK: Tokens and plans

  @Test("There is no resume token, and a checkpoint of a complete list")
  func tokens() throws {
    let plan = try Self.plan()
    let scene = ListScene(plan)
    try scene.start(.fetch)
    scene.transport.answer(page(1))
    let address = "http://server"
    let position = scene.engine.read { $0.finishedPosition }
    #expect(throws: ResumeTokenError.movesOn) { try plan.resumeToken(for: position, at: address) }
    #expect(throws: ResumeTokenError.movesOn) { try plan.checkpoint(for: position, at: address) }
    #expect(throws: ResumeTokenError.movesOn) { try plan.position(of: .string("{}"), at: address) }
    try scene.start(.load(.next))
    scene.transport.answer(page(2, hasNext: false))
    let complete = scene.engine.read { $0.finishedPosition }
    let kept = try plan.checkpoint(for: complete, at: address)
    #expect(try SinceCheckpoint(.string(kept)).token == nil)
    #expect(throws: ResumeTokenError.movesOn) { try plan.resumeToken(for: complete, at: address) }
  }

  @Test("Two requests with one cursor ask for two pages")
  func requests() throws {
    let scene = try scene()
    try scene.walk(answers: page(1))
    let first = scene.engine.read { $0.frontier(at: .next) }
    scene.transport.answer(page(2))
    #expect(scene.engine.read { $0.frontier(at: .next) } != first)
  }

  @Test("The description of the list has the rule", arguments: [true, false, nil])
  func description(scrolls: Bool?) throws {
    let plan = try Self.plan { $0.scrolls = scrolls }
    #expect(plan.description["cursor"] == (scrolls == true ? "scroll" : .null))
    #expect(plan.description["direction"] == "forward")
  }

  private static let refusals: [(PlanRefusal, ListDirection?, Bool)] = [
    (PlanRefusal(query: query, part: "/pagination/direction", words: "set `direction` to"), .reverse, false),
    (PlanRefusal(query: query, part: "/pagination/direction", words: "moves the list"), .bidirectional, false),
    (
      PlanRefusal(
        query: query, pagination: { $0.before = "scroll" }, part: "/pagination/before", words: "leave `before` out"),
      nil, false
    ),
    (PlanRefusal(query: query, part: "/since", words: "leave `since` out"), nil, true),
    (
      PlanRefusal(
        query: "query ($o: Int) { list(offset: $o) { id } }",
        pagination: { ($0.connection, $0.offset) = (.path("list"), "o") }, part: "/pagination/cursor",
        words: "no `cursor`"),
      nil, false
    ),
  ]

  @Test("What such a list cannot have is refused", arguments: refusals)
  func refused(refusal: PlanRefusal, direction: ListDirection?, isSince: Bool) {
    refusal.check { refusal in
      var rules = ListRules()
      (rules.scrolls, rules.direction) = (true, direction)
      if refusal.query != Self.query { rules.type = .offset }
      let since = isSince ? SinceSettings(.newestFirst, from: SinceStart(), variable: nil) : nil
      return try CurrentPlan.make(paged(refusal.query, refusal.pagination), rules, since: since).opening.plan
    }
  }
}

extension SinceRule {
  fileprivate static var newestFirst: SinceRule {
    SinceRule(path: .path("id"), type: .integer, order: .descending)
  }
}

/// The newest update that a subscriber was told of.
private final class Newest: Sendable {
  private let guarded = Mutex<(UpdateID, SubscriberID)?>(nil)

  func put(_ update: UpdateID, _ subscriber: SubscriberID) { guarded.withLock { $0 = (update, subscriber) } }

  func take() -> (UpdateID, SubscriberID)? { guarded.withLock { $0.take() } }
}
