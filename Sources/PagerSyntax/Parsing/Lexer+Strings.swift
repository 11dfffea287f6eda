/// Strings and block strings (October 2021 specification, section 2.9.4).
extension Lexer {
  /// The value of the string or block string that starts here.
  mutating func takeString(at start: SourcePosition) throws(GraphQLSyntaxError) -> String {
    guard startsWith(ASCII.quote, count: 3) else { return try takeQuotedString(at: start) }
    return try takeBlockString(at: start)
  }

  private mutating func takeQuotedString(at start: SourcePosition) throws(GraphQLSyntaxError) -> String {
    skip()
    var value: [UInt8] = []
    // Everything from here on is plain text that is copied at once.
    var plainStart = offset
    while let byte = peek(), !byte.isLineTerminator {
      if byte == ASCII.quote {
        value += slice(from: plainStart)
        skip()
        return String(decoding: value, as: UTF8.self)
      }
      if byte == ASCII.backslash {
        value += slice(from: plainStart)
        value += String(try takeEscape()).utf8
        plainStart = offset
      } else {
        if byte.isForbiddenControl { throw unexpectedCharacter(" in a string") }
        skip()
      }
    }
    throw GraphQLSyntaxError(
      message: "this string is not closed on its line: add the closing quote, or use a block string", position: start)
  }

  private mutating func takeBlockString(at start: SourcePosition) throws(GraphQLSyntaxError) -> String {
    skip(3)
    var raw: [UInt8] = []
    while let byte = peek() {
      if byte == ASCII.quote, startsWith(ASCII.quote, count: 3) {
        skip(3)
        return BlockString.value(ofRaw: raw)
      }
      if byte == ASCII.backslash, peek(1) == ASCII.quote, peek(2) == ASCII.quote, peek(3) == ASCII.quote {
        skip(4)
        raw += [ASCII.quote, ASCII.quote, ASCII.quote]
      } else if byte.isLineTerminator {
        skipLineTerminator()
        raw.append(ASCII.lineFeed)
      } else {
        if byte.isForbiddenControl { throw unexpectedCharacter(" in a block string") }
        skip()
        raw.append(byte)
      }
    }
    throw GraphQLSyntaxError(message: "this block string is not closed: add the closing \"\"\"", position: start)
  }

  // MARK: Escapes

  private mutating func takeEscape() throws(GraphQLSyntaxError) -> Unicode.Scalar {
    let start = position
    skip()
    let scalar: Unicode.Scalar
    switch peek() {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try takeUnicodeEscape(at: start)
    default:
      throw GraphQLSyntaxError(
        message: "unknown escape in a string: \"\\\" cannot be followed by \(nextCharacterLabel())", position: start)
    }
    skip()
    return scalar
  }

  /// The scalar of `\u` and four hexadecimal digits, or of two of them that form a surrogate pair.
  private mutating func takeUnicodeEscape(at start: SourcePosition) throws(GraphQLSyntaxError) -> Unicode.Scalar {
    let first = try takeCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Every code but a surrogate is a scalar, and surrogates must come in pairs: a high one and a low one.
    if first < 0xDC00, peek() == ASCII.backslash, peek(1) == UInt8(ascii: "u") {
      skip()
      let second = try takeCodeUnit()
      if 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) {
        return scalar
      }
    }
    let half = String(first, radix: 16, uppercase: true)
    throw GraphQLSyntaxError(
      message: "\"\\u\(half)\" is half of a surrogate pair: a string needs both halves", position: start)
  }

  /// The value of `u` and four hexadecimal digits: the backslash is read already.
  private mutating func takeCodeUnit() throws(GraphQLSyntaxError) -> UInt32 {
    skip()
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek()?.hexadecimalValue else {
        throw GraphQLSyntaxError(
          message: "expected four hexadecimal digits after \"\\u\", found \(nextCharacterLabel())", position: position)
      }
      value = value << 4 | digit
      skip()
    }
    return value
  }
}

/// The value of a block string, as the specification's algorithm `BlockStringValue` defines it.
enum BlockString {
  /// Removes the indent that all lines but the first share, and blank lines at both ends.
  ///
  /// - Parameter raw: the text between the quotes, with `\"""` replaced and every line end a single LF.
  static func value(ofRaw raw: [UInt8]) -> String {
    var lines = raw.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    let indent = commonIndent(of: lines.dropFirst())
    for index in lines.indices.dropFirst() {
      lines[index] = lines[index].dropFirst(indent)
    }
    let isBlank = { (line: ArraySlice<UInt8>) in line.allSatisfy(\.isWhiteSpace) }
    let withoutLeading = lines.drop(while: isBlank)
    guard let last = withoutLeading.lastIndex(where: { !isBlank($0) }) else { return "" }
    let text = Array(withoutLeading[...last].joined(separator: [ASCII.lineFeed]))
    return String(decoding: text, as: UTF8.self)
  }

  /// The smallest indent of the lines that are not only white space; 0 if there are none.
  private static func commonIndent(of lines: ArraySlice<ArraySlice<UInt8>>) -> Int {
    var smallest: Int?
    for line in lines {
      let indent = line.prefix(while: \.isWhiteSpace).count
      if indent < line.count { smallest = min(smallest ?? indent, indent) }
    }
    return smallest ?? 0
  }
}
