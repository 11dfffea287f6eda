import PagerSyntax
import Testing

/// What is read off a document about its connections.
@Suite struct ConnectionFinderTests {
  private func candidates(_ source: String) throws -> [ConnectionCandidate] {
    ConnectionFinder.connections(in: try ExecutableDocument(parsing: source).operation(named: nil))
  }

  @Test func readsEverythingOfAPlainConnection() throws {
    let found = try candidates(
      """
      query Products($first: Int!, $after: String, $last: Int, $before: String) {
        shop {
          products(first: $first, after: $after, last: $last, before: $before) {
            totalCount
            edges { cursor node { id } }
            nodes { id }
            pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
          }
        }
      }
      """)
    let connection = try #require(found.first)
    #expect(found.count == 1)
    #expect(connection.responsePath == ["shop", "products"])
    #expect(connection.position == SourcePosition(line: 3, column: 5))
    #expect(connection.pageInfoKey == "pageInfo")
    #expect(connection.hasNextPageKey == "hasNextPage")
    #expect(connection.endCursorKey == "endCursor")
    #expect(connection.hasPreviousPageKey == "hasPreviousPage")
    #expect(connection.startCursorKey == "startCursor")
    #expect(connection.edgesKey == "edges")
    #expect(connection.nodesKey == "nodes")
    #expect(connection.first.variableName == "first")
    #expect(connection.after.variableName == "after")
    #expect(connection.last.variableName == "last")
    #expect(connection.before.variableName == "before")
    #expect(connection.after == .variable("after", SourcePosition(line: 3, column: 29)))
    #expect(connection.enclosingConnection == nil)
  }

  @Test func givesAliasesAsKeysAndVariablesByTheirNames() throws {
    let found = try candidates(
      """
      query ($n: Int, $c: String) {
        s: shop {
          list: products(first: $n, after: $c) {
            count: totalCount
            rows: edges { item: node { id } }
            flat: nodes { id }
            info: pageInfo { more: hasNextPage last: endCursor less: hasPreviousPage head: startCursor }
          }
        }
      }
      """)
    let connection = try #require(found.first)
    #expect(connection.responsePath == ["s", "list"])
    #expect(connection.pageInfoKey == "info")
    #expect(connection.hasNextPageKey == "more")
    #expect(connection.endCursorKey == "last")
    #expect(connection.hasPreviousPageKey == "less")
    #expect(connection.startCursorKey == "head")
    #expect(connection.edgesKey == "rows")
    #expect(connection.nodesKey == "flat")
    #expect(connection.first.variableName == "n")
    #expect(connection.after.variableName == "c")
  }

  @Test func whatIsNotSelectedIsNil() throws {
    let connection = try #require(try candidates("{products {pageInfo {endCursor}}}").first)
    #expect(connection.endCursorKey == "endCursor")
    #expect(connection.hasNextPageKey == nil)
    #expect(connection.hasPreviousPageKey == nil)
    #expect(connection.startCursorKey == nil)
    #expect(connection.edgesKey == nil)
    #expect(connection.nodesKey == nil)
    for argument in [connection.after, connection.first, connection.before, connection.last] {
      #expect(argument == .absent)
      #expect(argument.variableName == nil)
    }
  }

  @Test(arguments: ["\"abc\"", "null", "10", "[$v]", "ENUM"])
  func aLiteralArgumentIsToldFromAnAbsentOne(literal: String) throws {
    let connection = try #require(
      try candidates("query ($v: Int) {products(first: $v, after: \(literal)) {pageInfo {endCursor}}}").first)
    #expect(connection.after == .literal(SourcePosition(line: 1, column: 38)))
    #expect(connection.after.variableName == nil)
    #expect(connection.first.variableName == "v")
    #expect(connection.before == .absent)
  }

  /// The response paths that a document's connections have, in order.
  @Test(
    arguments: [
      // None
      ("{a}", []),
      ("{pageInfo {endCursor}}", []),
      ("{a {b {c}}}", []),
      ("{a {pageInfo: b}}", []),
      ("{pageInfo: a {b}}", []),
      ("{a} fragment Unused on T {b {pageInfo {endCursor}}}", []),
      // One
      ("{a {pageInfo {endCursor}}}", ["/a"]),
      ("{a {pageInfo}}", ["/a"]),
      ("{a {x: pageInfo {endCursor}}}", ["/a"]),
      ("{a {b {c {pageInfo {endCursor}}}}}", ["/a/b/c"]),
      ("{x: a {y: b {pageInfo {endCursor}}}}", ["/x/y"]),
      ("mutation {a {pageInfo {endCursor}}}", ["/a"]),
      // Fragments
      ("{...F} fragment F on T {a {pageInfo {endCursor}}}", ["/a"]),
      ("{a {...F}} fragment F on T {pageInfo {endCursor}}", ["/a"]),
      ("{a {...F}} fragment F on T {...G} fragment G on T {pageInfo {endCursor}}", ["/a"]),
      ("{... on Query {a {... {... on T {pageInfo {endCursor}}}}}}", ["/a"]),
      ("{a {... @include(if: false) {pageInfo {endCursor}}}}", ["/a"]),
      ("{a @skip(if: true) {pageInfo {endCursor}}}", ["/a"]),
      ("{a {...F} b {...F}} fragment F on T {pageInfo {endCursor}}", ["/a", "/b"]),
      ("{...F a {...G}} fragment F on T {a {...H}} fragment G on T {x} fragment H on T {pageInfo {endCursor}}", ["/a"]),
      // Merging
      ("{a {edges {node}} a {pageInfo {endCursor}}}", ["/a"]),
      ("{a {pageInfo {endCursor}} a {pageInfo {hasNextPage}}}", ["/a"]),
      ("{s {a {x}} ...F} fragment F on T {s {a {pageInfo {endCursor}}}}", ["/s/a"]),
      ("{x: a {x} y: a {pageInfo {endCursor}}}", ["/y"]),
      // Several
      ("{a {pageInfo {endCursor}} b {pageInfo {endCursor}}}", ["/a", "/b"]),
      ("{b {pageInfo {endCursor}} a {pageInfo {endCursor}}}", ["/b", "/a"]),
      ("{x: a {pageInfo {endCursor}} y: a {pageInfo {endCursor}}}", ["/x", "/y"]),
      ("{a {pageInfo {endCursor} b {pageInfo {endCursor}}}}", ["/a", "/a/b"]),
      (
        "{a {edges {b {pageInfo {endCursor}}} pageInfo {endCursor}} c {pageInfo {endCursor}}}",
        ["/a", "/c"]
      ),
    ] as [(String, [String])])
  func finds(source: String, paths: [String]) throws {
    let found = try candidates(source)
    #expect(found.map { "/" + $0.responsePath.joined(separator: "/") } == paths)
  }

  @Test func mergedFieldsMakeOneConnectionWithTheKeysOfAll() throws {
    let found = try candidates(
      """
      query ($c: String) {
        products(after: $c) { edges { node { id } } }
        ...Rest
        products(after: $c) { edges { ...Item } pageInfo { endCursor } }
      }
      fragment Rest on Query { products(after: $c) { totalCount pageInfo { ... on PageInfo { hasNextPage } } } }
      fragment Item on Edge { node { name } }
      """)
    let connection = try #require(found.first)
    #expect(found.count == 1)
    #expect(connection.position == SourcePosition(line: 2, column: 3))
    #expect(connection.edgesKey == "edges")
    #expect(connection.hasNextPageKey == "hasNextPage")
    #expect(connection.endCursorKey == "endCursor")
    #expect(connection.after.variableName == "c")
  }

  /// Connections inside the list of another, which they name when they are asked for, and others that only look so.
  @Test(arguments: [
    ("edges {node {b {pageInfo {endCursor}}}}", "edges/node/b", true),
    ("rows: edges {item: node {b {pageInfo {endCursor}}}}", "rows/item/b", true),
    ("nodes {b {pageInfo {endCursor}}}", "nodes/b", true),
    ("nodes {...F}", "nodes/b", true),
    ("b {pageInfo {endCursor}}", "b", false),
    ("edge {b {pageInfo {endCursor}}}", "edge/b", false),
    ("x: owner {nodes: b {pageInfo {endCursor}}}", "x/nodes", false),
  ])
  func whatIsInsideAListIsLeftOut(inner: String, path: String, isInsideList: Bool) throws {
    let source = "{a {pageInfo {endCursor} \(inner)}} fragment F on T {b {pageInfo {endCursor}}}"
    let operation = try ExecutableDocument(parsing: source).operation(named: nil)
    let keys = ["a"] + path.split(separator: "/").map(String.init)
    #expect(ConnectionFinder.connections(in: operation).count == (isInsideList ? 1 : 2))
    if isInsideList {
      let error = #expect(throws: GraphQLDocumentError.self) {
        try ConnectionFinder.connection(in: operation, at: keys)
      }
      #expect(error?.reason == .connectionInsideList)
    } else {
      #expect(try ConnectionFinder.connection(in: operation, at: keys).responsePath == keys)
    }
  }

  @Test(arguments: [("a/nodes/b", "/a"), ("a/nodes/b/nodes/c", "/a/nodes/b"), ("a/nodes/b/d", "/a")])
  func theNearestConnectionEncloses(path: String, enclosing: String) throws {
    let source = "{a {pageInfo {x} nodes {b {pageInfo {x} nodes {c {pageInfo {x}}} d {pageInfo {x}}}}}}"
    let operation = try ExecutableDocument(parsing: source).operation(named: nil)
    let error = #expect(throws: GraphQLDocumentError.self) {
      try ConnectionFinder.connection(in: operation, at: path.split(separator: "/").map(String.init))
    }
    #expect(error?.message.contains("for every item of \"\(enclosing)\";") == true)
  }
}
