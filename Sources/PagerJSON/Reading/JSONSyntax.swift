/// Finds where a text stops being JSON, for the error messages of texts that simdjson has refused.
///
/// This is a second, slow and simple reading of the grammar (RFC 8259, with the limits that ``JSONReader`` states). It
/// runs only after a failure, and the tests hold it against simdjson's verdict.
package struct JSONSyntax {
  private let text: UnsafeRawBufferPointer
  private let maximumDepth: Int
  private var position = 0
  /// The brackets that are open: true for an object.
  private var open: [Bool] = []

  /// The first error in `text`, whether of encoding or of grammar, or nil if there is none.
  package static func firstError(in text: UnsafeRawBufferPointer, maximumDepth: Int) -> JSONReadError? {
    let grammarError = firstGrammarError(in: text, maximumDepth: maximumDepth)
    guard let offset = firstInvalidUTF8(in: text) else { return grammarError }
    if let grammarOffset = grammarError?.offset, grammarOffset < offset { return grammarError }
    return JSONReadError(message: "the text is not valid UTF-8", offset: offset)
  }

  private static func firstGrammarError(in text: UnsafeRawBufferPointer, maximumDepth: Int) -> JSONReadError? {
    var syntax = JSONSyntax(text: text, maximumDepth: maximumDepth)
    do {
      try syntax.readText()
      return nil
    } catch {
      return error
    }
  }

  /// The offset of the first byte that is not valid UTF-8 in its place, or nil if there is none.
  private static func firstInvalidUTF8(in text: UnsafeRawBufferPointer) -> Int? {
    do {
      _ = try UTF8Span(validating: text.assumingMemoryBound(to: UInt8.self).span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  private init(text: UnsafeRawBufferPointer, maximumDepth: Int) {
    self.text = text
    self.maximumDepth = maximumDepth
  }

  // MARK: Values

  private mutating func readText() throws(JSONReadError) {
    skipSpace()
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw error("the text starts with a byte order mark, which JSON does not allow")
    }
    guard peek() != nil else {
      throw JSONReadError(message: text.isEmpty ? "the text is empty" : "the text holds only white space", offset: 0)
    }
    repeat {
      try readValueOrOpen()
      try readClosings()
    } while !open.isEmpty
    skipSpace()
    guard peek() == nil else { throw error("the text continues after the end of its value") }
  }

  /// Reads a scalar, or the opening of an object or array up to its first value.
  private mutating func readValueOrOpen() throws(JSONReadError) {
    skipSpace()
    while let bracket = peek(), bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "[") {
      guard open.count < maximumDepth else {
        throw error("objects and arrays are nested deeper than \(maximumDepth) levels")
      }
      let isObject = bracket == UInt8(ascii: "{")
      open.append(isObject)
      position += 1
      skipSpace()
      if peek() == UInt8(ascii: isObject ? "}" : "]") { return }
      if isObject { try readKey() }
      skipSpace()
    }
    try readScalar()
  }

  /// Reads what may follow a value: closing brackets, then a comma (and a key) unless nothing is open any more.
  private mutating func readClosings() throws(JSONReadError) {
    while let isObject = open.last {
      skipSpace()
      switch peek() {
      case UInt8(ascii: isObject ? "}" : "]"):
        position += 1
        open.removeLast()
      case UInt8(ascii: ","):
        position += 1
        if isObject { try readKey() }
        return
      default:
        throw unexpected("\",\" or \"\(isObject ? "}" : "]")\"")
      }
    }
  }

  private mutating func readKey() throws(JSONReadError) {
    skipSpace()
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    try readString()
    skipSpace()
    guard peek() == UInt8(ascii: ":") else { throw unexpected("\":\" after the key") }
    position += 1
  }

  // MARK: Scalars

  private mutating func readScalar() throws(JSONReadError) {
    switch peek() {
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try readNumber()
    default: throw unexpected("a value")
    }
  }

  private mutating func readWord(_ word: StaticString) throws(JSONReadError) {
    let end = position + word.utf8CodeUnitCount
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end <= text.count, text[position..<end].elementsEqual(expected) else {
      throw error("a word starts here that is not true, false or null")
    }
    position = end
    try expectEndOfScalar()
  }

  private mutating func readNumber() throws(JSONReadError) {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let integerStart = position
    let integerDigits = skipDigits()
    var isWellFormed = integerDigits == 1 || (integerDigits > 1 && text[integerStart] != UInt8(ascii: "0"))
    var isInteger = true
    if peek() == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      isWellFormed = skipDigits() > 0 && isWellFormed
    }
    if let letter = peek(), letter | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      isWellFormed = skipDigits() > 0 && isWellFormed
    }
    let end = position
    position = start
    guard isWellFormed else { throw error("a number starts here that JSON does not allow") }
    guard fits(start..<end, isInteger: isInteger) else {
      throw error("a number starts here that is too large for \(isInteger ? "64 bits" : "a double")")
    }
    position = end
    try expectEndOfScalar()
  }

  private func fits(_ range: Range<Int>, isInteger: Bool) -> Bool {
    // As long as a server likes, so not for a copy: a double with more digits than this is taken to fit.
    guard range.count <= 1_000 else { return !isInteger }
    let digits = String(decoding: text[range], as: UTF8.self)
    return isInteger ? Int64(digits) != nil || UInt64(digits) != nil : (Double(digits) ?? .infinity).isFinite
  }

  private mutating func readString() throws(JSONReadError) {
    position += 1
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"):
        try readEscape()
      case 0..<0x20:
        throw error("a control character stands unescaped in a string")
      default:
        position += 1
      }
    }
    throw error("the text ends inside a string")
  }

  private mutating func readEscape() throws(JSONReadError) {
    let start = position
    position += 1
    guard let letter = peek() else { throw error("the text ends inside a string") }
    position += 1
    guard letter == UInt8(ascii: "u") else {
      guard "\"\\/bfnrt".utf8.contains(letter) else { throw error("a string holds an unknown escape", at: start) }
      return
    }
    let unit = try readHexadecimal(from: start)
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), peek() == UInt8(ascii: "\\") else { throw halfPair(at: start) }
    position += 1
    guard peek() == UInt8(ascii: "u") else { throw halfPair(at: start) }
    position += 1
    guard UTF16.isTrailSurrogate(try readHexadecimal(from: start)) else { throw halfPair(at: start) }
  }

  private mutating func readHexadecimal(from start: Int) throws(JSONReadError) -> UInt16 {
    guard text.count - position >= 4 else { throw error("the text ends inside a string", at: text.count) }
    let digits = text[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      throw error("a string holds an escape whose four digits are not hexadecimal", at: start)
    }
    position += 4
    return unit
  }

  // MARK: Steps

  private func peek() -> UInt8? {
    position < text.count ? text[position] : nil
  }

  private mutating func skipSpace() {
    while let byte = peek(), Self.isSpace(byte) { position += 1 }
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), Self.isDigit(byte) { position += 1 }
    return position - start
  }

  private func expectEndOfScalar() throws(JSONReadError) {
    guard let byte = peek(), !Self.isSpace(byte), !",:{}[]\"".utf8.contains(byte) else { return }
    throw error("text follows a value without a space or comma between")
  }

  /// The white space of JSON: space, tab, line feed, carriage return.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// What can stand between two values, or between a key and its value.
  static func isSpaceOrSeparator(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Errors

  private func error(_ message: String, at offset: Int? = nil) -> JSONReadError {
    JSONReadError(message: message, offset: offset ?? position)
  }

  private func halfPair(at offset: Int) -> JSONReadError {
    error("a string holds half of a surrogate pair", at: offset)
  }

  private func unexpected(_ expected: String) -> JSONReadError {
    if peek() != nil { return error("\(expected) is expected here") }
    guard let isObject = open.last else { return error("the text ends where \(expected) is expected") }
    return error("the text ends inside \(isObject ? "an object" : "an array")")
  }
}
