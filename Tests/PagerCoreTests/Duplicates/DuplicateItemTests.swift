import PagerClient
import PagerCore
import PagerJSON
import PagerState
import TestSupport
import Testing

@Suite("Items that came before")
struct DuplicateItemTests {
  private func scene(_ retention: PageRetention = .all, isWatched: Bool = true) throws -> ListScene {
    var rules = ListRules()
    rules.type = .offset
    rules.identity = .path("id")
    return ListScene(
      try plan("query ($offset: Int) { list(offset: $offset) { items { id } total } }", rules: rules) {
        $0.connection = .path("list")
        $0.total = .path("total")
      }, retention: retention, isWatched: isWatched)
  }

  /// A page of items with these identities, as JSON texts.
  private func page(_ identities: String..., total: Int = 100) -> String {
    let items = identities.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    return #"{"data":{"list":{"items":[\#(items)],"total":\#(total)}}}"#
  }

  /// For each page held the positions of the items that are left out.
  private func omitted(_ scene: ListScene) -> [[Int]] {
    scene.engine.read { $0.current?.pages.all.map { $0.omission?.indexes ?? [] } ?? [] }
  }

  @Test func areLeftOutAndCounted() throws {
    let scene = try scene()
    try scene.walk(answers: page("1", "2"), page("2", "3", "1"), page("4", total: 6))
    #expect(omitted(scene) == [[], [0, 2], []])
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 4)
    #expect(scene.engine.read { $0.summary.duplicateCount } == 2)
  }

  @Test("Offsets grow by the items that came")
  func offsets() throws {
    let scene = try scene()
    try scene.walk(answers: page("1", "2"), page("1", "2"), page())
    #expect(scene.variables == [#"{"offset":0}"#, #"{"offset":2}"#, #"{"offset":4}"#])
    #expect(scene.history.last == "end: cursorStuck")
  }

  @Test func stringsAndNumbersAreTold() throws {
    let scene = try scene()
    try scene.walk(
      answers: page(#""1""#, "1", #""a\/b""#, "1.5"), page("1", #""1""#, #""a/b""#, "1.50", "2"), page("3", total: 10))
    #expect(omitted(scene) == [[], [0, 1, 2, 3], []])
  }

  @Test func itemsWithoutAnIdentityStay() throws {
    let scene = try scene()
    try scene.walk(answers: page("null", "null", "{}"), page("null", "true", "[]"), page("1", total: 7))
    #expect(omitted(scene) == [[], [], []])
  }

  @Test func aListThatBeginsAnewKeepsItsItems() throws {
    let scene = try scene()
    try scene.walk(answers: page("1", "2"), page("2", "3", total: 4))
    try scene.walk(answers: page("3", "2"), page("1", "2", total: 4))
    #expect(omitted(scene) == [[], [1]])
    #expect(scene.engine.read { $0.summary.duplicateCount } == 1)
    scene.engine.reset()
    try scene.walk(answers: page("1", "2"), page("3", "2", total: 4))
    #expect(omitted(scene) == [[], [1]])
  }

  @Test func aPageThatIsAskedForAgainKeepsItsItems() throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer(page("1", "2"))
    try scene.start(.fetch)
    scene.transport.answer(page("1", "2"))
    #expect(omitted(scene) == [[]])
    try scene.start(.load(.next))
    scene.transport.answer("no JSON")
    try scene.start(.load(.next))
    scene.transport.answer(page("2", "3"))
    #expect(omitted(scene) == [[], [0]])
  }

  @Test("A page that nobody was handed is asked for again, and keeps its items")
  func unseen() throws {
    let scene = try scene(.last, isWatched: false)
    let sizes = Notebook<Int>()
    let note: DocumentPagerEngine.Sink = { sizes.note($1.pages.all.map(\.itemCount).reduce(0, +)) }
    let subscriber = try #require(scene.engine.subscribe(note))
    try scene.walk(answers: page("1", "2"), page("3", "4"))
    scene.engine.unsubscribe(subscriber)
    scene.engine.cancel(OperationID(2))
    _ = scene.engine.subscribe(note)
    try scene.start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: true)))
    scene.transport.answer(page("1", "2"))
    scene.transport.answer(page("3", "4"))
    #expect(sizes.history == [2, 2, 2, 2])
  }

  @Test func aListOfCursorsHasNone() {
    var rules = ListRules()
    rules.identity = .path("id")
    let error = #expect(throws: DocumentPlanError.self) {
      _ = try plan(shopQuery, variables: ["first": 1], rules: rules)
    }
    #expect(error?.part.description == "/pagination/identity")
  }
}

extension PageSnapshot {
  /// All pages, in the order of the list.
  fileprivate var all: [Page] { (0..<count).compactMap { page(at: $0)?.page } }
}
