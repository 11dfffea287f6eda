import PagerSyntax
import Testing

/// Which operation a name picks, and what is said where it picks none.
@Suite struct OperationChoiceTests {
  @Test(
    arguments: [
      ("{a}", nil, nil),
      ("query Q {a}", nil, "Q"),
      ("query Q {a}", "Q", "Q"),
      ("query A {a} mutation B {b}", "B", "B"),
      ("fragment F on T {a} query A {...F} query B {b}", "A", "A"),
    ] as [(String, String?, String?)])
  func picks(source: String, name: String?, expected: String?) throws {
    let operation = try ExecutableDocument(parsing: source).operation(named: name)
    #expect(operation.definition.name == expected)
  }

  @Test(
    arguments: [
      ("fragment F on T {a}", nil, .noOperation, "the document has no operation, only fragments: add a query"),
      ("fragment F on T {a}", "Q", .noOperation, "the document has no operation, only fragments: add a query"),
      (
        "query A {a}\nsubscription B {b}", nil, .operationNameMissing,
        "the document has 2 operations: name the one to run:"
          + " query \"A\" at line 1, column 1, subscription \"B\" at line 2, column 1"
      ),
      (
        "query A {a}\nmutation B {b}", "C", .unknownOperation,
        "the document has no operation \"C\": it has query \"A\" at line 1, column 1,"
          + " mutation \"B\" at line 2, column 1"
      ),
      (
        "{a}", "C", .unknownOperation,
        "the document has no operation \"C\": it has the anonymous query at line 1, column 1"
      ),
      (
        "query A {a}", "", .unknownOperation,
        "the document has no operation \"\": it has query \"A\" at line 1, column 1"
      ),
      (
        "query A {a}", "a", .unknownOperation,
        "the document has no operation \"a\": it has query \"A\" at line 1, column 1"
      ),
    ] as [(String, String?, GraphQLDocumentError.Reason, String)])
  func refuses(source: String, name: String?, reason: GraphQLDocumentError.Reason, message: String) throws {
    let document = try ExecutableDocument(parsing: source)
    let error = try #require(throws: GraphQLDocumentError.self) { try document.operation(named: name) }
    #expect(error.reason == reason)
    #expect(error.description == message)
  }

  @Test func anOperationKeepsItsVariablesAndFragments() throws {
    let document = try ExecutableDocument(
      parsing: "query Q($a: [ID!]! = [\"x\"], $b: Int) {...F} fragment F on T {a}")
    let operation = try document.operation(named: "Q")
    let variables = operation.definition.variables
    #expect(variables.map(\.name) == ["a", "b"])
    #expect(variables.map(\.type.description) == ["[ID!]!", "Int"])
    #expect(variables.map { $0.defaultValue.map(DocumentPrinter.text) } == ["[\"x\"]", nil])
    #expect(operation.fragments["F"]?.typeCondition == "T")
  }
}
