import PagerCache
import PagerClient
import PagerEngine
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("Pages that the cache does not have whole")
struct UnreadablePagesTests {
  private static let query = """
    query ($after: String) {
      list(first: 1, after: $after) { nodes { __typename id } pageInfo { hasNextPage endCursor } }
    }
    """

  private func answer(_ id: Int, hasNext: Bool) -> String {
    let info = #"{"hasNextPage":\#(hasNext),"endCursor":"\#(id)"}"#
    return #"{"data":{"list":{"nodes":[{"__typename":"Item","id":\#(id)}],"pageInfo":\#(info)}}}"#
  }

  @Test("A page counts from the loss of an object until the object is there again")
  func lostAndFound() async throws {
    var configuration = CacheConfiguration()
    configuration.addsTypename = false
    let cache = try Cache.open(configuration)
    let scene = ListScene(try plan(Self.query), cache: cache)
    try scene.start(.loadAll(Walk(emitsEachPage: true)), .fetchIgnoringCacheData)
    scene.transport.answer(answer(1, hasNext: true))
    scene.transport.answer(answer(2, hasNext: false))
    #expect(scene.engine.unreadablePages == 0)
    try cache.clear()
    try await eventually("both pages are incomplete") { scene.engine.unreadablePages == 2 }
    // The second pager's answers bring what the first one's pages lack.
    let other = ListScene(try plan(Self.query), cache: cache)
    try other.start(.fetch, .fetchIgnoringCacheData)
    other.transport.answer(answer(1, hasNext: true))
    try await eventually("one page is whole") { scene.engine.unreadablePages == 1 }
    try other.start(.load(.next), .fetchIgnoringCacheData)
    other.transport.answer(answer(2, hasNext: false))
    try await eventually("both are") { scene.engine.unreadablePages == 0 }
  }
}
