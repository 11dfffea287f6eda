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
