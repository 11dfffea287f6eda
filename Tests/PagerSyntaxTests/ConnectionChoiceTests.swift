import PagerSyntax
import Testing

/// Which connection is chosen, by itself or by a path, and what is said where none can be.
@Suite struct ConnectionChoiceTests {
  private func connection(_ source: String, at path: [String]?) throws -> ConnectionCandidate {
    try ConnectionFinder.connection(in: try ExecutableDocument(parsing: source).operation(named: nil), at: path)
  }

  @Test(
    arguments: [
      ("{a {pageInfo {x}}}", nil, ["a"]),
      ("{a {pageInfo {x}}}", ["a"], ["a"]),
      ("{a {pageInfo {x}} b {pageInfo {x}}}", ["b"], ["b"]),
      ("{s: a {t: b {pageInfo {x}}} c {pageInfo {x}}}", ["s", "t"], ["s", "t"]),
      ("{a {pageInfo {x} b {pageInfo {x}}}}", ["a", "b"], ["a", "b"]),
      ("{a {pageInfo {x} edges {node {b {pageInfo {x}}}}}}", nil, ["a"]),
      ("{a {pageInfo {x} nodes {b {pageInfo {x}}}}}", nil, ["a"]),
      ("{a {x} ...F} fragment F on T {a {pageInfo {x}}}", ["a"], ["a"]),
      // Without a `pageInfo` beside it, nothing says that `nodes` is a connection's list.
      ("{a {nodes {b {pageInfo {x}}}}}", nil, ["a", "nodes", "b"]),
      // An index chooses an element of what a response may show to be an array.
      ("{a {b {pageInfo {x}}}}", ["a", "0", "b"], ["a", "0", "b"]),
      ("{a {b {pageInfo {x}}}}", ["a", "7", "12", "b", "0"], ["a", "7", "12", "b", "0"]),
      ("{a {pageInfo {x} nodes {b {pageInfo {x}}}}}", ["a", "nodes", "0", "b"], ["a", "nodes", "0", "b"]),
      (
        "{a {pageInfo {x} edges {node {b {pageInfo {x} nodes {c {pageInfo {x}}}}}}}}",
        ["a", "edges", "1", "node", "b", "nodes", "2", "c"], ["a", "edges", "1", "node", "b", "nodes", "2", "c"]
      ),
    ] as [(String, [String]?, [String])])
  func chooses(source: String, path: [String]?, expected: [String]) throws {
    #expect(try connection(source, at: path).responsePath == expected)
  }

  @Test(
    arguments: [
      (
        "query Q {\n  a {b}\n}", nil, .noConnection,
        "no connection in query \"Q\": no field, also through aliases and fragments, has \"pageInfo\" in its"
          + " selection; select pageInfo { hasNextPage endCursor } in the field to page through"
      ),
      (
        "{a {b}}", ["a"], .noConnection,
        "no connection in the anonymous query: no field, also through aliases and fragments, has \"pageInfo\" in its"
          + " selection; select pageInfo { hasNextPage endCursor } in the field to page through"
      ),
      (
        "query Q {\n  a {pageInfo {x}}\n  s {b {pageInfo {x}}}\n}", nil, .ambiguousConnection,
        "query \"Q\" has 2 connections: name the one to page through:"
          + " \"/a\" at line 2, column 3, \"/s/b\" at line 3, column 6"
      ),
      (
        "{a {pageInfo {x}}}", ["b"], .unknownConnection,
        "the anonymous query selects nothing at \"/b\"; it has the connection \"/a\" at line 1, column 2"
      ),
      (
        "{a {pageInfo {x}} b {pageInfo {x}}}", ["a", "c"], .unknownConnection,
        "the anonymous query selects nothing at \"/a/c\"; it has the connections"
          + " \"/a\" at line 1, column 2, \"/b\" at line 1, column 19"
      ),
      (
        "{a {pageInfo {x}}}", [], .unknownConnection,
        "the anonymous query selects nothing at \"\"; it has the connection \"/a\" at line 1, column 2"
      ),
      (
        "{s {a {pageInfo {x}}}}", ["s"], .unknownConnection,
        "the field \"/s\" at line 1, column 2 is not a connection: its selection has no \"pageInfo\";"
          + " the anonymous query has the connection \"/s/a\" at line 1, column 5"
      ),
      (
        "{x: a {pageInfo {x}}}", ["a"], .unknownConnection,
        "the anonymous query selects nothing at \"/a\"; it has the connection \"/x\" at line 1, column 2"
      ),
      (
        "{a {pageInfo {x} edges {node {b {pageInfo {x}}}}}}", ["a", "edges", "node", "b"], .connectionInsideList,
        "the connection \"/a/edges/node/b\" at line 1, column 31 cannot be paged: it is repeated for every item of"
          + " \"/a\"; page through \"/a\" at line 1, column 2, or through the connection of one item, as in"
          + " \"/a/edges/0/node/b\""
      ),
      (
        "{a {pageInfo {x} nodes {b {pageInfo {x} nodes {c {pageInfo {x}}}}}}}", ["a", "nodes", "b", "nodes", "c"],
        .connectionInsideList,
        "the connection \"/a/nodes/b/nodes/c\" at line 1, column 48 cannot be paged: it is repeated for every item of"
          + " \"/a/nodes/b\"; page through \"/a\" at line 1, column 2, or through the connection of one item, as in"
          + " \"/a/nodes/0/b/nodes/0/c\""
      ),
      (
        "{a {pageInfo {x} nodes {b {pageInfo {x} nodes {c {pageInfo {x}}}}}}}", ["a", "nodes", "b", "nodes", "3", "c"],
        .connectionInsideList,
        "the connection \"/a/nodes/b/nodes/3/c\" at line 1, column 48 cannot be paged: it is repeated for every item"
          + " of \"/a\"; page through \"/a\" at line 1, column 2, or through the connection of one item, as in"
          + " \"/a/nodes/0/b/nodes/3/c\""
      ),
      (
        "{a {pageInfo {x}}}", ["0", "a"], .unknownConnection,
        "the anonymous query selects nothing at \"/0/a\"; it has the connection \"/a\" at line 1, column 2"
      ),
      (
        "{a {b {pageInfo {x}}}}", ["a", "01", "b"], .unknownConnection,
        "the anonymous query selects nothing at \"/a/01/b\"; it has the connection \"/a/b\" at line 1, column 5"
      ),
    ] as [(String, [String]?, GraphQLDocumentError.Reason, String)])
  func refuses(
    source: String, path: [String]?, reason: GraphQLDocumentError.Reason, message: String
  ) throws {
    let error = try #require(throws: GraphQLDocumentError.self) { try connection(source, at: path) }
    #expect(error.reason == reason)
    #expect(error.message == message)
    #expect(error.position != nil)
  }

  @Test func connectionsInsideAListDoNotHideTheOnesAfterIt() throws {
    let nested = (0..<ConnectionFinder.candidateLimit).map { "n\($0) {pageInfo {x}}" }.joined(separator: " ")
    let source = "{a {pageInfo {x} nodes {\(nested)}} b {pageInfo {x}}}"
    let error = try #require(throws: GraphQLDocumentError.self) { try connection(source, at: nil) }
    #expect(error.reason == .ambiguousConnection)
    #expect(error.message.contains("\"/b\""))
    #expect(try connection(source, at: ["b"]).responsePath == ["b"])
  }

  @Test func aPathReachesBeyondTheLimitOfTheSearch() throws {
    let count = ConnectionFinder.candidateLimit + 10
    let source = "{" + (0..<count).map { "c\($0) {pageInfo {x}}" }.joined(separator: " ") + "}"
    #expect(try connection(source, at: ["c\(count - 1)"]).responsePath == ["c\(count - 1)"])
    let error = try #require(throws: GraphQLDocumentError.self) { try connection(source, at: nil) }
    #expect(error.message.contains("at least \(ConnectionFinder.candidateLimit) connections"))
  }
}
