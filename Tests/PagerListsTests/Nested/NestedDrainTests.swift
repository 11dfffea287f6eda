import PagerEngine
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("The rest of lists inside a page is loaded before the page is shown")
struct NestedDrainTests {
  private static let query = """
    query ($after: String) {
      rows(after: $after) {
        nodes { __typename id inner(first: 1) { nodes { n } pageInfo { hasNextPage endCursor } } }
        pageInfo { hasNextPage endCursor }
      }
    }
    """

  /// A page whose items have lists with more in them.
  private func page(_ ids: String...) -> String {
    let nodes = ids.map {
      #"{"__typename":"Row","id":"\#($0)","inner":{"nodes":[{"n":1}],"pageInfo":{"hasNextPage":true,"endCursor":"c"}}}"#
    }
    let info = #"{"hasNextPage":false,"endCursor":null}"#
    return #"{"data":{"rows":{"nodes":[\#(nodes.joined(separator: ","))],"pageInfo":\#(info)}}}"#
  }

  private func scene(_ change: (inout DrainRules) -> Void = { _ in }) throws -> ListScene {
    var rules = DrainRules()
    change(&rules)
    return ListScene(try DocumentPlan(PagedDocument(query: Self.query), nested: .drain(rules)))
  }

  /// An answer with the rest of an inner list.
  private func rest(_ number: Int, more: Bool = false) -> String {
    let inner = #"{"nodes":[{"n":\#(number)}],"pageInfo":{"hasNextPage":\#(more),"endCursor":"c\#(number)"}}"#
    return #"{"data":{"node":{"inner":\#(inner)}}}"#
  }

  @Test("The lists are filled with the allowed number of requests, and not with one less", arguments: [3, 2])
  func requestLimit(maximum: Int) throws {
    let scene = try scene { $0.maximumRequests = maximum }
    try scene.start(.fetch)
    scene.transport.answer(page("a", "b"))
    scene.transport.answer(rest(2))
    scene.transport.answer(rest(3, more: true))
    scene.transport.answer(rest(4))
    #expect(scene.transport.bodies.count == 1 + maximum)
    let end = try #require(scene.history.last)
    #expect(maximum == 3 ? end == "end: success" : end.contains("the page has used up its max_requests, 2"), "\(end)")
    #expect(scene.engine.read { $0.pagesHeld } == 1)
  }

  @Test("The next request leaves within the allowed bytes, and not with one byte less", arguments: [0, -1])
  func byteLimit(less: Int) throws {
    let (page, first) = (page("a"), rest(2, more: true))
    let scene = try scene { $0.maximumBytes = page.utf8.count + first.utf8.count + less }
    try scene.start(.fetch)
    scene.transport.answer(page)
    scene.transport.answer(first)
    #expect(scene.transport.inFlight == (less == 0 ? 1 : 0))
    scene.transport.answer(rest(3))
    let end = try #require(scene.history.last)
    #expect(less == 0 ? end == "end: success" : end.contains("have more than"), "\(end)")
    #expect(scene.history.first?.contains(#"{"n":2}"#) == true)
  }

  @Test("The page itself counts among the bytes")
  func ownBytes() throws {
    let page = page("a")
    for (limit, requests) in [(page.utf8.count, 2), (page.utf8.count - 1, 1)] {
      let scene = try scene { $0.maximumBytes = limit }
      try scene.start(.fetch)
      scene.transport.answer(page)
      #expect(scene.transport.bodies.count == requests)
    }
  }

  @Test("Every end of the operation aborts its requests", arguments: ["cancel", "reset", "fetch"])
  func givenUp(call: String) throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer(page("a", "b", "c"))
    #expect(scene.transport.inFlight == 3)
    switch call {
    case "cancel": scene.engine.cancel(OperationID(2))
    case "reset": scene.engine.reset()
    default: try scene.start(.fetch)
    }
    #expect(scene.transport.cancelled.count == 3)
    #expect(scene.transport.inFlight == (call == "fetch" ? 1 : 0))
  }

  @Test func oneThatFailsGivesTheOthersUp() throws {
    let scene = try scene()
    try scene.start(.fetch)
    scene.transport.answer(page("a", "b", "c"))
    scene.transport.answer("no JSON")
    #expect(scene.transport.inFlight == 0)
    #expect(scene.transport.cancelled.count == 2)
    #expect(scene.history.last?.hasPrefix("end:") == true)
    #expect(scene.engine.read { $0.pagesHeld } == 0)
  }
}
