import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import Testing

@Suite("A null or empty cursor ends a list of cursors, if the config says so")
struct CursorEndTests {
  private func scene(_ end: String = "/next") throws -> ListScene {
    var rules = ListRules()
    rules.ending = .nullCursor
    let query = "query ($c: String) { list(token: $c) { items { id } next edges { cursor } } }"
    return ListScene(
      try plan(query, rules: rules) {
        ($0.connection, $0.after, $0.endCursor) = (.path("list"), "c", try? JSONPointer(parsing: end))
      })
  }

  @Test("Pages go on while there is a cursor, also after an empty one", arguments: ["null", #""""#])
  func ends(last: String) throws {
    let scene = try scene()
    try scene.walk(
      answers: #"{"data": {"list": {"items": [{"id": 1}], "next": "a"}}}"#,
      #"{"data": {"list": {"items": [], "next": "b"}}}"#,
      #"{"data": {"list": {"items": [{"id": 2}], "next": \#(last)}}}"#)
    #expect(scene.variables == ["{}", #"{"c":"a"}"#, #"{"c":"b"}"#])
    #expect(scene.engine.read { $0.frontier(at: .next) } == .closed)
  }

  @Test("A page without the cursor does not say whether there is more")
  func missing() throws {
    let scene = try scene()
    try scene.walk(answers: #"{"data": {"list": {"items": [{"id": 1}]}}}"#)
    #expect(scene.engine.read { $0.frontier(at: .next) } == .broken(.missingPageInfo))
  }

  @Test("The step -1 is the last edge")
  func lastEdge() throws {
    let scene = try scene("/edges/-1/cursor")
    try scene.walk(
      answers: #"{"data": {"list": {"items": [1, 2], "edges": [{"cursor": "a"}, {"cursor": "b"}]}}}"#,
      #"{"data": {"list": {"items": [3], "edges": [{"cursor": null}]}}}"#)
    #expect(scene.variables == ["{}", #"{"c":"b"}"#])
    #expect(scene.engine.read { $0.frontier(at: .next) } == .closed)
  }

  @Test("It belongs to lists of cursors", arguments: [ListType.offset, .keyset])
  func otherLists(type: ListType) {
    var rules = ListRules()
    (rules.ending, rules.type) = (.nullCursor, type)
    #expect { try plan("query ($o: Int) { x(offset: $o) { id } }", rules: rules) } throws: { error in
      (error as? DocumentPlanError)?.part == .path("pagination", "end")
    }
  }

  @Test("An end of other lists is refused", arguments: [ListEnding.firstPage, .shortPage])
  func otherEnds(ending: ListEnding) {
    var rules = ListRules()
    (rules.ending, rules.type) = (ending, .cursor)
    #expect { try plan(shopQuery, variables: ["first": 2], rules: rules) } throws: { error in
      (error as? DocumentPlanError)?.part == .path("pagination", "end")
    }
  }
}
