import PagerSyntax
import Testing

@Suite("A value that asks for the first page becomes a variable")
struct LiteralReplacementTests {
  private func replaced(
    _ text: String, _ argument: [String], of path: [String] = ["books"], operation name: String? = nil,
    type: String = "Int"
  ) throws -> CompletedDocument? {
    let operation = try ExecutableDocument(parsing: text).operation(named: name)
    return CompletedDocument(text, operation, variableAt: argument, of: path, type: type)
  }

  @Test(arguments: [
    (
      "{ books(offset: 0, limit: 10) { id } }", "offset",
      "query ($offset: Int = 0) { books(offset: $offset, limit: 10) { id } }"
    ),
    (
      "query Q($n: Int) { books(pagination: {page: 1, pageSize: $n}) { id } }", "pagination page",
      "query Q($n: Int, $page: Int = 1) { books(pagination: {page: $page, pageSize: $n}) { id } }"
    ),
    (
      "query ($skip: Int) { books(x: $skip, skip:0) { id } books(x: $skip, skip: 0) { name } }", "skip",
      "query ($skip: Int, $skip_2: Int = 0) { books(x: $skip, skip:$skip_2) { id } "
        + "books(x: $skip, skip: $skip_2) { name } }"
    ),
    (
      "{ ...F } fragment F on Q { books(s: \"\"\"0\"\"\", skip: 0) { id } }", "skip",
      "query ($skip: Int = 0) { ...F } fragment F on Q { books(s: \"\"\"0\"\"\", skip: $skip) { id } }"
    ),
  ])
  func replaces(text: String, argument: String, expected: String) throws {
    let path = argument.split(separator: " ").map(String.init)
    let completed = try #require(try replaced(text, path))
    #expect(completed.text == expected)
    #expect(completed.added.count == 2)
    let document = try ExecutableDocument(parsing: completed.text)
    #expect(MergeConflict.first(in: document) == nil)
    _ = try document.operation(named: nil)
    #expect(try replaced(completed.text, path) == nil)
  }

  @Test(arguments: [
    ("{ books(after: null) { id } }", "after", "query ($after: String) { books(after: $after) { id } }"),
    ("{ books(after: \"\") { id } }", "after", "query ($after: String = \"\") { books(after: $after) { id } }"),
    (
      "{ books(in: {cursor: \"\"\"\"\"\"}) { id } }", "in cursor",
      "query ($cursor: String = \"\") { books(in: {cursor: $cursor}) { id } }"
    ),
  ])
  func replacesCursor(text: String, argument: String, expected: String) throws {
    let path = argument.split(separator: " ").map(String.init)
    #expect(try replaced(text, path, type: "String")?.text == expected)
  }

  @Test func inEveryOperation() throws {
    let text = "query A { ...F } query B { ...F books(page: 1) { x } } fragment F on Q { books(page: 1) { id } }"
    #expect(
      try replaced(text, ["page"], operation: "A")?.text == """
        query A($page: Int = 1) { ...F } query B($page: Int = 1) { ...F books(page: $page) { x } } \
        fragment F on Q { books(page: $page) { id } }
        """)
  }

  @Test(arguments: [
    "{ books(limit: 0) { id } }", "{ books(page: \"1\") { id } }", "{ books(page: {x: 1}) { id } }",
    "{ books(page: 1) { id } books(page: 2) { name } }", "{ books(page: null) { id } books(page: \"\") { name } }",
    "{ books(page: 1) { id } books { name } }",
    "query ($page: Int) { books(page: $page) { id } }", "{ others(page: 1) { id } }",
    "mutation { books(page: 1) { id } }",
    "{ ...F x { ...F } } fragment F on Q { books(page: 1) { id } }",
  ])
  func staysAsItIs(text: String) throws {
    #expect(try replaced(text, ["page"]) == nil)
  }
}
