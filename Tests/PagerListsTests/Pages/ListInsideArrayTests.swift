import PagerBytes
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerTransport
import TestSupport
import Testing

@Suite("A list inside an array is told of with the pointer that works")
struct ListInsideArrayTests {
  private static let rows = "rows(after: $c) { nodes { id } pageInfo { hasNextPage endCursor } }"
  private static let homes = "query ($c: String) { viewer { homes { name \(rows) } } }"

  private static func page(_ ids: Int...) -> String {
    let nodes = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    return #"{"nodes":[\#(nodes)],"pageInfo":{"hasNextPage":false,"endCursor":"K"}}"#
  }

  /// How a walk ends whose first answer has this data.
  private func end(
    _ query: String, _ data: String, errors: String = "", _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws -> String {
    let scene = ListScene(try plan(query, change))
    try scene.walk(answers: #"{\#(errors)"data":\#(data)}"#)
    return plain(scene.history.last)
  }

  /// The text without the backslashes of a value's description.
  private func plain(_ text: String?) -> String { (text ?? "").replacing("\\\"", with: "\"") }

  @Test("The array and the list of one of its elements are named")
  func named() throws {
    let data = #"{"viewer":{"homes":[{"name":"a"},{"name":"b","rows":\#(Self.page(1))}]}}"#
    let end = try end(Self.homes, data)
    #expect(
      end.contains(
        "the list is inside an array: /data/viewer/homes has 2 elements, and each may have a list of its own; name "
          + #"the list of one element as `connection`, as in "/viewer/homes/1/rows""#), "\(end)")
  }

  @Test(
    "The pointer is whole, whatever the elements are",
    arguments: [
      ("{\"viewer\":{\"homes\":[]}}", "has 0 elements", "/viewer/homes/0/rows"),
      ("{\"viewer\":{\"homes\":[null]}}", "has 1 element,", "/viewer/homes/0/rows"),
      ("{\"viewer\":[{\"homes\":[{\"rows\":\(page(1))}]}]}", "/data/viewer has 1 element", "/viewer/0/homes/0/rows"),
      ("{\"viewer\":{\"homes\":[[],[{\"rows\":\(page(1))}]]}}", "has 2 elements", "/viewer/homes/0/0/rows"),
      ("{\"viewer\":{\"homes\":{\"rows\":[\(page(1))]}}}", "/data/viewer/homes/rows has 1", "/viewer/homes/rows/0"),
      ("{\"viewer\":{\"homes\":{\"rows\":[null]}}}", "/data/viewer/homes/rows has 1", "/viewer/homes/rows/0"),
    ])
  func pointers(data: String, words: String, pointer: String) throws {
    let end = try end(Self.homes, data)
    #expect(end.contains(words) && end.contains("as in \"\(pointer)\""), "\(end)")
  }

  @Test("Errors beside the data do not hide it")
  func errors() throws {
    let data = #"{"viewer":{"homes":[{"rows":null}]}}"#
    let end = try end(Self.homes, data, errors: #""errors":[{"message":"no"}],"#)
    #expect(end.contains("as in \"/viewer/homes/0/rows\""), "\(end)")
  }

  @Test("With an index the document finds cursor, offset and keyset lists inside an array")
  func indexes() throws {
    let data = #"{"viewer":{"homes":[{"rows":\#(Self.page(1))},{"rows":\#(Self.page(2, 3))}]}}"#
    let scene = ListScene(try plan(Self.homes) { $0.connection = .path("viewer", "homes", "1", "rows") })
    try scene.walk(answers: #"{"data":\#(data)}"#)
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 2)

    let query = "query ($o: Int, $k: Int) { homes { rows(offset: $o, after: $k) { items { id } } } }"
    for isKeyset in [false, true] {
      let scene = ListScene(
        try plan(query) {
          $0.connection = .path("homes", "1", "rows")
          if isKeyset { ($0.key, $0.after) = ([.path("id")], "k") } else { $0.offset = "o" }
        })
      try scene.walk(
        answers: #"{"data":{"homes":[{"rows":{"items":[]}},{"rows":{"items":[{"id":7}]}}]}}"#,
        #"{"data":{"homes":[{"rows":{"items":[]}},{"rows":{"items":[]}}]}}"#)
      #expect(scene.history.last == "end: success")
      #expect(scene.variables == (isKeyset ? ["{}", #"{"k":7}"#] : [#"{"o":0}"#, #"{"o":1}"#]))
    }
  }

  @Test("An index without an element is reported")
  func noElement() throws {
    let data = #"{"viewer":{"homes":[{"rows":\#(Self.page(1))}]}}"#
    let end = try end(Self.homes, data) { $0.connection = .path("viewer", "homes", "1", "rows") }
    #expect(
      end.contains("the array at /data/viewer/homes has 1 element, and `connection` names the one with the index 1"),
      "\(end)")
  }

  @Test("An array between the list and its items is told of, too")
  func items() throws {
    let query = "query ($o: Int) { viewer { homes { rows(offset: $o) { id } } } }"
    let end = try end(query, #"{"viewer":{"homes":[{"rows":[{"id":1}]}]}}"#) {
      ($0.connection, $0.items, $0.offset) = (.path("viewer"), .path("homes", "rows"), "o")
    }
    #expect(end.contains("/data/viewer/homes has 1 element"), "\(end)")
    #expect(end.contains("as `items`, as in \"/homes/0/rows\""), "\(end)")
  }

  @Test("The lists inside the items of such a list are found and filled")
  func draining() throws {
    let query = """
      query ($c: String) { homes { rows(after: $c) {
        nodes { id __typename inner(first: 1) { nodes { n } pageInfo { hasNextPage endCursor } } }
        pageInfo { hasNextPage endCursor } } } }
      """
    let inner = { (n: Int, more: Bool) in
      #"{"nodes":[{"n":\#(n)}],"pageInfo":{"hasNextPage":\#(more),"endCursor":"I"}}"#
    }
    let document = paged(query) { $0.connection = .path("homes", "0", "rows") }
    let scene = ListScene(try DocumentPlan(document, nested: .drain(DrainRules())))
    try scene.walk(
      answers: """
        {"data":{"homes":[{"rows":{"nodes":[{"id":"a","__typename":"Row","inner":\(inner(1, true))}],
        "pageInfo":{"hasNextPage":false,"endCursor":"K"}}}]}}
        """, #"{"data":{"node":{"swiftpagerId":"a","inner":\#(inner(2, false))}}}"#)
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.summary.nested.incomplete } == 0)
    #expect(scene.transport.bodies.count == 2)
  }

  @Test("A query for the rest of a list may lead through an array, and names its element")
  func ownQueries() throws {
    let query = """
      query ($c: String) { rows(after: $c) { nodes { id inner(first: 1) { nodes { n } pageInfo {
        hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }
      """
    let rest = """
      query ($id: ID!, $d: String) { rows(ids: [$id]) { inner(after: $d) { nodes { n } pageInfo {
        hasNextPage endCursor } } } }
      """
    for (pointer, isFilled) in [(JSONPointer.path("rows", "0", "inner"), true), (.path("rows", "inner"), false)] {
      var rules = DrainRules()
      rules.queries = [
        OwnDrainQuery(
          connection: .path("rows", "nodes", "inner"), query: rest, from: ["id": .path("id")], list: pointer)
      ]
      let scene = ListScene(try DocumentPlan(paged(query), nested: .drain(rules)))
      try scene.walk(
        answers: """
          {"data":{"rows":{"nodes":[{"id":"a","inner":{"nodes":[{"n":1}],"pageInfo":{"hasNextPage":true,
          "endCursor":"I"}}}],"pageInfo":{"hasNextPage":false,"endCursor":"K"}}}}
          """, #"{"data":{"rows":[{"inner":{"nodes":[{"n":2}],"pageInfo":{"hasNextPage":false,"endCursor":"J"}}}]}}"#)
      let end = plain(scene.history.last)
      #expect(isFilled ? end == "end: success" : end.contains("as `connection`, as in \"/rows/0/inner\""), "\(end)")
    }
  }
}
