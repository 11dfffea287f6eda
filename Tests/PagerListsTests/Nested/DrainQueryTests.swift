import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("The queries for the rest of lists inside the items")
struct DrainQueryTests {
  private static let place = "/rows/nodes/inner"

  /// A document whose items have such lists, read from their end if they are backward.
  private func document(_ owner: String = "key: code", backward: Bool = false, inner: String? = nil) -> PagedDocument {
    let info = backward ? "hasPreviousPage startCursor" : "hasNextPage endCursor"
    let selection =
      inner ?? "inner(\(backward ? "last" : "first"): 1) { nodes { n } edges { cursor } pageInfo { \(info) } }"
    return paged(
      "query ($after: String) { rows(after: $after) { nodes { \(owner) \(selection) } pageInfo { hasNextPage endCursor } } }"
    ) {
      $0.connection = .path("rows")
    }
  }

  private static let forward = """
    query ($code: String!, $cursor: String, $size: Int!) {
      found: row(code: $code) { inner(first: $size, after: $cursor) {
        nodes { n } edges { cursor } pageInfo { hasNextPage endCursor } } }
    }
    """

  private func own(_ query: String = forward, _ change: (inout OwnDrainQuery) -> Void = { _ in }) throws -> DrainRules {
    var query = OwnDrainQuery(
      connection: .path("rows", "nodes", "inner"), query: query, variables: ["size": try RawJSON(3)],
      from: ["code": .path("key")])
    change(&query)
    var rules = DrainRules()
    rules.queries = [query]
    return rules
  }

  @Test("A query of a config asks with the values of the object, the variables and the cursor")
  func values() throws {
    let scene = ListScene(try DocumentPlan(document(), nested: .drain(try own())))
    try scene.start(.fetch)
    let open = { (n: Int, more: Bool) in
      #"{"nodes":[{"n":\#(n)}],"edges":[{"cursor":"\#(n)"}],"pageInfo":{"hasNextPage":\#(more),"endCursor":"c\#(n)"}}"#
    }
    scene.transport.answer(
      #"{"data":{"rows":{"nodes":[{"key":"k","inner":\#(open(1, true))}],"pageInfo":{"hasNextPage":false}}}}"#)
    scene.transport.answer(#"{"data":{"found":{"inner":\#(open(2, true))}}}"#)
    scene.transport.answer(#"{"data":{"found":{"inner":\#(open(3, false))}}}"#)
    #expect(scene.history.last == "end: success")
    #expect(
      scene.transport.requests.dropFirst() == [
        ["code": "k", "size": 3, "cursor": "c1"], ["code": "k", "size": 3, "cursor": "c2"],
      ])
    let items = try #require(scene.history.first)
    #expect(
      items.contains(#""nodes":[{"n":1},{"n":2},{"n":3}],"edges":[{"cursor":"1"},{"cursor":"2"},{"cursor":"3"}]"#))
    #expect(items.contains(#""pageInfo":{"hasNextPage":false,"endCursor":"c3"}"#))
  }

  @Test("An object without the value keeps its list, and the message says what it lacks")
  func noValue() throws {
    let scene = ListScene(try DocumentPlan(document(), nested: .drain(try own())))
    try scene.start(.fetch)
    let inner = #"{"nodes":[],"edges":[],"pageInfo":{"hasNextPage":true,"endCursor":"c"}}"#
    scene.transport.answer(
      #"{"data":{"rows":{"nodes":[{"inner":\#(inner)}],"pageInfo":{"hasNextPage":false}}}}"#)
    #expect(scene.history.last?.contains("an object with a list at \"\(Self.place)\" has nothing at \"/key\"") == true)
  }

  // MARK: Backward

  @Test("The rest of a list that is read from its end comes before what is there", arguments: [false, true])
  func backward(isOwn: Bool) throws {
    let rest = """
      query ($code: String!, $cursor: String, $size: Int!) { row(code: $code) { inner(last: $size, before: $cursor) {
        nodes { n } edges { cursor } pageInfo { hasPreviousPage startCursor } } } }
      """
    let nested = isOwn ? NestedRule.drain(try own(rest)) : .drain(DrainRules())
    let scene = ListScene(
      try DocumentPlan(document(isOwn ? "key: code" : "id __typename", backward: true), nested: nested))
    try scene.start(.fetch)
    let open = { (ns: String, more: Bool) in
      #"{"nodes":[\#(ns)],"edges":[],"pageInfo":{"hasPreviousPage":\#(more),"startCursor":"c\#(ns.first ?? "0")"}}"#
    }
    scene.transport.answer(
      #"{"data":{"rows":{"nodes":[{"key":"k","id":"k","__typename":"Row","inner":\#(open("5", true))}],"pageInfo":{"hasNextPage":false}}}}"#
    )
    for answer in [open("3,4", true), open("1,2", false)] {
      scene.transport.answer(#"{"data":{"\#(isOwn ? "row" : "node")":{"inner":\#(answer)}}}"#)
    }
    #expect(scene.history.last == "end: success")
    #expect(scene.history.first?.contains(#""nodes":[1,2,3,4,5]"#) == true)
    #expect(scene.history.first?.contains(#""pageInfo":{"hasPreviousPage":false,"startCursor":"c1"}"#) == true)
    let name = isOwn ? "cursor" : "swiftpagerCursor"
    #expect(scene.transport.requests.dropFirst().map { $0[name] } == ["c5", "c3"])
  }

  // MARK: Refusals

  /// A query of a config that does not fit, and what is said of it.
  struct Misfit: Sendable, CustomTestStringConvertible {
    let part: String
    let words: String
    var query = DrainQueryTests.forward
    var isBackward = false
    var change: @Sendable (inout OwnDrainQuery) -> Void = { _ in }

    var testDescription: String { "\(part): \(words)" }
  }

  private static let misfits = [
    Misfit(part: "", words: "the query has no list inside its items at \"/rows/nodes/other\"; it has \"\(place)\"") {
      $0.connection = .path("rows", "nodes", "other")
    },
    Misfit(part: "/from", words: "declares no variable") { $0.from = ["other": .path("key")] },
    Misfit(part: "/variables", words: "$code") { $0.from = [:] },
    Misfit(part: "/after", words: "declares no variable") { $0.cursor = "other" },
    Misfit(part: "/connection", words: "the query has no connection at \"/found\"") { $0.list = .path("found") },
    Misfit(
      part: "/query", words: "has no \"nodes\", which \"\(place)\"",
      query: forward.replacing("nodes { n }", with: "")),
    Misfit(part: "/query", words: "does not parse", query: forward + "x"),
    Misfit(
      part: "/query", words: "does not ask whether there is more: add pageInfo { hasNextPage endCursor } to it",
      query: forward.replacing("hasNextPage", with: "")),
    Misfit(
      part: "/query", words: "does not ask whether there is more",
      query: forward.replacing("endCursor", with: "")),
    Misfit(
      part: "/after", words: "name the variable that takes the cursor as `after`",
      query: forward.replacing("after: $cursor", with: "after: \"x\"")),
    Misfit(part: "/query", words: "reads from the opposite end of \"\(place)\"", isBackward: true),
    Misfit(
      part: "/query", words: "add pageInfo { hasPreviousPage startCursor } to it",
      query: forward.replacing("first: $size, after", with: "last: $size, before"), isBackward: true),
  ]

  @Test("A query of a config that does not fit the list is refused before any request", arguments: misfits)
  func refused(misfit: Misfit) throws {
    let rules = try own(misfit.query, misfit.change)
    let error = try #require(throws: DocumentPlanError.self) {
      try DocumentPlan(document(backward: misfit.isBackward), nested: .drain(rules))
    }
    let list = misfit.part.isEmpty ? "~1rows~1nodes~1other" : "~1rows~1nodes~1inner"
    #expect(error.part.description == "/nested/queries/\(list)\(misfit.part)")
    #expect(error.message.contains(misfit.words), "\(error.message)")
  }

  @Test("A variable of the cursor that the config names goes before the one in the query")
  func named() throws {
    let rules = try own(Self.forward.replacing("after: $cursor", with: "after: $cursor, other: $size")) {
      $0.cursor = "cursor"
    }
    #expect(throws: Never.self) { try DocumentPlan(document(), nested: .drain(rules)) }
  }

  private static let whatIsMissing: [(String, String?, Bool, String)] = [
    ("id name", nil, true, "select `id __typename` in the object around it"),
    ("__typename name", nil, true, "select `id __typename` in the object around it"),
    ("id __typename", "inner(first: 2) { nodes { n } }", true, "does not ask whether there is more"),
    (
      "id __typename", "inner(first: 2) { nodes { n } pageInfo { hasNextPage } }", true,
      "does not ask for the cursor of the next page: add pageInfo { hasNextPage endCursor } to it"
    ),
    ("name", "inner(first: 2) { nodes { n } pageInfo { endCursor } }", false, "does not ask whether there is more"),
    (
      "id __typename", "inner(last: 2) { nodes { n } pageInfo { hasNextPage endCursor } }", true,
      "does not ask whether there is more: add pageInfo { hasPreviousPage startCursor } to it"
    ),
  ]

  @Test("What has to be known has to be asked for", arguments: whatIsMissing)
  func asks(owner: String, inner: String?, drains: Bool, words: String) throws {
    let error = try #require(throws: DocumentPlanError.self) {
      try DocumentPlan(document(owner, inner: inner), nested: drains ? .drain(DrainRules()) : .error)
    }
    #expect(error.part.description == "/nested")
    #expect(
      error.message.contains("the connection \"\(Self.place)\"") && error.message.contains(words), "\(error.message)")
    #expect(error.position != nil)
  }

  @Test("A list whose flag is asked for is checked without its cursor, and one that is only reported needs neither")
  func asksEnough() throws {
    let flag = document("name", inner: "inner(first: 2) { nodes { n } pageInfo { hasNextPage } }")
    #expect(throws: Never.self) { try DocumentPlan(flag, nested: .error) }
    #expect(throws: Never.self) { try DocumentPlan(document("name", inner: "inner(first: 2) { nodes { n } }")) }
  }
}
