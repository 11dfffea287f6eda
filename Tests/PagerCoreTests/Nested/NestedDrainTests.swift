import PagerCore
import PagerState
import TestSupport
import Testing

@Suite("The rest of lists inside a page, on its way")
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

  private func scene() throws -> ListScene {
    ListScene(try DocumentPlan(PagedDocument(query: Self.query), nested: .drain(DrainRules())))
  }

  @Test("Whatever ends the operation gives its requests up", arguments: ["cancel", "reset", "fetch"])
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
