/// Integers and floats (October 2021 specification, sections 2.9.1 and 2.9.2).
extension Lexer {
  /// The number that starts here; its text is kept as it is.
  mutating func takeNumber(at start: SourcePosition) throws(GraphQLSyntaxError) -> Token {
    let startOffset = offset
    var kind = TokenKind.integer
    try takeIntegerPart()
    if peek() == ASCII.dot {
      kind = .float
      skip()
      try takeDigits(after: "\".\"")
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      kind = .float
      skip()
      let hasSign = peek() == ASCII.plus || peek() == ASCII.minus
      if hasSign { skip() }
      try takeDigits(after: hasSign ? "the exponent's sign" : "the exponent's \"e\"")
    }
    // The specification's lookahead: without it `1a` and `1.2.3` would be two tokens.
    if let byte = peek(), byte == ASCII.dot || byte.startsName {
      throw GraphQLSyntaxError(
        message: "a number cannot be followed by \(nextCharacterLabel())", position: position)
    }
    return Token(kind: kind, text: String(decoding: slice(from: startOffset), as: UTF8.self), position: start)
  }

  private mutating func takeIntegerPart() throws(GraphQLSyntaxError) {
    if peek() == ASCII.minus { skip() }
    guard peek() == ASCII.zero else { return try takeDigits(after: "\"-\"") }
    skip()
    if let byte = peek(), byte.isDigit {
      throw GraphQLSyntaxError(
        message: "a number cannot have a leading zero, found \(nextCharacterLabel()) after \"0\"", position: position)
    }
  }

  private mutating func takeDigits(after what: String) throws(GraphQLSyntaxError) {
    guard let first = peek(), first.isDigit else {
      throw GraphQLSyntaxError(
        message: "expected a digit after \(what), found \(nextCharacterLabel())", position: position)
    }
    while let byte = peek(), byte.isDigit { skip() }
  }
}
