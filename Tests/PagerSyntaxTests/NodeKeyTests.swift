import PagerSyntax
import Testing

@Suite("The node of an edge is found under the keys that the document gives it")
struct NodeKeyTests {
  private func keys(_ source: String, at path: String = "a/edges", _ known: [String: Bool] = [:]) throws -> [String]? {
    let operation = try ExecutableDocument(parsing: source).operation(named: nil).under(SelectionConditions(known))
    return ConnectionFinder.nodeKeys(in: operation, at: path.split(separator: "/").map(String.init))
  }

  @Test(arguments: [
    ("edges {node {id}}", ["node"]),
    ("edges {n: node {id}}", ["n"]),
    ("edges {node: cursor n: node {id}}", ["n"]),
    ("edges {...E}", ["it"]),
    ("edges {... on E {node {id}}}", ["node"]),
    ("edges {cursor} edges {n: node {id}}", ["n"]),
    ("edges {n: node {id} n: node {name}}", ["n"]),
  ])
  func aliasesAndFragmentsAreFollowed(selection: String, expected: [String]) throws {
    #expect(try keys("{a {\(selection)}} fragment E on E {it: node {id}}") == expected)
  }

  @Test func ofSeveralNodesTheFirstOneComesFirst() throws {
    #expect(try keys("{a {edges {node {a} n: node {b}}}}") == ["node", "n"])
    #expect(try keys("{a {edges {... on X {x: node {a}} ... on Y {y: node {b}}}}}") == ["x", "y"])
  }

  @Test func whatTheVariablesLeaveOutIsNotLookedAt() throws {
    let source = "query ($s: Boolean!) {a {edges {x: node @skip(if: $s) {a} y: node @include(if: $s) {b}}}}"
    #expect(try keys(source, ["s": true]) == ["y"])
    #expect(try keys(source, ["s": false]) == ["x"])
    #expect(try keys(source) == ["x", "y"])
  }

  @Test(arguments: [
    ("{a {edges {cursor}}}", "a/edges"), ("{a {edges {node: cursor}}}", "a/edges"),
    ("{a {nodes {node {id}}}}", "a/nodes"), ("{a {rows: nodes {node {id}}}}", "a/rows"),
  ])
  func elementsWithoutANodeAreNoEdges(source: String, path: String) throws {
    #expect(try keys(source, at: path) == [])
  }

  @Test(arguments: ["a/rows", "a/edges/node", "b", "a/more", "a/more/edges"])
  func whereTheDocumentDoesNotShowTheElementsNothingIsKnown(path: String) throws {
    #expect(try keys("{a {edges {cursor} more}}", at: path) == nil)
  }
}
