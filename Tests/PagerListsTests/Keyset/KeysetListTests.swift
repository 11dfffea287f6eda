import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax
import TestSupport
import Testing

/// A keyset list in several shapes: its variables are keys, or have places for them.
let keysetQuery = """
  query Q($lastId: ID, $firstId: ID, $at: String, $limit: Int, $where: Filter, $filter: Filter = {open: true}) {
    orders(after: $lastId, before: $firstId, at: $at, limit: $limit, where: $where, filter: $filter) { id createdAt }
    wrapped(after: $lastId, first: $limit) { items { id } more }
    edges(after: $lastId, first: 2) { edges { node { id } } }
  }
  """

/// A walk by the ids of orders, unless the test says otherwise.
func keysetScene(
  variables: [String: JSONValue] = ["limit": 2], rules: ListRules = ListRules(), retention: PageRetention = .all,
  _ change: (inout DocumentPagination) -> Void = { _ in }
) throws -> ListScene {
  ListScene(
    try plan(keysetQuery, variables: variables, rules: rules) {
      $0.connection = .path("orders")
      $0.key = [.path("id")]
      $0.after = "lastId"
      change(&$0)
    }, retention: retention)
}

/// A page of orders with these ids, as JSON texts.
func keysetPage(_ ids: String...) -> String {
  #"{"data":{"orders":[\#(ids.map { #"{"id":\#($0)}"# }.joined(separator: ","))]}}"#
}

@Suite("A keyset list")
struct KeysetListTests {
  @Test("The next page is asked for with the key of the last item, as it was written, and an empty page ends the list")
  func walk() throws {
    let scene = try keysetScene()
    try scene.walk(
      answers: keysetPage(#""a""#, #""b\/c""#), keysetPage("17", "90071992547409931"), keysetPage("1.50"), keysetPage())
    #expect(
      scene.variables == [
        #"{"limit":2}"#, #"{"limit":2,"lastId":"b\/c"}"#, #"{"limit":2,"lastId":90071992547409931}"#,
        #"{"limit":2,"lastId":1.50}"#,
      ])
    #expect(scene.history.last == "end: success")
  }

  @Test("A key of a megabyte is sent back, and a longer one is refused", arguments: [1 << 20, (1 << 20) + 1])
  func longKey(count: Int) throws {
    let scene = try keysetScene()
    try scene.walk(answers: keysetPage("\"" + String(repeating: "k", count: count - 2) + "\""))
    #expect(scene.transport.requests.count == (count == 1 << 20 ? 2 : 1))
    if count > 1 << 20 { #expect(scene.history.last?.contains("a key has \(count) bytes") == true) }
  }

  @Test("A null in place of the list ends it only if that was agreed", arguments: [true, false])
  func null(isAgreed: Bool) throws {
    var rules = ListRules()
    rules.acceptsNull = isAgreed
    let scene = try keysetScene(rules: rules)
    try scene.walk(answers: keysetPage("1"), #"{"data":{"orders":null}}"#)
    #expect(scene.history.last == (isAgreed ? "end: success" : "end: nullList"))
  }

  @Test("A short page ends the list if that was agreed", arguments: [true, false])
  func shortPage(agreed: Bool) throws {
    var rules = ListRules()
    rules.ending = agreed ? .shortPage : .emptyPage
    let scene = try keysetScene(rules: rules)
    try scene.walk(answers: keysetPage("1", "2"), keysetPage("3"))
    #expect(scene.transport.bodies.count == (agreed ? 2 : 3))
  }

  @Test(
    "A flag ends the list, or denies that it ends",
    arguments: [
      (#"{"items":[{"id":3}],"more":false}"#, "success"), (#"{"items":[],"more":true}"#, "cursorStuck"),
      (#"{"items":[{"id":3}],"more":null}"#, "missingPageInfo"),
    ])
  func flag(page: String, end: String) throws {
    let scene = try keysetScene {
      $0.connection = .path("wrapped")
      $0.hasMore = .path("more")
    }
    try scene.walk(
      answers: #"{"data":{"wrapped":{"items":[{"id":1},{"id":2}],"more":true}}}"#, #"{"data":{"wrapped":\#(page)}}"#)
    #expect(scene.history.last == "end: \(end)")
    #expect(scene.variables.last == #"{"limit":2,"lastId":2}"#)
  }

  @Test("The key of an edge is that of its node")
  func edges() throws {
    let scene = try keysetScene { $0.connection = .path("edges") }
    try scene.walk(answers: #"{"data":{"edges":{"edges":[{"node":{"id":1}},{"node":{"id":2}}]}}}"#)
    #expect(scene.variables.last == #"{"limit":2,"lastId":2}"#)
  }

  @Test("Several keys go into several variables, in the order of the config")
  func several() throws {
    let scene = try keysetScene(variables: [:]) {
      $0.key = [.path("createdAt"), .path("id")]
      ($0.after, $0.afterPlaces) = (nil, ["at", "lastId"])
    }
    let page = { (time: String, id: Int) in #"{"data":{"orders":[{"id":\#(id),"createdAt":"\#(time)"}]}}"# }
    try scene.walk(answers: page("T1", 1), page("T1", 2), page("T2", 1))
    #expect(
      scene.variables == [
        "{}", #"{"at":"T1","lastId":1}"#, #"{"at":"T1","lastId":2}"#, #"{"at":"T2","lastId":1}"#,
      ])
  }

  // MARK: Places inside variables

  @Test(
    "A place inside a variable takes the key, and the rest stays as it was written",
    arguments: [
      (nil, nil, #"{"id":{"_gt":7}}"#), ("null", "null", #"{"id":{"_gt":7}}"#),
      (#"{ "n" : 1.0, "open":true }"#, #"{ "n" : 1.0, "open":true }"#, #"{"n":1.0,"open":true,"id":{"_gt":7}}"#),
      (
        #"{"id":{"_lt":99},"a":[1, 2]}"#, #"{"id":{"_lt":99},"a":[1, 2]}"#,
        #"{"id":{"_lt":99,"_gt":7},"a":[1, 2]}"#
      ),
      (#"{"id":null}"#, #"{"id":null}"#, #"{"id":{"_gt":7}}"#),
      (#"{"id":{"_gt":3}}"#, #"{"id":{"_gt":3}}"#, #"{"id":{"_gt":7}}"#),
    ])
  func inside(given: String?, first: String?, further: String) throws {
    var variables: [String: RawJSON] = [:]
    if let given { variables["where"] = RawJSON(validated: Array(given.utf8)) }
    var pagination = DocumentPagination()
    (pagination.connection, pagination.key, pagination.after) = (.path("orders"), [.path("id")], "/where/id/_gt")
    let scene = ListScene(
      try DocumentPlan(PagedDocument(query: keysetQuery, variables: variables, pagination: pagination)))
    try scene.walk(answers: keysetPage("7"))
    #expect(scene.variables == [first.map { #"{"where":\#($0)}"# } ?? "{}", #"{"where":\#(further)}"#])
  }

  @Test("Two places in one variable, one of them in an array")
  func places() throws {
    let scene = try keysetScene(variables: ["where": ["or": [["a": 1], ["b": 2]]]]) {
      $0.key = [.path("createdAt"), .path("id")]
      ($0.after, $0.afterPlaces) = (nil, ["/where/or/1/at", "/where/id"])
    }
    try scene.walk(answers: #"{"data":{"orders":[{"id":1,"createdAt":"T"}]}}"#)
    #expect(scene.variables.last == #"{"where":{"or":[{"a":1},{"b":2,"at":"T"}],"id":1}}"#)
  }

  // MARK: Faults

  @Test(
    "A key that comes again is stuck, and one of an earlier page is a cycle, however it is written",
    arguments: [
      (["1", "1.0"], "cursorStuck"), ([#""a/b""#, #""a\/b""#], "cursorStuck"), (["1", "2", "1"], "firstPageAgain"),
      (["1", #""1""#, "3"], "success"),
    ])
  func cycles(keys: [String], end: String) throws {
    let scene = try keysetScene(variables: ["where": ["open": true]]) { $0.after = "/where/id/_gt" }
    try scene.start(.loadAll(Walk(emitsEachPage: true)))
    for key in keys { scene.transport.answer(keysetPage(key)) }
    if end == "success" { scene.transport.answer(keysetPage()) }
    #expect(scene.history.last == "end: \(end)")
  }

  @Test("A list that is opened with a key notices that key, too")
  func openedStuck() throws {
    let scene = try keysetScene(variables: ["lastId": 5])
    try scene.walk(answers: keysetPage("4", "5.0"))
    #expect(scene.history.last == "end: cursorStuck")
  }

  @Test(
    "Two items with one key end the walk, wherever they stand, and the words name them",
    arguments: [
      (["1", "1"], "/data/orders/0 of page 2 and /data/orders/1 of page 2"),
      ([#""x""#, "4", #""x""#], "/data/orders/0 of page 2 and /data/orders/2 of page 2"),
      (["5", "1.0", "1"], "/data/orders/1 of page 2 and /data/orders/2 of page 2"),
    ])
  func duplicateKeys(ids: [String], places: String) throws {
    let scene = try keysetScene()
    try scene.walk(answers: keysetPage("0"))
    scene.transport.answer(#"{"data":{"orders":[\#(ids.map { #"{"id":\#($0)}"# }.joined(separator: ","))]}}"#)
    #expect(scene.history.last?.hasPrefix("end: duplicateKey") == true)
    #expect(scene.history.last?.contains(places) == true, "\(scene.history.last ?? "")")
    // The page is there, and what comes after it cannot be loaded.
    #expect(scene.engine.read { $0.summary.pagesLoaded } == 2)
    #expect(!scene.canLoad(.next))
  }

  @Test(
    "Only the item at the end of a page needs a key",
    arguments: [
      (#"{"id":1},{"id":null}"#, "null"), (#"{"id":1},{}"#, "nothing"), (#"{"id":1},{"id":true}"#, "true or false"),
      (#"{"id":1},null"#, "nothing"), (#"{"id":null},{},{"id":2}"#, nil),
    ] as [(String, String?)])
  func missingKey(items: String, found: String?) throws {
    let scene = try keysetScene()
    try scene.walk(answers: #"{"data":{"orders":[\#(items)]}}"#)
    let end = scene.history.last ?? ""
    guard let found else {
      #expect(scene.variables.last == #"{"limit":2,"lastId":2}"#)
      return
    }
    #expect(end.hasPrefix("end: missingKey"))
    #expect(end.contains("/data/orders/1 of page 1, and it has \(found) at \"/id\""), "\(end)")
  }

  @Test("A list that ends with its first page may have equal keys")
  func singlePage() throws {
    var rules = ListRules()
    rules.ending = .shortPage
    let scene = try keysetScene(variables: ["limit": 9], rules: rules)
    try scene.walk(answers: keysetPage("1", "1"))
    #expect(scene.history.last == "end: success")
  }

  // MARK: Directions

  @Test("A list is read backward by a second variable, which takes the key of the first item")
  func reverse() throws {
    let scene = try keysetScene {
      ($0.after, $0.before) = (nil, "firstId")
    }
    try scene.walk(answers: keysetPage("5", "6"), keysetPage("3", "4"), keysetPage())
    #expect(scene.variables == [#"{"limit":2}"#, #"{"limit":2,"firstId":5}"#, #"{"limit":2,"firstId":3}"#])
    #expect(scene.history.suffix(2) == ["previous [], 3 pages", "end: success"])
  }

  @Test("Opened in its middle, a list has pages on both sides; opened at its beginning, it has none before")
  func bothWays() throws {
    let scene = try keysetScene(variables: ["where": ["id": ["_gt": 4], "open": true]]) {
      ($0.after, $0.before) = ("/where/id/_gt", "/where/id/_lt")
    }
    try scene.walk(answers: keysetPage("5", "6"), keysetPage(), keysetPage("3", "4"), keysetPage())
    #expect(
      scene.variables == [
        #"{"where":{"id":{"_gt":4},"open":true}}"#, #"{"where":{"id":{"_gt":6},"open":true}}"#,
        #"{"where":{"id":{"_lt":5},"open":true}}"#, #"{"where":{"id":{"_lt":3},"open":true}}"#,
      ])
    #expect(scene.history.last == "end: success")
    // A variable with places for the keys of the other direction only: those places are empty, the rest stays.
    for (given, sent) in [(#"{"open":true,"id":{"_lt":null}}"#, #"{"where":{"open":true}}"#), (nil, "{}")] {
      var variables: [String: RawJSON] = [:]
      if let given { variables["where"] = RawJSON(validated: Array(given.utf8)) }
      var pagination = DocumentPagination()
      (pagination.connection, pagination.key) = (.path("orders"), [.path("id")])
      (pagination.after, pagination.before) = ("lastId", "/where/id/_lt")
      let scene = ListScene(
        try DocumentPlan(PagedDocument(query: keysetQuery, variables: variables, pagination: pagination)))
      try scene.walk(answers: keysetPage("5"))
      #expect(scene.variables == [sent, "{\(sent == "{}" ? "" : "\(sent.dropFirst().dropLast()),")\"lastId\":5}"])
    }
    let beginning = try keysetScene { $0.before = "firstId" }
    try beginning.walk(answers: keysetPage("1"), keysetPage())
    #expect(beginning.history.last == "end: success")
    #expect(beginning.transport.bodies.count == 2)
  }
}
