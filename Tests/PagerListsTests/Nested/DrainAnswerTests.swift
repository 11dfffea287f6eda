import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

/// What an answer with the rest of a list may say, and what the user learns if the list stays as it was.
@Suite("The answers with the rest of a list inside the items")
struct DrainAnswerTests {
  private static let info = "pageInfo { hasNextPage endCursor }"
  private static let query = """
    query ($after: String) {
      rows(after: $after) {
        nodes {
          __typename id
          inner(first: 1) { nodes { __typename id deep(first: 1) { nodes { n } \(info) } } \(info) }
        }
        \(info)
      }
    }
    """

  private static func list(_ nodes: String, cursor: String?, more: Bool = true) -> String {
    let cursor = cursor.map { "\"\($0)\"" } ?? "null"
    return #"{"nodes":[\#(nodes)],"pageInfo":{"hasNextPage":\#(more),"endCursor":\#(cursor)}}"#
  }

  private static func row(_ identity: String, _ inner: String) -> String {
    #"{\#(identity),"inner":\#(inner)}"#
  }

  private static let row = #""__typename":"Row","id":"r""#

  private static func page(_ rows: String) -> String {
    #"{"data":{"rows":\#(list(rows, cursor: nil, more: false))}}"#
  }

  private static let open = list("1", cursor: "c")

  private static func rest(_ inner: String, id: String? = nil) -> String {
    let id = id.map { #""swiftpagerId":\#($0),"# } ?? ""
    return #"{"data":{"node":{\#(id)"inner":\#(inner)}}}"#
  }

  /// Loads a page, with these answers for the rest of its lists.
  private func load(_ page: String, _ rests: [String], _ change: (inout DrainRules) -> Void = { _ in }) throws
    -> ListScene
  {
    var rules = DrainRules()
    change(&rules)
    let scene = ListScene(try DocumentPlan(PagedDocument(query: Self.query), nested: .drain(rules)))
    try scene.start(.fetch)
    scene.transport.answer(page)
    for rest in rests { scene.transport.answer(rest) }
    #expect(scene.transport.inFlight == 0)
    return scene
  }

  /// The elements of the list inside the only row.
  private func inner(_ scene: ListScene) throws -> JSONValue? {
    let page = scene.engine.read { $0.current?.pages.page(at: 0)?.page }.map(ConnectionPage.open)
    return try JSONValue(parsing: page?.text(page?.items) ?? "null").array?.first?["inner"]
  }

  @Test(
    "A list that leads nowhere ends with what it lacks, and keeps what came",
    arguments: [
      (
        [list("2", cursor: "c")], [1, 2],
        "a page of it says that there is more, but gives the cursor of its own request"
      ),
      (
        [list("2", cursor: "d"), list("3", cursor: "c")], [1, 2, 3],
        "a page of it says that there is more, but gives the cursor of an earlier page"
      ),
      ([list("", cursor: "d")], [1], "a page of it has no items, but says that there is more"),
      ([list("2", cursor: nil)], [1], "it says that there is more, but gives no cursor for the next page"),
      (
        [list("2", cursor: String(repeating: "c", count: 1 << 20))], [1],
        "its cursor has 1048578 bytes, which is too long"
      ),
      ([#"{"nodes":[2]}"#], [1], "it does not say whether there is more"),
      ([#"{"nodes":null,"pageInfo":{"hasNextPage":false}}"#], [1], "it has no array \"nodes\""),
      (["7"], [1], "the answer with the rest of the list has nothing at /data/node/inner"),
    ] as [([String], [Int], String)])
  func nowhere(rests: [String], items: [Int], words: String) throws {
    let scene = try load(Self.page(Self.row(Self.row, Self.open)), rests.map { Self.rest($0) })
    let end = try #require(scene.history.last)
    #expect(
      end.hasPrefix(
        "end: a list inside the page is not complete at /data/rows/nodes/0/inner: it says that there is more; "))
    #expect(end.contains("the list \"/rows/nodes/inner\" of Row \"r\": \(words)"), "\(end)")
    #expect(try inner(scene)?["nodes"] == .array(items.map { .integer(Int64($0)) }))
    #expect(scene.engine.read { $0.summary.nested.incomplete } == 1)
  }

  @Test("An answer with errors does not enter the page, even if it has the rest")
  func errors() throws {
    let answer =
      #"{"errors":[{"message":"too much"},{"message":"other"}],\#(Self.rest(Self.list("2", cursor: "d")).dropFirst())"#
    let scene = try load(Self.page(Self.row(Self.row, Self.open)), [answer])
    #expect(
      scene.history.last?.contains("the answer with the rest of the list has errors; the first: too much") == true)
    #expect(try inner(scene)?["nodes"] == [1])
  }

  @Test("A request that fails fails the page", arguments: [(503, "out of order"), (200, "no JSON")])
  func failed(status: Int, body: String) throws {
    let scene = ListScene(try DocumentPlan(PagedDocument(query: Self.query), nested: .drain(DrainRules())))
    try scene.start(.fetch)
    scene.transport.answer(Self.page(Self.row(Self.row, Self.open)))
    scene.transport.answer(body, status: status)
    #expect(scene.history.last?.hasPrefix("end: ") == true && scene.history.last != "end: success")
    #expect(scene.engine.read { $0.pagesHeld } == 0)
  }

  // MARK: Objects

  @Test(
    "The rest is of the object that was asked for",
    arguments: [
      (#""r""#, true), ("null", true), (nil, true), (#""s""#, false), ("1", false), ("{}", false),
    ] as [(String?, Bool)])
  func object(id: String?, fits: Bool) throws {
    let scene = try load(
      Self.page(Self.row(Self.row, Self.open)), [Self.rest(Self.list("2", cursor: "d", more: false), id: id)])
    #expect(try inner(scene)?["nodes"] == (fits ? [1, 2] : [1]))
    let end = try #require(scene.history.last)
    #expect(
      fits
        ? end == "end: success"
        : end.contains("the answer with the rest of the list has another object, with the id \(id ?? "")"), "\(end)")
  }

  @Test("One id may be a number in one place and a string in another", arguments: [("7", #""7""#), (#""7""#, "7")])
  func numbers(given: String, answered: String) throws {
    let page = Self.page(Self.row(#""__typename":"Row","id":\#(given)"#, Self.open))
    let scene = try load(page, [Self.rest(Self.list("2", cursor: "d", more: false), id: answered)])
    #expect(scene.history.last == "end: success")
    #expect(scene.transport.requests.last?["swiftpagerId"] == (try JSONValue(parsing: "[\(given)]")).array?.first)
  }

  @Test(
    "What a server says of a type enters a query only if it is a name",
    arguments: [
      #""Row { id } evil: node(id: 1) { ... on X""#, #""9lives""#, #""""#, #""Répository""#, #""A B""#, "7", "null",
      #""\#(String(repeating: "x", count: 257))""#,
    ])
  func types(typename: String) throws {
    let scene = try load(Self.page(Self.row(#""__typename":\#(typename),"id":"r""#, Self.open)), [])
    #expect(scene.transport.bodies.count == 1)
    let end = try #require(scene.history.last)
    #expect(end.contains("has a type that a request cannot name") || end.contains("lacks an id or a type"), "\(end)")
  }

  @Test(
    "A name of a type may have letters, digits and underscores",
    arguments: ["_Row9", String(repeating: "x", count: 256)])
  func names(typename: String) throws {
    let page = Self.page(Self.row(#""__typename":"\#(typename)","id":"r""#, Self.open))
    let scene = try load(page, [Self.rest(Self.list("2", cursor: "d", more: false))])
    #expect(scene.history.last == "end: success")
    #expect(scene.transport.bodies[1].contains("... on \(typename) {"))
  }

  @Test(
    "An object whose id a request cannot send keeps its list",
    arguments: [
      (#""__typename":"Row","id":null"#, "has an id that a request cannot send"),
      (#""__typename":"Row","id":{}"#, "has an id that a request cannot send"),
      (#""__typename":"Row","id":"\#(String(repeating: "r", count: 70_000))""#, "has an id that a request cannot send"),
      (#""__typename":"Row""#, "lacks an id or a type"), (#""id":"r""#, "lacks an id or a type"),
    ])
  func ids(identity: String, words: String) throws {
    let scene = try load(Self.page(Self.row(identity, Self.open)), [])
    #expect(scene.transport.bodies.count == 1)
    #expect(scene.history.last?.contains("an object with a list at \"/rows/nodes/inner\" \(words)") == true)
  }

  @Test("The fault of a list inside the rest of another one is told, and the first fault counts")
  func deep() throws {
    let issue = #"{"__typename":"Issue","id":{},"deep":\#(Self.open)}"#
    let scene = try load(
      Self.page(Self.row(Self.row, Self.open)), [Self.rest(Self.list(issue, cursor: "d", more: false))])
    let end = try #require(scene.history.last)
    #expect(end.contains("/data/rows/nodes/0/inner/nodes/1/deep"))
    #expect(
      end.contains("an object with a list at \"/rows/nodes/inner/nodes/deep\" has an id that a request cannot send"))
    let both = [#""__typename":"Row","id":"a""#, #""__typename":"Row","id":"b""#].map { Self.row($0, Self.open) }
    let two = try load(
      Self.page(both.joined(separator: ",")), [Self.rest(Self.list("", cursor: "d")), Self.rest("7")])
    #expect(two.history.last?.contains("2 lists inside the page are not complete, the first at") == true)
    #expect(two.history.last?.contains("Row \"a\": a page of it has no items") == true)
  }

  @Test("Several requests are under way at once, and no more than allowed", arguments: [1, 2, 8])
  func parallel(count: Int) throws {
    var rules = DrainRules()
    rules.parallel = count
    let scene = ListScene(try DocumentPlan(PagedDocument(query: Self.query), nested: .drain(rules)))
    try scene.start(.fetch)
    let rows = (1...4).map { Self.row(#""__typename":"Row","id":"r\#($0)""#, Self.open) }
    scene.transport.answer(Self.page(rows.joined(separator: ",")))
    for left in stride(from: 4, to: 0, by: -1) {
      #expect(scene.transport.inFlight == min(count, left))
      scene.transport.answer(Self.rest(Self.list("2", cursor: "d", more: false)))
    }
    #expect(scene.history.last == "end: success")
    #expect(scene.transport.requests.dropFirst().map { $0["swiftpagerId"]?.string } == ["r1", "r2", "r3", "r4"])
  }

  @Test("A page without open lists, and one that is an error, ask for nothing", arguments: [true, false])
  func nothing(isWhole: Bool) throws {
    let page =
      isWhole
      ? Self.page(Self.row(Self.row, Self.list("1", cursor: "c", more: false)))
      : #"{"data":null,"errors":[{"message":"no"}]}"#
    let scene = try load(page, [])
    #expect(scene.transport.bodies.count == 1)
    #expect(scene.history.last == (isWhole ? "end: success" : "end: without data"))
  }
}
