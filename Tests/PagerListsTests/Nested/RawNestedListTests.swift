import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("What a page says of the lists inside its items")
struct RawNestedListTests {
  private static let info = "pageInfo { hasNextPage endCursor }"
  private static let inner = "inner(first: 2) { nodes { id deep(first: 1) { nodes { id } \(info) } } \(info) }"

  private func scene(_ inner: String = inner, nested: NestedRule = .report) throws -> ListScene {
    let query = "query ($after: String) { rows(after: $after) { nodes { id \(inner) } \(Self.info) } }"
    return ListScene(try DocumentPlan(PagedDocument(query: query), nested: nested))
  }

  private static func page(_ rows: String..., next: String? = nil) -> String {
    let end = #"{"hasNextPage":\#(next != nil),"endCursor":"\#(next ?? "")"}"#
    return #"{"data":{"rows":{"nodes":[\#(rows.joined(separator: ","))],"pageInfo":\#(end)}}}"#
  }

  private static func list(_ nodes: String, _ more: String) -> String {
    #"{"nodes":[\#(nodes)],"pageInfo":{"hasNextPage":\#(more),"endCursor":"c"}}"#
  }

  /// The lists that the first page held reports, each as a text.
  private func told(_ scene: ListScene) -> [String] {
    guard let page = scene.engine.read({ $0.current?.pages.page(at: 0)?.page }).map(ConnectionPage.open) else {
      return []
    }
    return (page.nested?.lists ?? []).map { list in
      let more = list.hasMore.map { "\($0)" } ?? "unknown"
      return "\(list.pointer) \(more) \(list.itemCount) \(page.text(list.pageInfo) ?? "nil")"
    }
  }

  @Test("Those with more in them are listed, with how many elements they have")
  func lists() throws {
    let scene = try scene()
    let deep = #"{"id":3,"deep":\#(Self.list("5", "true"))}"#
    try scene.walk(
      answers: Self.page(
        #"{"id":1,"inner":\#(Self.list(#"{"id":2,"deep":\#(Self.list("", "false"))},\#(deep)"#, "true"))}"#,
        #"{"id":4,"inner":\#(Self.list("", "false"))}"#, #"{"id":5,"inner":null}"#, "null"))
    let info = #"{"hasNextPage":true,"endCursor":"c"}"#
    #expect(
      told(scene) == [
        "/data/rows/nodes/0/inner true 2 \(info)", "/data/rows/nodes/0/inner/nodes/1/deep true 1 \(info)",
      ])
    #expect(scene.engine.read { $0.summary.nested.incomplete } == 2)
    #expect(scene.history.last == "end: success")
  }

  @Test(
    "A list says whether there is more by true, false, or a number; anything else is unknown",
    arguments: [
      ("true", "true"), ("1", "true"), ("false", nil), ("0", nil), ("null", "unknown"), (#""yes""#, "unknown"),
      ("{}", "unknown"), ("2", "unknown"),
    ])
  func flags(flag: String, told: String?) throws {
    let scene = try scene("inner(first: 2) { nodes { id } \(Self.info) }")
    try scene.walk(answers: Self.page(#"{"id":1,"inner":\#(Self.list("7", flag))}"#))
    let info = #"{"hasNextPage":\#(flag),"endCursor":"c"}"#
    #expect(self.told(scene) == (told.map { ["/data/rows/nodes/0/inner \($0) 1 \(info)"] } ?? []))
    let count = scene.engine.read { $0.summary.nested }
    #expect([count.incomplete, count.unknown] == (told == nil ? [0, 0] : told == "true" ? [1, 0] : [0, 1]))
  }

  @Test("What is not asked for, and what is missing, is unknown")
  func unknown() throws {
    let without = try scene("inner(first: 2) { edges { node { id } } }")
    try without.walk(answers: Self.page(#"{"id":1,"inner":{"edges":[{"node":{"id":2}},{"node":null}]}}"#))
    #expect(told(without) == ["/data/rows/nodes/0/inner unknown 2 nil"])
    let missing = try scene("inner(first: 2) { nodes { id } \(Self.info) }")
    try missing.walk(answers: Self.page(#"{"id":1,"inner":{"nodes":[1],"pageInfo":null}}"#, #"{"id":1,"inner":{}}"#))
    #expect(told(missing) == ["/data/rows/nodes/0/inner unknown 1 nil", "/data/rows/nodes/1/inner unknown 0 nil"])
  }

  @Test("A list that is read from its end says by the other flag whether there is more")
  func backward() throws {
    let scene = try scene("inner(last: 1) { nodes { id } pageInfo { hasPreviousPage hasNextPage startCursor } }")
    let list = { (previous: Bool) in
      #"{"nodes":[1],"pageInfo":{"hasPreviousPage":\#(previous),"hasNextPage":\#(!previous),"startCursor":"c"}}"#
    }
    try scene.walk(answers: Self.page(#"{"id":1,"inner":\#(list(false))}"#, #"{"id":2,"inner":\#(list(true))}"#))
    #expect(told(scene).map { $0.split(separator: " ")[0] } == ["/data/rows/nodes/1/inner"])
  }

  @Test(
    "They are counted over all pages, retained or not, and from the beginning after a reset", arguments: [true, false])
  func counted(areRetained: Bool) throws {
    let query = "query ($after: String) { rows(after: $after) { nodes { id \(Self.inner) } \(Self.info) } }"
    let plan = try DocumentPlan(PagedDocument(query: query))
    let scene = ListScene(plan, retention: areRetained ? .all : .none)
    let row = #"{"id":1,"inner":\#(Self.list("", "true"))}"#
    try scene.walk(answers: Self.page(row, row, next: "a"), Self.page(row))
    #expect(scene.engine.read { $0.summary.nested.incomplete } == 3)
    scene.engine.reset()
    #expect(scene.engine.read { $0.summary.nested.incomplete } == 0)
  }

  @Test("A query without such lists says nothing of them")
  func none() throws {
    let scene = try scene("name")
    try scene.walk(answers: Self.page(#"{"id":1,"name":"a"}"#))
    #expect(scene.engine.read { $0.current?.pages.page(at: 0).map { ConnectionPage.open($0.page) }?.nested == nil })
  }

  @Test("If they are a failure, the page is kept and the list goes on from there")
  func error() throws {
    let scene = try scene("inner(first: 2) { nodes { id } \(Self.info) }", nested: .error)
    let (whole, open) = (
      #"{"id":1,"inner":\#(Self.list("", "false"))}"#, #"{"id":2,"inner":\#(Self.list("", "true"))}"#
    )
    try scene.walk(answers: Self.page(whole, next: "a"), Self.page(open, open, next: "b"))
    #expect(
      scene.history.last == """
        end: 2 lists inside the page are not complete, the first at /data/rows/nodes/0/inner: it says that there is more
        """)
    #expect(scene.engine.read { $0.pagesHeld } == 2)
    #expect(scene.canLoad(.next))
    try scene.start(.load(.next))
    scene.transport.answer(Self.page(#"{"id":2,"inner":\#(Self.list("", "null"))}"#))
    #expect(
      scene.history.last == """
        end: a list inside the page is not complete at /data/rows/nodes/0/inner: it does not say whether there is more
        """)
    #expect(scene.engine.read { $0.pagesHeld } == 3)
  }
}
