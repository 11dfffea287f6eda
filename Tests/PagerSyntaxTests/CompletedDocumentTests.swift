import Testing

@testable import PagerSyntax

@Suite("A query gets what its list needs to be paged, and stays as it is otherwise")
struct CompletedDocumentTests {
  private static let pageInfo = "pageInfo { hasNextPage endCursor }"

  private func completed(_ text: String, operation name: String? = nil) throws -> CompletedDocument? {
    let operation = try ExecutableDocument(parsing: text).operation(named: name)
    return CompletedDocument(text, operation) { ["offset", "skip", "page"].contains($0) }
  }

  @Test(
    "The cursor's variable, its argument and the page info",
    arguments: [
      (
        "{ products(first: 100) { nodes { id } } }",
        "query ($after: String) { products(after: $after, first: 100) { \(pageInfo)  nodes { id } } }"
      ),
      (
        "query Q { p: products { edges { node { id } } } }",
        "query Q($after: String) { p: products(after: $after) { \(pageInfo)  edges { node { id } } } }"
      ),
      (
        "query ($n: Int, ) { a { products(first: $n) { nodes { id } } } }",
        "query ($after: String, $n: Int, ) { a { products(after: $after, first: $n) { \(pageInfo)  nodes { id } } } }"
      ),
      (
        "query @live { products { nodes { id } } }",
        "query ($after: String) @live { products(after: $after) { \(pageInfo)  nodes { id } } }"
      ),
      (
        "query ($after: Int) { products(x: $after) { nodes { id } } }",
        "query ($after_2: String, $after: Int) { products(after: $after_2, x: $after) { \(pageInfo)  nodes { id } } }"
      ),
      (
        "query ($c: Cursor) { products(paging: {after: $c}) { nodes { id } pageInfo { hasNextPage } } }",
        "query ($c: Cursor) { products(paging: {after: $c}) { nodes { id } pageInfo { endCursor  hasNextPage } } }"
      ),
      (
        "{ products { pageInfo: id nodes { id } } }",
        "query ($after: String) { products(after: $after) { pageInfo_2: \(pageInfo)  pageInfo: id nodes { id } } }"
      ),
      (
        "# {\n{ products(text: \"{\") { # nodes\n nodes { reviews { nodes { id } } } } }",
        "# {\nquery ($after: String) { products(after: $after, text: \"{\") { \(pageInfo)  # nodes\n"
          + " nodes { reviews { nodes { id } } } } }"
      ),
    ])
  func added(text: String, expected: String) throws {
    let completed = try #require(try completed(text))
    #expect(completed.text == expected)
    try expectPaged(completed.text)
  }

  @Test("Every operation that reaches the list declares the variable, and every selection of it has the argument")
  func fragments() throws {
    let text = """
      query A { ...List } query B { shop { ...Inner } products { id } } query C { me }
      fragment List on Query { products { ...Items } products { total } }
      fragment Inner on Shop { id }
      fragment Items on Products { nodes { id } }
      """
    let completed = try #require(try completed(text, operation: "A"))
    #expect(
      completed.text == """
        query A($after: String) { ...List } query B { shop { ...Inner } products { id } } query C { me }
        fragment List on Query { products(after: $after) { ...Items } products(after: $after) { total } }
        fragment Inner on Shop { id }
        fragment Items on Products { \(Self.pageInfo)  nodes { id } }
        """)
    #expect(completed.added == ["$after: String", "after: $after", Self.pageInfo])
    try expectPaged(completed.text, operation: "A")
    let both = "query A { ...L } query B { ...L } fragment L on Query { products { nodes { id } } }"
    let text2 = try #require(try self.completed(both, operation: "B")).text
    #expect(text2.hasPrefix("query A($after: String) { ...L } query B($after: String) { ...L }"))
  }

  @Test("Each part under a condition says whether there is more")
  func conditions() throws {
    let text = """
      query ($a: Boolean!) { p { ... @include(if: $a) { nodes { id } } ... @skip(if: $a) { edges { node { id } } } } }
      """
    let completed = try #require(try completed(text)).text
    #expect(completed.components(of: Self.pageInfo) == 2)
  }

  @Test(
    "A document that lacks nothing, or that is not a query with one list of cursors, stays as it is",
    arguments: [
      "query ($after: String) { p(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }",
      "mutation { p { nodes { id } } }", "{ a { nodes { id } } b { nodes { id } } }", "{ a { id } }", "{ edges { id } }",
      "{ p(last: 3) { nodes { id } } }", "query ($b: ID) { p(before: $b) { nodes { id } } }",
      "{ p(paging: {last: 3}) { nodes { id } } }", "query ($s: Int) { p(skip: $s) { nodes { id } } }",
      "{ p(options: {page: 1}) { nodes { id } } }", "{ p(after: \"x\") { nodes { id } } }", "{ p { nodes } }",
    ])
  func nothing(text: String) throws {
    #expect(try completed(text) == nil)
  }

  @Test(
    "A number that asks for the first page becomes a variable",
    arguments: [
      (
        "{ books(offset: 0, limit: 10) { id } }", ["offset"], "offset",
        "query ($offset: Int = 0) { books(offset: $offset, limit: 10) { id } }"
      ),
      (
        "query ($page: Int) { books(p: {page: 1, x: $page}) { id } }", ["p", "page"], "page",
        "query ($page_2: Int = 1, $page: Int) { books(p: {page: $page_2, x: $page}) { id } }"
      ),
      (
        "{ books(skip: 0) { id } books(skip: 0) { name } }", ["skip"], "skip",
        "query ($skip: Int = 0) { books(skip: $skip) { id } books(skip: $skip) { name } }"
      ),
    ])
  func numbers(text: String, argument: [String], name: String, expected: String) throws {
    let operation = try ExecutableDocument(parsing: text).operation(named: nil)
    let completed = CompletedDocument(text, operation, variableAt: argument, of: ["books"], type: "Int")
    #expect(completed?.text == expected)
    #expect(completed?.added.first?.hasPrefix("$\(name)") == true)
    #expect(CompletedDocument(text, operation, variableAt: ["other"], of: ["books"], type: "Int") == nil)
  }

  /// The completed document needs nothing more, and its connection can be paged.
  private func expectPaged(_ text: String, operation name: String? = nil) throws {
    #expect(try completed(text, operation: name) == nil)
    let operation = try ExecutableDocument(parsing: text).operation(named: name)
    if text.contains("paging") { return }
    let connection = try ConnectionFinder.connection(in: operation)
    #expect(connection.after.variableName != nil)
    #expect(connection.hasNextPageKey != nil && connection.endCursorKey != nil)
    let declared = operation.definition.variables.map(\.name)
    #expect(declared.contains(connection.after.variableName ?? ""))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let place = rest.firstRange(of: part) {
      count += 1
      rest = rest[place.upperBound...]
    }
    return count
  }
}
