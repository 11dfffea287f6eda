import PagerEngine
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("Items that are null are items, and counted")
struct NullItemTests {
  private static let info = #""pageInfo":{"hasNextPage":false,"endCursor":null}"#

  /// A list of one page with this array.
  private func walked(_ array: String, edges: Bool, rules: ListRules = ListRules()) throws -> PageListSummary {
    let selection = edges ? "edges { cursor node { id } }" : "nodes { id }"
    let query = "query ($after: ID) { list(after: $after) { \(selection) pageInfo { hasNextPage endCursor } } }"
    let scene = ListScene(try plan(query, rules: rules))
    try scene.walk(answers: #"{"data":{"list":{"\#(edges ? "edges" : "nodes")":\#(array),\#(Self.info)}}}"#)
    #expect(scene.history.last == "end: success")
    return scene.engine.read { $0.summary }
  }

  @Test(arguments: [
    ("[]", false, 0), (#"[{"id":"1"},null,{"id":null},null]"#, false, 2), ("[null]", false, 1),
    (#"[{"node":{"id":"1"},"cursor":"a"},{"cursor":"b","node":null},{"node":null,"cursor":"c"},null]"#, true, 3),
    // An edge without a node is shown as it is.
    (#"[{"cursor":"a"},{"node":{"id":null}}]"#, true, 0),
  ])
  func counted(array: String, edges: Bool, nulls: Int) throws {
    #expect(try walked(array, edges: edges).nullCount == nulls)
  }

  @Test("They have no identity, and none is left out as a duplicate")
  func identities() throws {
    var rules = ListRules()
    rules.identity = .path("id")
    let summary = try walked(#"[{"id":"1"},null,null,{"id":"1"}]"#, edges: false, rules: rules)
    #expect(summary.nullCount == 2)
    #expect(summary.itemsLoaded == 3 && summary.duplicateCount == 1)
  }

  @Test("A new answer to a page counts in place of the old one")
  func replaced() throws {
    let query = "query ($after: ID) { list(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
    let scene = ListScene(try plan(query))
    for (array, nulls) in [("[null,null]", 2), (#"[{"id":"1"},null]"#, 1), ("[]", 0)] {
      try scene.walk(answers: #"{"data":{"list":{"nodes":\#(array),\#(Self.info)}}}"#)
      #expect(scene.engine.read { $0.summary.nullCount } == nulls)
    }
  }
}

@Suite("Lists beside the one that an index chooses")
struct SiblingListTests {
  @Test(
    "They are told if they say that they have more",
    arguments: [
      (#"{"issues":{"nodes":[{"id":"9"}],"pageInfo":{"hasNextPage":true,"endCursor":"c"}}}"#, 1),
      (#"{"issues":{"nodes":[],"pageInfo":{"hasNextPage":true,"endCursor":null}}}"#, 1),
      (#"{"issues":{"nodes":[{"id":"9"}],"pageInfo":{"hasNextPage":false,"endCursor":"c"}}}"#, nil),
      (#"{"issues":{"nodes":[{"id":"9"}],"pageInfo":null}}"#, nil), ("null", nil), (#"{"issues":null}"#, nil),
      ("{}", nil),
    ] as [(String, Int?)])
  func told(sibling: String, count: Int?) throws {
    let query = """
      query ($after: ID) {
        nodes(ids: [1, 2]) { ... on R { issues(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }
      }
      """
    let scene = ListScene(try plan(query) { $0.connection = .path("nodes", "1", "issues") })
    func page(_ id: Int, _ hasNext: Bool) -> String {
      let own = #"{"issues":{"nodes":[{"id":"\#(id)"}],"pageInfo":{"hasNextPage":\#(hasNext),"endCursor":"\#(id)"}}}"#
      return #"{"data":{"nodes":[\#(sibling),\#(own)]}}"#
    }
    try scene.walk(answers: page(1, true), page(2, false))
    #expect(scene.history.last == "end: success")
    let siblings = scene.engine.read { $0.summary.siblings }
    #expect(siblings == count.map { SiblingLists(count: $0, first: "/data/nodes/0/issues") })
  }
}
