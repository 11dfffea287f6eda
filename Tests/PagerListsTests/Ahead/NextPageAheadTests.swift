import Foundation  // FileManager, UUID
import PagerCache
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("The page after one that is written to a file")
struct NextPageAheadTests {
  private static let query = """
    query ($after: String) { list(first: 1, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
    """

  /// A list whose pages enter a file, which takes none until the gate is opened.
  private final class Scene {
    let list: ListScene
    let gate = Gate()
    private let cache: Cache
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("ahead-\(UUID().uuidString)").path

    init(isWatched: Bool = true) throws {
      var configuration = CacheConfiguration()
      configuration.store = .sqlite(path: path)
      cache = try Cache.open(configuration)
      list = ListScene(try plan(NextPageAheadTests.query), cache: cache, isWatched: isWatched)
    }

    deinit {
      gate.open()
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    func holdFile() {
      cache.commit { [gate] _ in gate.pass() }
    }

    func walk(upTo pages: Int? = nil, items: Int? = nil) throws {
      try list.start(
        .loadAll(Walk(emitsEachPage: true, maximumPages: pages, maximumItems: items)), .fetchIgnoringCacheData)
    }

    func answer(_ id: Int, next: String?) {
      let cursor = next.map { #""\#($0)""# } ?? "null"
      let info = #"{"hasNextPage":\#(next != nil),"endCursor":\#(cursor)}"#
      list.transport.answer(
        #"{"data":{"list":{"__typename":"L","nodes":[{"__typename":"P","id":"\#(id)"}],"pageInfo":\#(info)}}}"#)
    }
  }

  @Test func isAskedForMeanwhile() async throws {
    let scene = try Scene()
    scene.holdFile()
    try scene.walk()
    scene.answer(1, next: "a")
    #expect(scene.list.variables == ["{}", #"{"after":"a"}"#])
    scene.answer(2, next: nil)
    #expect(scene.list.history.isEmpty)
    scene.gate.open()
    try await eventually("the walk ends") { scene.list.history.last == "end: success" }
    #expect(scene.list.history.map { $0.prefix(7) } == ["initial", "next [{", "end: su"])
    #expect(scene.list.variables.count == 2)
  }

  @Test func isNotAskedForWhereTheWalkEnds() async throws {
    let scene = try Scene()
    for (walks, (pages, items)) in ([(1, nil), (nil, 1)] as [(Int?, Int?)]).enumerated() {
      scene.holdFile()
      try scene.walk(upTo: pages, items: items)
      scene.answer(1, next: "a")
      #expect(scene.list.transport.inFlight == 0)
      scene.gate.open()
      try await eventually("the walk ends") { scene.list.history.count { $0 == "end: pageLimit" } == walks + 1 }
    }
    scene.holdFile()
    try scene.list.start(.fetch, .fetchIgnoringCacheData)
    scene.answer(1, next: "a")
    #expect(scene.list.transport.inFlight == 0)
  }

  @Test func isNotAskedForWhereTheListGoesInACircle() throws {
    let scene = try Scene()
    scene.holdFile()
    try scene.walk()
    scene.answer(1, next: "a")
    scene.gate.open()
    scene.answer(2, next: "a")
    #expect(scene.list.variables.count == 2)
  }

  @Test func isNotAskedForAheadOfASlowConsumer() async throws {
    let scene = try Scene(isWatched: false)
    let updates = Notebook<(SubscriberID, UpdateID)>()
    _ = scene.list.engine.subscribe { updates.note(($0, $1.id)) }
    try scene.walk()
    scene.answer(1, next: "a")
    try await eventually("the first page is shown") { updates.history.count == 1 }
    scene.answer(2, next: "b")
    try await eventually("the second page is shown") { updates.history.count == 2 }
    #expect(scene.list.variables.count == 3)
    // As with a cache in memory, the consumer has one page and another one waits for it.
    scene.holdFile()
    scene.answer(3, next: "c")
    #expect(scene.list.variables.count == 3)
  }

  @Test func isGivenUpWithTheWalk() throws {
    let scene = try Scene()
    scene.holdFile()
    try scene.walk()
    scene.answer(1, next: "a")
    #expect(scene.list.transport.inFlight == 1)
    _ = scene.list.engine.reset()
    #expect(scene.list.transport.inFlight == 0)
  }

  /// The page on which the request was based changes before the walk may go on: what follows is asked for anew.
  @Test func isGivenUpWhereTheListGoesOnElsewhere() async throws {
    let scene = try Scene(isWatched: false)
    let updates = Notebook<(SubscriberID, PagerUpdate)>()
    let subscriber = try #require(scene.list.engine.subscribe { updates.note(($0, $1)) })
    try scene.walk()
    scene.answer(1, next: "a")
    try await eventually("the first page is shown") { updates.history.count == 1 }
    scene.holdFile()
    scene.answer(2, next: "b")
    // The thread that showed the first page may not have returned yet: then it sends the request, too.
    try await eventually("the third page is requested") { scene.list.variables.last == #"{"after":"b"}"# }
    // The consumer turns out to be slow, and so the walk is held back when the page is in the file.
    scene.list.engine.letWalksRunAhead(of: subscriber, by: 0)
    scene.gate.open()
    try await eventually("the second page is shown") { updates.history.count == 2 }
    #expect(scene.list.transport.inFlight == 1)

    guard case .page(let change) = updates.history[1].1.event, let id = change.id else { throw Misfit() }
    var facts = ConnectionPage.open(change.page).facts
    facts.next = .open(PageRequest(toward: .next, [.init("after", VariableValue(integer: 7))]))
    #expect(scene.list.engine.replace(change.page, facts, at: id, from: .cache))
    for (_, update) in updates.history { scene.list.engine.finish(update.id, by: subscriber) }
    try await eventually("the walk goes on") { scene.list.variables.last == #"{"after":7}"# }
    #expect(scene.list.transport.cancelled == [["after": "b"]])
    #expect(scene.list.transport.inFlight == 1)
  }

  private struct Misfit: Error {}
}
