/// A lexical token of a GraphQL document (October 2021 specification, section 2.1.6).
struct Token {
  let kind: TokenKind
  /// The source text of a name or number, the value of a string; empty for the other kinds.
  let text: String
  /// Where the token's first character stands.
  let position: SourcePosition

  /// For messages: the token as an editor shows it, in quotes.
  var label: String {
    switch kind {
    case .name, .integer, .float: "\"\(text)\""
    case .string: "a string"
    case .end: "the end of the document"
    default: kind.label
    }
  }
}

/// The kinds of token; a punctuator's raw value is its text.
enum TokenKind: String {
  case bang = "!"
  case dollar = "$"
  case ampersand = "&"
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case spread = "..."
  case colon = ":"
  case equals = "="
  case at = "@"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case pipe = "|"
  case rightBrace = "}"
  case name, integer, float, string, end

  /// For messages: a punctuator in quotes, another kind with its article.
  var label: String {
    switch self {
    case .name: "a name"
    case .integer: "an integer"
    case .float: "a number"
    case .string: "a string"
    case .end: "the end of the document"
    default: "\"\(rawValue)\""
    }
  }
}

/// The tokens of a document, without its layout and its comments.
package enum DocumentTokens {
  /// The texts of the tokens; nil if the document cannot be cut into tokens.
  package static func texts(of document: String) -> [String]? {
    var lexer = Lexer(document)
    var texts: [String] = []
    do {
      while true {
        let token = try lexer.next()
        switch token.kind {
        case .end: return texts
        case .name, .integer, .float: texts.append(token.text)
        // In quotes, unlike all other tokens.
        case .string: texts.append("\"\(token.text)\"")
        default: texts.append(token.kind.rawValue)
        }
      }
    } catch {
      return nil
    }
  }
}

/// A place in the text of a GraphQL document.
///
/// Both numbers count from 1. `column` counts Unicode scalars, not bytes and not grapheme clusters: a tab is one
/// column, and a byte order mark does not count. LF, CR and CRLF each end a line.
package struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, from 1.
  package let line: Int
  /// The Unicode scalar within the line, from 1.
  package let column: Int

  /// A position from its two numbers, both from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether one position stands before the other in the text.
  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// For messages: `line 3, column 5`.
  package var description: String { "line \(line), column \(column)" }
}
