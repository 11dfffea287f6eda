import PagerSyntax
import Testing

/// Texts outside the grammar: the exact message and place of each.
@Suite struct GrammarRefusalTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let source: String
    let description: String
    init(_ source: String, _ message: String, _ line: Int, _ column: Int) {
      self.source = source
      description = "\(message) at line \(line), column \(column)"
    }
    var testDescription: String { source }
  }

  private static let noDefinition = "expected query, mutation, subscription, fragment or \"{\", found "

  static let structure: [Refusal] = [
    Refusal("", noDefinition + "the end of the document", 1, 1),
    Refusal("\n # \n", noDefinition + "the end of the document", 3, 1),
    Refusal("hello", noDefinition + "\"hello\"", 1, 1),
    Refusal("{a} }", noDefinition + "\"}\"", 1, 5),
    Refusal("\"text\" {a}", noDefinition + "a string", 1, 1),
    Refusal("{", "expected a field or a fragment, found the end of the document", 1, 2),
    Refusal("{}", "expected a field or a fragment, found \"}\"", 1, 2),
    Refusal("{a{}}", "expected a field or a fragment, found \"}\"", 1, 4),
    Refusal("{a", "expected a field or a fragment, found the end of the document", 1, 3),
    Refusal("{a 1}", "expected a field or a fragment, found \"1\"", 1, 4),
    Refusal("{a:}", "expected a name, found \"}\"", 1, 4),
    Refusal("{\n  a\n  b:}", "expected a name, found \"}\"", 3, 5),
    Refusal("{a:b:c}", "expected a field or a fragment, found \":\"", 1, 5),
    Refusal("query", "expected a selection set \"{ … }\", found the end of the document", 1, 6),
    Refusal("query Q R {a}", "expected a selection set \"{ … }\", found \"R\"", 1, 9),
    Refusal("query Q @ {a}", "expected a directive's name, found \"{\"", 1, 11),
    Refusal("mutation M", "expected a selection set \"{ … }\", found the end of the document", 1, 11),
  ]

  static let variables: [Refusal] = [
    Refusal("query () {a}", "expected a variable such as \"$first\", found \")\"", 1, 8),
    Refusal("query (a: Int) {a}", "expected a variable such as \"$first\", found \"a\"", 1, 8),
    Refusal("query ($: Int) {a}", "expected a name, found \":\"", 1, 9),
    Refusal("query ($a Int) {a}", "expected \":\", found \"Int\"", 1, 11),
    Refusal("query ($a:) {a}", "expected a type, found \")\"", 1, 11),
    Refusal("query ($a: [Int) {a}", "expected \"]\", found \")\"", 1, 16),
    Refusal("query ($a: []) {a}", "expected a type, found \"]\"", 1, 13),
    Refusal("query ($a: Int!!) {a}", "expected a variable such as \"$first\", found \"!\"", 1, 16),
    Refusal("query ($a: Int = ) {a}", "expected a value, found \")\"", 1, 18),
    Refusal("query ($a: Int = $b) {a}", "expected a constant value, found the variable \"$b\"", 1, 18),
    Refusal("query ($a: In = {x: [$b]}) {a}", "expected a constant value, found the variable \"$b\"", 1, 22),
    Refusal("query ($a: Int @d(x: $b)) {a}", "expected a constant value, found the variable \"$b\"", 1, 22),
    Refusal("query ($a: Int", "expected a variable such as \"$first\", found the end of the document", 1, 15),
  ]

  static let argumentsAndValues: [Refusal] = [
    Refusal("{a()}", "expected an argument's name, found \")\"", 1, 4),
    Refusal("{a(b)}", "expected \":\", found \")\"", 1, 5),
    Refusal("{a(b:)}", "expected a value, found \")\"", 1, 6),
    Refusal("{a(b: 1}", "expected an argument's name, found \"}\"", 1, 8),
    Refusal("{a(b: [1}", "expected a value, found \"}\"", 1, 9),
    Refusal("{a(b: {1})}", "expected an object field's name, found \"1\"", 1, 8),
    Refusal("{a(b: {c})}", "expected \":\", found \"}\"", 1, 9),
    Refusal("{a(b: $)}", "expected a name, found \")\"", 1, 8),
    Refusal("{a @d()}", "expected an argument's name, found \")\"", 1, 7),
    Refusal("{a & b}", "expected a field or a fragment, found \"&\"", 1, 4),
    Refusal("{a | b}", "expected a field or a fragment, found \"|\"", 1, 4),
    Refusal("{a(b = 1)}", "expected \":\", found \"=\"", 1, 6),
  ]

  private static let noFragment = "expected a fragment's name, \"on\" and a type, or a selection set, found "

  static let fragments: [Refusal] = [
    Refusal("fragment on on T {a}", "expected the fragment's name, which cannot be \"on\", found \"on\"", 1, 10),
    Refusal("fragment {a}", "expected the fragment's name, found \"{\"", 1, 10),
    Refusal("fragment F {a}", "expected \"on\" and a type, found \"{\"", 1, 12),
    Refusal("fragment F T {a}", "expected \"on\" and a type, found \"T\"", 1, 12),
    Refusal("fragment F on {a}", "expected a type, found \"{\"", 1, 15),
    Refusal("fragment F on T", "expected a selection set \"{ … }\", found the end of the document", 1, 16),
    Refusal("fragment F($a: Int) on T {a}", "expected \"on\" and a type, found \"(\"", 1, 11),
    Refusal("{...}", noFragment + "\"}\"", 1, 5),
    Refusal("{... on {a}}", "expected a type, found \"{\"", 1, 9),
    Refusal("{... on T}", noFragment + "\"}\"", 1, 10),
    Refusal("{... @d}", noFragment + "\"}\"", 1, 8),
  ]

  static let characters: [Refusal] = [
    Refusal("{a ? b}", "unexpected character \"?\"", 1, 4),
    Refusal("{é}", "unexpected character \"é\"", 1, 2),
    Refusal("{😀}", "unexpected character \"😀\"", 1, 2),
    Refusal("{a\u{7}}", "unexpected character U+0007", 1, 3),
    Refusal("{a\u{0}}", "unexpected character U+0000", 1, 3),
    Refusal("{a\u{A0}b}", "unexpected character U+00A0", 1, 3),
    Refusal("{a # \u{1}\n}", "unexpected character U+0001 in a comment", 1, 6),
    Refusal("{a(b: 'c')}", "unexpected character \"'\": write strings between double quotes", 1, 7),
    Refusal("{.a}", "unexpected \".\": write a fragment spread as \"...\"", 1, 2),
    Refusal("{..a}", "unexpected \".\": write a fragment spread as \"...\"", 1, 2),
    Refusal("{....a}", "unexpected \".\": write a fragment spread as \"...\"", 1, 5),
    Refusal("{a%}", "unexpected character \"%\"", 1, 3),
  ]

  static let numbers: [Refusal] = [
    ("0123", "a number cannot have a leading zero, found \"1\" after \"0\"", 8),
    ("-00", "a number cannot have a leading zero, found \"0\" after \"0\"", 9),
    ("1a", "a number cannot be followed by \"a\"", 8),
    ("0xF", "a number cannot be followed by \"x\"", 8),
    ("1_000", "a number cannot be followed by \"_\"", 8),
    ("1.2.3", "a number cannot be followed by \".\"", 10),
    ("1.5f", "a number cannot be followed by \"f\"", 10),
    ("1e5e", "a number cannot be followed by \"e\"", 10),
    ("1.", "expected a digit after \".\", found \")\"", 9),
    ("1.e5", "expected a digit after \".\", found \"e\"", 9),
    (".5", "a number needs a digit before its \".\"", 7),
    ("-", "expected a digit after \"-\", found \")\"", 8),
    ("-.5", "expected a digit after \"-\", found \".\"", 8),
    ("--1", "expected a digit after \"-\", found \"-\"", 8),
    ("+1", "unexpected character \"+\"", 7),
    ("1e", "expected a digit after the exponent's \"e\", found \")\"", 9),
    ("1e+", "expected a digit after the exponent's sign, found \")\"", 10),
    ("1E-x", "expected a digit after the exponent's sign, found \"x\"", 10),
  ].map { Refusal("{a(b: \($0))}", $1, 1, $2) }

  static let typeSystem: [Refusal] =
    [
      "schema {query: Q}", "scalar S", "type T {a: Int}", "interface I {a: Int}", "union U = A | B", "enum E {A}",
      "input I {a: Int}", "directive @d on FIELD", "extend type T {a: Int}",
    ].map { definition in
      let keyword = definition.prefix { $0 != " " }
      return Refusal(
        "{a}\n\(definition)",
        "only executable definitions (query, mutation, subscription, fragment) are allowed,"
          + " found the type-system definition \"\(keyword)\"", 2, 1)
    } + [
      Refusal(
        "\"\"\"A description\"\"\" type T {a: Int}",
        "only executable definitions (query, mutation, subscription, fragment) are allowed,"
          + " found the type-system definition \"type\"", 1, 21)
    ]

  @Test(arguments: structure + variables + argumentsAndValues + fragments + characters + numbers + typeSystem)
  func refuses(_ refusal: Refusal) {
    let error = #expect(throws: GraphQLSyntaxError.self) { try ExecutableDocument(parsing: refusal.source) }
    #expect(error?.description == refusal.description)
  }

  @Test func anErrorGivesItsPartsToo() throws {
    let error = try #require(throws: GraphQLSyntaxError.self) { try ExecutableDocument(parsing: "{\n  a:}") }
    #expect(error.message == "expected a name, found \"}\"")
    #expect((error.line, error.column) == (2, 5))
  }

  /// The `?` is the error; what stands before it must not disturb the count.
  @Test(arguments: [
    ("{a ?", 1, 4),
    ("{\n?", 2, 1),
    ("{\r?", 2, 1),
    ("{\r\n?", 2, 1),
    ("{\n\r?", 3, 1),
    ("{\r\n\r\n  ?", 3, 3),
    ("\u{FEFF}{?", 1, 2),
    ("{\t?", 1, 3),
    ("{a(b: \"é漢😀\") ?", 1, 14),
    ("{a(b: \"e\u{301}\") ?", 1, 13),
    ("{a(b: \"\"\"é\n漢 \"\"\") ?", 2, 8),
    ("{a(b: \"\"\"\r\n\r\"\"\") ?", 3, 6),
    ("{ # 漢\n?", 2, 1),
  ])
  func countsLinesAndScalars(source: String, line: Int, column: Int) throws {
    let error = try #require(throws: GraphQLSyntaxError.self) { try ExecutableDocument(parsing: source) }
    #expect(error.position == SourcePosition(line: line, column: column))
  }
}
