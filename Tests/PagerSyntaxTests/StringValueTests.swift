import PagerSyntax
import Testing

/// Strings and block strings: their values, and what is refused in them.
@Suite struct StringValueTests {
  /// The value of a string literal.
  private func value(of literal: String) throws -> String? {
    let document = try ExecutableDocument(parsing: "query($v: String = \(literal)){a}")
    guard case .string(let value) = document.operations.first?.variables.first?.defaultValue?.kind else { return nil }
    return value
  }

  @Test(arguments: [
    ("\"\"", ""),
    (#"" a b ""#, " a b "),
    ("\"# , {\"", "# , {"),
    (#""\"""#, "\""),
    (#""\\""#, "\\"),
    (#""\/""#, "/"),
    (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u00E9\u6F22""#, "Aéé漢"),
    (#""\u0000""#, "\u{0}"),
    (#""\uFFFF""#, "\u{FFFF}"),
    (#""\uD83D\uDE00""#, "😀"),
    (#""x\ud83d\ude00y""#, "x😀y"),
    (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    (#""\uD800\uDC00""#, "\u{10000}"),
    (#""é漢😀""#, "é漢😀"),
    ("\"\t\"", "\t"),
    ("\"\u{2028}\u{7F}\"", "\u{2028}\u{7F}"),
    (#""\\u0041""#, "\\u0041"),
  ])
  func stringHasValue(literal: String, expected: String) throws {
    #expect(try value(of: literal) == expected)
  }

  /// The literal starts in column 20.
  @Test(arguments: [
    ("\"abc", "this string is not closed on its line: add the closing quote, or use a block string", 20),
    ("\"abc\ndef\"", "this string is not closed on its line: add the closing quote, or use a block string", 20),
    ("\"abc\rdef\"", "this string is not closed on its line: add the closing quote, or use a block string", 20),
    ("\"abc\\\"", "this string is not closed on its line: add the closing quote, or use a block string", 20),
    ("\"é\u{1}\"", "unexpected character U+0001 in a string", 22),
    ("\"\\x\"", "unknown escape in a string: \"\\\" cannot be followed by \"x\"", 21),
    ("\"\\'\"", "unknown escape in a string: \"\\\" cannot be followed by \"'\"", 21),
    ("\"a\\", "unknown escape in a string: \"\\\" cannot be followed by \")\"", 22),
    ("\"\\u\"", "expected four hexadecimal digits after \"\\u\", found \"\"\"", 23),
    ("\"\\u12G4\"", "expected four hexadecimal digits after \"\\u\", found \"G\"", 25),
    ("\"\\u123", "expected four hexadecimal digits after \"\\u\", found \")\"", 26),
    ("\"\\u{41}\"", "expected four hexadecimal digits after \"\\u\", found \"{\"", 23),
    ("\"\\U0041\"", "unknown escape in a string: \"\\\" cannot be followed by \"U\"", 21),
    ("\"a\\uD83D\"", "\"\\uD83D\" is half of a surrogate pair: a string needs both halves", 22),
    ("\"\\uD83Dx\"", "\"\\uD83D\" is half of a surrogate pair: a string needs both halves", 21),
    ("\"\\uD83D\\n\"", "\"\\uD83D\" is half of a surrogate pair: a string needs both halves", 21),
    ("\"\\uD83D\\u0041\"", "\"\\uD83D\" is half of a surrogate pair: a string needs both halves", 21),
    ("\"\\uD83D\\uD83D\"", "\"\\uD83D\" is half of a surrogate pair: a string needs both halves", 21),
    ("\"\\uD83D\\uE000\"", "\"\\uD83D\" is half of a surrogate pair: a string needs both halves", 21),
    ("\"\\uDE00\\uD83D\"", "\"\\uDE00\" is half of a surrogate pair: a string needs both halves", 21),
    ("\"\"\"abc\"\"", "this block string is not closed: add the closing \"\"\"", 20),
    ("\"\"\"abc\\\"\"\"", "this block string is not closed: add the closing \"\"\"", 20),
    ("\"\"\"\"\"", "this block string is not closed: add the closing \"\"\"", 20),
    ("\"\"\"a\u{B}\"\"\"", "unexpected character U+000B in a block string", 24),
  ])
  func stringIsRefused(literal: String, message: String, column: Int) throws {
    let error = try #require(throws: GraphQLSyntaxError.self) { try value(of: literal) }
    #expect(error.message == message)
    #expect(error.position == SourcePosition(line: 1, column: column))
  }

  /// Raw text between the quotes, and the value by the algorithm `BlockStringValue`.
  @Test(arguments: [
    ("", ""),
    ("abc", "abc"),
    ("  abc  ", "  abc  "),
    ("\n    Hello,\n      World!\n\n    Yours,\n      GraphQL.\n  ", "Hello,\n  World!\n\nYours,\n  GraphQL."),
    ("first\n    second\n      third", "first\nsecond\n  third"),
    ("    first\n  second", "    first\nsecond"),
    ("\n\n  a\n\n  b\n\n", "a\n\nb"),
    ("\n \t \n  a\n \t ", "a"),
    ("\n\ta\n\t\tb", "a\n\tb"),
    ("\n \ta\n  b", "a\nb"),
    ("\n    a\n \n    b", "a\n\nb"),
    ("\n  a\n      \n  b", "a\n    \nb"),
    ("\n  a  \n  b  ", "a  \nb  "),
    ("\n\n\n", ""),
    ("   ", ""),
    ("   \n   ", ""),
    ("a\n   ", "a"),
    ("a\r\n  b\r  c\n  d", "a\nb\nc\nd"),
    ("a\n\rb", "a\n\nb"),
    (#"contains \""" inside"#, #"contains """ inside"#),
    (#"\""""#, "\"\"\""),
    (#"a "quoted" ""word"" b"#, #"a "quoted" ""word"" b"#),
    (#"\n \t \u0041 \\ \x"#, #"\n \t \u0041 \\ \x"#),
    ("# no comment", "# no comment"),
    ("é漢😀", "é漢😀"),
    ("\n  \u{A0}a\n    b", "\u{A0}a\n  b"),
  ])
  func blockStringHasValue(raw: String, expected: String) throws {
    #expect(try value(of: "\"\"\"\(raw)\"\"\"") == expected)
  }

  @Test func stringTextIsKeptThroughPrinting() throws {
    let literal = "\"quote \\\" backslash \\\\ tab \\t emoji 😀\""
    let first = try ExecutableDocument(parsing: "{a(b: \(literal))}")
    let second = try ExecutableDocument(parsing: DocumentPrinter.text(first))
    #expect(DocumentPrinter.text(first) == DocumentPrinter.text(second))
  }
}
