import PagerSyntax
import Testing

@Suite("The connections inside a list are found in the document")
struct InnerConnectionTests {
  private func inner(
    _ source: String, below path: [String] = ["a"], items: [[String]] = [["nodes"]]
  ) throws -> InnerConnections? {
    let operation = try ExecutableDocument(parsing: source).operation(named: nil)
    return ConnectionFinder.innerConnections(in: operation, below: path, items: items)
  }

  private func pointers(_ source: String, items: [[String]] = [["nodes"]]) throws -> [String] {
    try inner(source, items: items)?.connections.map(\.pointer) ?? []
  }

  @Test(arguments: [
    ("nodes {b {nodes {c} pageInfo {x}}}", ["/a/nodes/b"]),
    ("edges {node {b {edges {node {c}}}}}", ["/a/edges/node/b"]),
    ("nodes {b {nodes {c}}}", ["/a/nodes/b"]),
    ("nodes {x: b {n: nodes {c}} y: b {nodes {c} pageInfo {z}}}", ["/a/nodes/x", "/a/nodes/y"]),
    ("nodes {...F}", ["/a/nodes/b"]),
    ("nodes {... on T {b {i: pageInfo {x} rows {c}}}}", ["/a/nodes/b"]),
    ("nodes {b {nodes {c {nodes {d}}}}}", ["/a/nodes/b", "/a/nodes/b/nodes/c"]),
    ("nodes {d {e {b {nodes {c}}}}}", ["/a/nodes/d/e/b"]),
    ("nodes {id} facets {nodes {c} pageInfo {x}}", ["/a/facets"]),
  ])
  func whereverTheyAre(selection: String, expected: [String]) throws {
    #expect(try pointers("{a {\(selection) pageInfo {x}}} fragment F on T {b {edges {node {c}}}}") == expected)
  }

  @Test(arguments: [
    "nodes {id}", "edges {node {id}}", "nodes {b {nodes}}", "nodes {b {edges {cursor}}}",
    "nodes {b {pageInfo {x} totalCount}}", "nodes {b {c {d}}}", "nodes {b: pageInfo {x}}",
  ])
  func whatOnlyLooksAlikeIsNone(selection: String) throws {
    #expect(try inner("{a {\(selection) pageInfo {x}}}") == nil)
  }

  @Test func theListItselfIsNone() throws {
    let source = "{a {nodes {b {nodes {c}}} pageInfo {x}} z {nodes {y}}}"
    #expect(try inner(source)?.connections.map(\.pointer) == ["/a/nodes/b"])
    let whole = try inner(source, below: [], items: [["a", "nodes"]])
    #expect(whole?.connections.map(\.pointer) == ["/z", "/a/nodes/b"])
  }

  @Test("The connection that leads to the items is not a list inside them, also behind an index")
  func theWayToTheItems() throws {
    let source = "{s {a {nodes {b {nodes {c}}} pageInfo {x}} z {nodes {y}}}}"
    for items in [["a", "nodes"], ["a", "0", "nodes"]] {
      #expect(try inner(source, below: ["s"], items: [items])?.connections.map(\.pointer) == ["/s/z", "/s/a/nodes/b"])
    }
    #expect(
      try inner(source, below: ["s", "0"], items: [["a", "nodes"]])?.connections.map(\.pointer)
        == ["/s/0/z", "/s/0/a/nodes/b"])
  }

  @Test("A query too large to look through is never one without lists inside its items")
  func tooLarge() throws {
    // With the list and its array, 1,023 places are looked at.
    for (count, isCutOff) in [(1021, false), (1022, true), (3000, true)] {
      let fields = (0..<count).map { "f\($0) {nodes {x}}" }.joined(separator: " ")
      let found = try #require(try inner("{a {nodes {\(fields)}}}"))
      #expect(found.isCutOff == isCutOff)
      #expect(found.connections.count == min(count, 1022))
    }
    // None of these is a connection, and the one after them is not looked at.
    let others = (0..<2000).map { "f\($0) {nodes}" }.joined(separator: " ")
    let found = try #require(try inner("{a {nodes {\(others) b {nodes {c}}}}}"))
    #expect(found.isCutOff)
    #expect(found.connections.isEmpty)
  }

  @Test(arguments: [
    ("first: 1", false, "more", "end"), ("first: 1, last: 2", false, "more", "end"), ("", false, "more", "end"),
    ("last: 1", true, "less", "start"), ("before: $x", true, "less", "start"),
    ("last: 1, after: $x", false, "more", "end"),
  ])
  func eachIsReadFromOneEnd(arguments: String, isBackward: Bool, flag: String, cursor: String) throws {
    let source = """
      query ($x: String) {a {nodes {b\(arguments.isEmpty ? "" : "(\(arguments))") {nodes {c} pageInfo
        {more: hasNextPage end: endCursor less: hasPreviousPage start: startCursor}}}}}
      """
    let connection = try #require(try inner(source)?.connections.first)
    #expect(connection.isBackward == isBackward)
    #expect([connection.flagKey, connection.cursorKey] == [flag, cursor])
  }

  @Test func theNearestObjectThatSaysWhichItIs() throws {
    let source = """
      {a {nodes {id __typename c {b {nodes {id d {nodes {x}}}}} e {i: id t: __typename f {nodes {x}}}}}}
      """
    let found = try #require(try inner(source))
    let owners = found.places.indices.filter { found.places[$0].connection != nil }.map { index in
      found.identifiedPlace(above: index).map { "\(found.places[$0].key) -\(found.depth(from: $0, to: index))" }
    }
    #expect(owners == ["nodes -2", "e -1", nil])
  }
}

@Suite("The query for the rest of an inner connection is written from the document")
struct NodeQueryTests {
  private func query(_ source: String, from count: Int = 2) throws -> NodeQuery {
    let operation = try ExecutableDocument(parsing: source).operation(named: nil)
    let inner = try #require(ConnectionFinder.innerConnections(in: operation, below: ["a"], items: [["nodes"]]))
    let connection = try #require(inner.connections.first)
    let query = try #require(
      NodeQuery(for: connection, from: count, cursorType: "String", in: operation))
    // Whatever it is, it is a document.
    _ = try ExecutableDocument(parsing: "\(query.head)T\(query.tail)").operation(named: nil)
    return query
  }

  private func text(_ source: String, from count: Int = 2) throws -> String {
    let query = try query(source, from: count)
    return "\(query.head)T\(query.tail)"
  }

  @Test func itAsksForTheSameByTheObject() throws {
    let text = try text("{a {nodes {id x: b(first: 2, by: {c: [D, \"e\\n\"]}) @d(e: 1.5) {nodes {c}}}}}")
    #expect(
      text == """
        query ($swiftpagerId: ID!, $swiftpagerCursor: String) { node(id: $swiftpagerId) { swiftpagerId: id ... on T { \
        x: b(first: 2, by: {c: [D, "e\\n"]}, after: $swiftpagerCursor) @d(e: 1.5) { nodes { c } } __typename } } }
        """)
  }

  @Test func whatItUsesComesAlong() throws {
    let text = try text(
      """
      query ($n: Int = 3, $c: Cursor!, $on: Boolean! = true, $other: Int, $swiftpagerId: Int) {
        a { nodes { d(x: $other) b(first: $n, after: $c) { ...F } } } }
      fragment F on C { nodes { ...G @include(if: $on) } } fragment G on N { c } fragment H on N { d }
      """)
    #expect(
      text == """
        query ($swiftpagerId_: ID!, $swiftpagerCursor: Cursor, $n: Int = 3, $on: Boolean! = true) { \
        node(id: $swiftpagerId_) { swiftpagerId_: id ... on T { \
        b(first: $n, after: $swiftpagerCursor) { ...F } __typename } } }
        fragment F on C { nodes { ...G @include(if: $on) } }
        fragment G on N { c }
        """)
  }

  @Test func backwardListsAreAskedBackward() throws {
    #expect(
      try text("{a {nodes {b(last: 2, before: \"x\") {nodes {c}}}}}").contains("b(last: 2, before: $swiftpagerCursor)"))
  }

  @Test func conditionsOnTheWayStay() throws {
    let text = try text(
      """
      {a {nodes {... on I {id s {b(first: 1) {nodes {c}}} t} ... on P {s {b(first: 1) {nodes {d}}} u}
        ... {s @x {b(first: 1) {nodes {e}} v}}}}}
      """)
    #expect(
      text == """
        query ($swiftpagerId: ID!, $swiftpagerCursor: String) { \
        node(id: $swiftpagerId) { swiftpagerId: id ... on T { s @x { \
        b(first: 1, after: $swiftpagerCursor) { nodes { e } } } __typename } ... on I { s { \
        b(first: 1, after: $swiftpagerCursor) { nodes { c } } } } ... on P { s { \
        b(first: 1, after: $swiftpagerCursor) { nodes { d } } } } } }
        """)
  }

  @Test func aDocumentThatGrowsWithoutBoundIsRefused() throws {
    let fragments = (0..<12).map { "fragment F\($0) on T {... on A {...F\($0 + 1)} ... on B {...F\($0 + 1)}} " }
    let source = "{a {nodes {...F0}}} \(fragments.joined()) fragment F12 on T {b(first: 1) {nodes {c}}}"
    let operation = try ExecutableDocument(parsing: source).operation(named: nil)
    let inner = try #require(ConnectionFinder.innerConnections(in: operation, below: ["a"], items: [["nodes"]]))
    let connection = try #require(inner.connections.first)
    #expect(NodeQuery(for: connection, from: 2, cursorType: "String", in: operation) == nil)
  }
}
