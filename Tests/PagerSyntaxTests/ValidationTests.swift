import PagerSyntax
import Testing

/// The rules that a document is held to before one of its operations is used.
@Suite struct ValidationTests {
  struct Violation: Sendable, CustomTestStringConvertible {
    let source: String
    let reason: GraphQLDocumentError.Reason
    let line: Int
    let column: Int
    /// What the message must hold besides the place.
    let mention: String
    init(
      _ source: String, _ reason: GraphQLDocumentError.Reason, _ line: Int, _ column: Int, _ mention: String
    ) {
      self.source = source
      self.reason = reason
      self.line = line
      self.column = column
      self.mention = mention
    }
    var testDescription: String { source }
  }

  static let violations: [Violation] = [
    // Names
    Violation("query A {a}\nquery A {b}", .duplicateOperation, 2, 1, "is taken at line 1, column 1"),
    Violation("query A {a} mutation A {b}", .duplicateOperation, 1, 13, "\"A\""),
    Violation("{a} {b}", .anonymousOperationNotAlone, 1, 1, "the anonymous query"),
    Violation("query A {a} {b}", .anonymousOperationNotAlone, 1, 13, "name every operation"),
    Violation("query A {a} mutation {b}", .anonymousOperationNotAlone, 1, 13, "the anonymous mutation"),
    Violation("{a} fragment F on T {a} fragment F on U {b}", .duplicateFragment, 1, 25, "is taken at line 1, column 5"),
    Violation("query A($a: Int, $a: ID) {a}", .duplicateVariable, 1, 18, "declares the variable \"$a\" again"),
    Violation("{a(b: 1, b: 2)}", .duplicateArgument, 1, 10, "\"b\""),
    Violation("{a @d(b: 1, b: 2)}", .duplicateArgument, 1, 13, "\"b\""),
    Violation("{a} fragment F on T {a(b: 1, b: 2)}", .duplicateArgument, 1, 30, "\"b\""),
    // Fragments
    Violation("{...F}", .unknownFragment, 1, 2, "it has no fragments"),
    Violation("{a {... {...F}}} fragment G on T {a}", .unknownFragment, 1, 10, "it has \"G\""),
    Violation("{a} fragment G on T {...F}", .unknownFragment, 1, 22, "\"F\""),
    Violation("{...F} fragment F on T {...F}", .fragmentCycle, 1, 25, "\"F\" → \"F\""),
    Violation("{...F} fragment F on T {a {... on T {...F}}}", .fragmentCycle, 1, 38, "\"F\" → \"F\""),
    Violation(
      "{...F} fragment F on T {...G} fragment G on T {a {...H}} fragment H on T {...G}",
      .fragmentCycle, 1, 75, "\"G\" → \"H\" → \"G\""),
    Violation("{a} fragment F on T {...F}", .fragmentCycle, 1, 22, "\"F\" → \"F\""),
    // Variables
    Violation("{a(b: $c)}", .undefinedVariable, 1, 7, "\"$c\" used at line 1, column 7"),
    Violation("query A($b: Int) {a(b: [{x: $c}])}", .undefinedVariable, 1, 29, "query \"A\""),
    Violation("{a @include(if: $c)}", .undefinedVariable, 1, 17, "$c"),
    Violation("{... @include(if: $c) {a}}", .undefinedVariable, 1, 19, "$c"),
    Violation("{...F @d(x: $c)} fragment F on T {a}", .undefinedVariable, 1, 13, "$c"),
    Violation("query @d(x: $c) {a}", .undefinedVariable, 1, 13, "$c"),
    Violation("{...F} fragment F on T @d(x: $c) {a}", .undefinedVariable, 1, 30, "$c"),
    Violation(
      "query A($c: Int) {...F} query B {...F} fragment F on T {...G} fragment G on T {a(b: $c)}",
      .undefinedVariable, 1, 85, "query \"B\""),
  ]

  @Test(arguments: violations)
  func refuses(_ violation: Violation) throws {
    let document = try ExecutableDocument(parsing: violation.source)
    let error = try #require(throws: GraphQLDocumentError.self) { try document.operation(named: nil) }
    #expect(error.reason == violation.reason)
    #expect(error.position == SourcePosition(line: violation.line, column: violation.column))
    #expect(error.message.contains(violation.mention), "\(error.message)")
    #expect(error.message.contains("line \(violation.line), column \(violation.column)"), "\(error.message)")
  }

  @Test(arguments: [
    "query ($unused: Int) {a}",
    "{a} fragment Unused on T {a}",
    "{a} fragment Unused on T {a(b: $undeclared)}",
    "query ($a: Int) {a(b: $a) b(b: $a) ...F} fragment F on T {c(b: $a)}",
    "{a {...F} b {...F ...F} ...G} fragment F on T {a} fragment G on T {...F}",
    "{a(b: 1) a(b: 1)}",
    "query A($a: Int) {a(b: $a)}",
  ])
  func accepts(source: String) throws {
    let document = try ExecutableDocument(parsing: source)
    #expect(throws: Never.self) { try document.operation(named: nil) }
  }

  @Test func everyOperationIsValidatedNotOnlyTheChosen() throws {
    let document = try ExecutableDocument(parsing: "query A {a} query B {b(c: $d)}")
    let error = try #require(throws: GraphQLDocumentError.self) { try document.operation(named: "A") }
    #expect(error.reason == .undefinedVariable)
  }
}
