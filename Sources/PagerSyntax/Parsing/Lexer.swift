/// Cuts the UTF-8 text of a document into tokens (October 2021 specification, section 2.1).
///
/// One rule is wider than in October 2021, as in the drafts since: strings and comments may hold characters beyond
/// U+FFFF.
struct Lexer {
  private let bytes: [UInt8]
  private(set) var offset = 0
  /// The offset of the last token's first byte.
  private(set) var tokenStart = 0
  private var line = 1
  /// The offset that counts as column 1, pushed right by every byte that does not start a column, so that a column
  /// costs one subtraction however long the line.
  private var columnOrigin = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Where the next unread character stands.
  var position: SourcePosition { SourcePosition(line: line, column: offset - columnOrigin + 1) }

  /// The next token; `.end` again and again after the last.
  mutating func next() throws(GraphQLSyntaxError) -> Token {
    try skipIgnored()
    tokenStart = offset
    let start = position
    guard let byte = peek() else { return Token(kind: .end, text: "", position: start) }
    if byte.startsName { return Token(kind: .name, text: takeName(), position: start) }
    if byte.isDigit || byte == ASCII.minus { return try takeNumber(at: start) }
    if byte == ASCII.quote { return Token(kind: .string, text: try takeString(at: start), position: start) }
    return Token(kind: try takePunctuator(byte), text: "", position: start)
  }

  // MARK: Reading bytes, also for the lexer's other files

  /// The byte `distance` after the next one, or nil past the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    let index = offset + distance
    return index < bytes.count ? bytes[index] : nil
  }

  /// Whether the text continues with `byte`, `count` times.
  func startsWith(_ byte: UInt8, count: Int) -> Bool {
    for distance in 0..<count where peek(distance) != byte { return false }
    return true
  }

  /// The bytes from `start` up to the next unread one.
  func slice(from start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }

  /// Steps over `count` bytes, none of which ends a line.
  mutating func skip(_ count: Int = 1) {
    for _ in 0..<count {
      if let byte = peek(), byte.continuesScalar { columnOrigin += 1 }
      offset += 1
    }
  }

  /// Steps over LF, CR or CRLF.
  mutating func skipLineTerminator() {
    offset += startsWithCarriageReturnLineFeed ? 2 : 1
    line += 1
    columnOrigin = offset
  }

  /// The next character, for messages: in quotes, or as `U+0007` if it is not visible.
  func nextCharacterLabel() -> String {
    guard offset < bytes.count else { return TokenKind.end.label }
    let following = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    guard let scalar = following.unicodeScalars.first else { return TokenKind.end.label }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default:
      return "\"\(scalar)\""
    }
  }

  // MARK: Tokens

  private var startsWithCarriageReturnLineFeed: Bool {
    peek() == ASCII.carriageReturn && peek(1) == ASCII.lineFeed
  }

  private mutating func takeName() -> String {
    let start = offset
    while let byte = peek(), byte.continuesName { offset += 1 }
    return String(decoding: slice(from: start), as: UTF8.self)
  }

  private mutating func takePunctuator(_ byte: UInt8) throws(GraphQLSyntaxError) -> TokenKind {
    if byte == ASCII.dot {
      guard startsWith(ASCII.dot, count: 3) else { throw misplacedDot() }
      offset += 3
      return .spread
    }
    guard byte < 0x80, let kind = TokenKind(punctuator: byte) else { throw unexpectedCharacter() }
    offset += 1
    return kind
  }

  /// Steps over white space, line ends, commas, comments and byte order marks: they separate tokens and mean nothing.
  private mutating func skipIgnored() throws(GraphQLSyntaxError) {
    while let byte = peek() {
      if byte.isWhiteSpace || byte == ASCII.comma {
        offset += 1
      } else if byte.isLineTerminator {
        skipLineTerminator()
      } else if byte == ASCII.hash {
        try skipComment()
      } else if byte == 0xEF, peek(1) == 0xBB, peek(2) == 0xBF {
        // A byte order mark is invisible, so no editor counts it as a column.
        offset += 3
        columnOrigin += 3
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(GraphQLSyntaxError) {
    while let byte = peek(), !byte.isLineTerminator {
      if byte.isForbiddenControl { throw unexpectedCharacter(" in a comment") }
      skip()
    }
  }

  // MARK: Errors

  /// The next character is out of place; `context` follows it in the message.
  func unexpectedCharacter(_ context: String = "") -> GraphQLSyntaxError {
    let hint = peek() == UInt8(ascii: "'") ? ": write strings between double quotes" : ""
    return GraphQLSyntaxError(
      message: "unexpected character \(nextCharacterLabel())\(context)\(hint)", position: position)
  }

  private func misplacedDot() -> GraphQLSyntaxError {
    let message =
      peek(1)?.isDigit == true
      ? "a number needs a digit before its \".\"" : "unexpected \".\": write a fragment spread as \"...\""
    return GraphQLSyntaxError(message: message, position: position)
  }
}

extension TokenKind {
  /// The punctuator that `byte` is, or nil; `...` is not among them.
  fileprivate init?(punctuator byte: UInt8) {
    switch byte {
    case UInt8(ascii: "!"): self = .bang
    case UInt8(ascii: "$"): self = .dollar
    case UInt8(ascii: "&"): self = .ampersand
    case UInt8(ascii: "("): self = .leftParenthesis
    case UInt8(ascii: ")"): self = .rightParenthesis
    case UInt8(ascii: ":"): self = .colon
    case UInt8(ascii: "="): self = .equals
    case UInt8(ascii: "@"): self = .at
    case UInt8(ascii: "["): self = .leftBracket
    case UInt8(ascii: "]"): self = .rightBracket
    case UInt8(ascii: "{"): self = .leftBrace
    case UInt8(ascii: "|"): self = .pipe
    case UInt8(ascii: "}"): self = .rightBrace
    default: return nil
    }
  }
}
