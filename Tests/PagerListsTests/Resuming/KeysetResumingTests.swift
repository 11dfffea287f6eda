import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax
import TestSupport
import Testing

@Suite("A keyset list that is resumed, or whose filter includes the key")
struct KeysetResumingTests {
  static let inclusive: ListRules = {
    var rules = ListRules()
    (rules.isInclusive, rules.identity) = (true, .path("id"))
    return rules
  }()

  /// A page of items with a time each, as in `T1 a, T1 b`.
  private func timed(_ items: String) -> String {
    let written = items.split(separator: ",").map { item in
      let parts = item.split(separator: " ")
      return #"{"createdAt":"\#(parts[0])","id":"\#(parts[1])"}"#
    }
    return #"{"data":{"orders":[\#(written.joined(separator: ","))]}}"#
  }

  private func inclusiveScene(limit: Int? = nil, resuming token: String? = nil) throws -> ListScene {
    let variables: [String: JSONValue] = limit.map { ["limit": .integer(Int64($0))] } ?? [:]
    return try keysetScene(variables: variables, rules: Self.inclusive) {
      $0.key = [.path("createdAt")]
      $0.after = "at"
    }
  }

  @Test(
    "Items with the key of a page's end come again, are left out, and may be more than one",
    arguments: [
      (["T1 a,T1 b,T2 c", "T2 c,T2 d,T3 e", "T3 e"], 5, "success"),
      // The last page is smaller than an earlier one, so the server had room for more.
      (["T1 a,T1 b,T2 c", "T2 c,T2 d"], 4, "success"),
      // A full page of one key: there may be further items with it.
      (["T1 a,T1 b,T1 c", "T1 a,T1 b,T1 c"], 3, "cursorStuck"),
      (["T1 a", "T1 a"], 1, "success"),
    ])
  func inclusiveWalk(pages: [String], count: Int, end: String) throws {
    let scene = try inclusiveScene(limit: 3)
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    for page in pages { scene.transport.answer(timed(page)) }
    #expect(scene.history.last == "end: \(end)")
    #expect(scene.engine.read { $0.summary.itemsLoaded } == count)
    #expect(scene.transport.bodies.count == pages.count)
  }

  @Test("A page of one item is not the end if one item was asked for", arguments: [1, nil])
  func oneByOne(limit: Int?) throws {
    let scene = try inclusiveScene(limit: limit)
    try scene.walk(answers: timed("T1 a"), timed("T1 a"))
    #expect(scene.history.last == "end: cursorStuck")
  }

  // MARK: Resuming

  @Test("A token has the keys as they were written, and a list goes on with them")
  func resuming() throws {
    let pagination: (inout DocumentPagination) -> Void = { $0.after = "/where/id/_gt" }
    let scene = try keysetScene(variables: ["where": ["open": true]], pagination)
    try scene.walk(answers: keysetPage("1", #""b\/c""#))
    let again = try plan(keysetQuery, variables: ["where": ["open": true, "id": ["_gt": 3]]]) {
      ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "/where/id/_gt")
    }
    let same = try plan(keysetQuery, variables: ["where": ["open": true]]) {
      ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "/where/id/_gt")
    }
    let position = scene.engine.read { $0.finishedPosition }
    let token = try same.resumeToken(for: position, at: "http://x/")
    #expect(try same.position(of: .string(token), at: "http://x/") == position)
    guard case .open(let request) = try again.position(of: .string(token), at: "http://x/").next,
      case .open(let earlier) = position.next
    else {
      Issue.record("the list does not go on")
      return
    }
    let body = String(decoding: try again.first.requests.body(of: PageRequest.open(request)), as: UTF8.self)
    #expect(body.contains(#""variables":{"where":{"id":{"_gt":"b\/c"},"open":true}}"#), "\(body)")
    // However the rest of the variable is written, a cycle back to this page is noticed.
    #expect(request.fingerprint == earlier.fingerprint)
  }

  @Test("A token of a list with another key, another place or another filter is of another list")
  func otherLists() throws {
    func plan(
      _ filter: JSONValue, _ change: (inout DocumentPagination) -> Void = { _ in }
    ) throws -> DocumentPlan {
      try PagerListsTests.plan(keysetQuery, variables: ["where": filter, "limit": 5]) {
        ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "/where/id/_gt")
        change(&$0)
      }
    }
    let token = try plan(["open": true]).resumeToken(for: .beginning, at: "http://x/")
    let others = [
      try plan(["open": false]), try plan(["open": true]) { $0.key = [.path("createdAt")] },
      try plan(["open": true]) { $0.after = "/where/id/_gte" },
    ]
    for other in others {
      #expect(throws: ResumeTokenError.self) { try other.position(of: .string(token), at: "http://x/") }
    }
  }

  @Test("An inclusive list that another process read leaves out what that process had")
  func inclusiveResuming() throws {
    let scene = try inclusiveScene(limit: 3)
    try scene.walk(answers: timed("T1 a,T2 b,T2 c"))
    let make = {
      try plan(keysetQuery, variables: ["limit": 3], rules: Self.inclusive) {
        ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("createdAt")], "at")
      }
    }
    let token = try make().resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://x/")
    let again = try make()
    let transport = ScriptedTransport(holding: true)
    let engine = PagerEngine(
      client: GraphQLClient(RequestChannel(transport)), plan: CurrentPlan(again), retention: .all,
      resumingAt: try again.position(of: .string(token), at: "http://x/"))
    let walk = Walk(fromInitialPage: false, emitsEachPage: true)
    _ = try engine.start(.loadAll(walk), RequestTerms(.fetchIgnoringCacheCompletely)) { _, _ in }
    transport.answer(timed("T2 b,T2 c,T3 d"))
    #expect(engine.read { $0.summary.itemsLoaded } == 4)
    transport.answer(timed("T3 d"))
    #expect(!engine.read { $0.canLoad(.next) })
  }

  @Test("An inclusive list that another process read goes on at both ends, and has all items if it starts again")
  func inclusiveBothWays() throws {
    let make: (JSONValue) throws -> DocumentPlan = { start in
      try plan(keysetQuery, variables: ["limit": 3, "lastId": start], rules: Self.inclusive) {
        ($0.connection, $0.key, $0.after, $0.before) = (.path("orders"), [.path("createdAt")], "lastId", "firstId")
      }
    }
    let scene = ListScene(try make("T1"))
    try scene.walk(answers: timed("T2 b,T3 c,T4 d"))
    let token = try make("T1").resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://x/")
    let again = try make("T1")
    let transport = ScriptedTransport(holding: true)
    let engine = PagerEngine(
      client: GraphQLClient(RequestChannel(transport)), plan: CurrentPlan(again), retention: .all,
      resumingAt: try again.position(of: .string(token), at: "http://x/"))
    func load(_ kind: OperationKind, _ answer: String) throws -> Int {
      _ = try engine.start(kind, RequestTerms(.fetchIgnoringCacheCompletely)) { _, _ in }
      transport.answer(timed(answer))
      return engine.read { $0.summary.itemsLoaded }
    }
    #expect(try load(.load(.next), "T4 d,T5 e,T6 f") == 5)
    #expect(try load(.load(.previous), "T0 z,T1 a,T2 b") == 7)
    #expect(try load(.fetch, "T2 b,T3 c,T4 d") == 3)
  }

  @Test("The value that a list is read since does not make another list, even beside the key")
  func sinceBesideTheKey() throws {
    func token(since mark: String?) throws -> String {
      let document = paged(keysetQuery, variables: ["where": ["open": true]]) {
        ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "/where/id/_gt")
      }
      let settings = SinceSettings(
        SinceRule(path: .path("createdAt"), type: .text, order: .ascending),
        from: SinceStart(mark: mark.flatMap { SinceValue(.string($0), as: .text) }),
        variable: try SinceVariable("/where/createdAt/_gte", template: nil))
      return try DocumentPlan(document, since: settings).resumeToken(for: .beginning, at: "http://x/")
    }
    #expect(try token(since: nil) == token(since: "2026"))
    #expect(try token(since: "2026") == token(since: "2027"))
  }
}
