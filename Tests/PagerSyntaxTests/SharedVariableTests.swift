import PagerSyntax
import Testing

@Suite("A field inside the items that takes the variable of the list is found")
struct SharedVariableTests {
  private func shared(
    _ source: String, variables: Set<String> = ["c"], list: [String] = ["a"], items: [[String]] = [["nodes"]]
  ) throws -> SharedVariable? {
    let operation = try ExecutableDocument(parsing: source).operation(named: nil).under(SelectionConditions([:]))
    return ConnectionFinder.variable(of: variables, sharedInside: items, of: list, in: operation)
  }

  @Test(
    "A list inside the items takes the cursor, an offset, or a value in its filter",
    arguments: [
      ("b(first: 1, after: $c) {nodes {d}}", "/a/nodes/b", "after"),
      ("b(before: $c) {edges {node {d}}}", "/a/nodes/b", "before"),
      ("b(offset: $c) {d}", "/a/nodes/b", "offset"),
      ("b(page: {after: [$c]}) {d}", "/a/nodes/b", "page"),
      ("b(where: {id: {gt: $c}}) {d}", "/a/nodes/b", "where"),
      ("tags(limit: 3, skip: $c)", "/a/nodes/tags", "skip"),
      ("x: b(after: $c) {d}", "/a/nodes/x", "after"),
      ("...F", "/a/nodes/b", "after"),
      ("... on T {e {b(after: $c) {d}}}", "/a/nodes/e/b", "after"),
      ("e(after: $d) {d} b {nodes {f(first: 2, after: $c) {d}}}", "/a/nodes/b/nodes/f", "after"),
    ])
  func found(selection: String, path: String, argument: String) throws {
    let source = """
      query ($c: String, $d: String) {a(after: $c) {nodes {\(selection)} pageInfo {x}}}
      fragment F on T {b(after: $c) {d}}
      """
    let shared = try #require(try shared(source))
    #expect(shared.variable == "c")
    #expect(shared.inner.hasPrefix("\"\(path)\" at line "))
    #expect(shared.argument == argument)
    #expect(shared.outer == "\"/a\" at line 1, column 33")
  }

  @Test(
    "A field with another variable, without a list, or outside the items is not found",
    arguments: [
      "nodes {b(first: $n, after: $d) {nodes {d}}}",
      "nodes {b(first: $n) {nodes {d}}}",
      "nodes {rank(offset: $c)}",
      "nodes {b @x(y: $c) {d}}",
      "nodes {id} facets(after: $c) {nodes {d}}",
      "nodes {b(after: $c) @skip(if: true) {d}}",
    ])
  func others(selection: String) throws {
    let source = "query ($c: String, $d: String, $n: Int) {a(after: $c) {\(selection) pageInfo {x}} z(after: $c) {y}}"
    #expect(try shared(source) == nil)
  }

  @Test("The field is found in each array of items, and below items that are the list itself")
  func places() throws {
    let source = "query ($c: Int) {s {a(offset: $c) {rows {b(offset: $c) {d}} edges {node {b(offset: $c) {d}}}}}}"
    let inRows = try shared(source, list: ["s", "a"], items: [["rows"]])
    #expect(inRows?.inner == "\"/s/a/rows/b\" at line 1, column 42")
    let inEdges = try shared(source, list: ["s"], items: [["a", "none"], ["a", "edges"]])
    #expect(inEdges?.inner == "\"/s/a/edges/node/b\" at line 1, column 74")
    let below = try shared(source, list: ["s", "a"], items: [[]])
    #expect(below?.outer == "\"/s/a\" at line 1, column 21")
    #expect(try shared(source, list: ["s", "z"]) == nil)
  }

  @Test("Fragments with very many paths to a list are searched once")
  func growth() throws {
    let ways = (0..<12).map { "fragment F\($0) on T {x {...F\($0 + 1)} y {...F\($0 + 1)} z {...F\($0 + 1)}} " }.joined()
    let source = "query ($c: String) {a {nodes {...F0}}} \(ways) fragment F12 on T {rank(after: $c) b {d}}"
    #expect(try shared(source) == nil)
  }
}
