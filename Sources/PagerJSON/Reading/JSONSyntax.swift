/// Finds the first place at which a text stops being JSON, and the path of that place.
///
/// simdjson reads what a network sends, and jansson what people write. This reads the grammar a second time, byte by
/// byte, for what neither of them can do: see `docs/decisions/79-third-reader.md`. The grammar is that of RFC 8259,
/// with the limits that ``JSONReader`` states. It builds no values. It runs only on texts that were refused and on what
/// people write, and the tests hold it against simdjson's verdict.
package struct JSONSyntax {
  private let text: UnsafeRawBufferPointer
  private let maximumDepth: Int
  private var position = 0
  private var open: [Container] = []
  private var isTooDeep = false

  /// An object or array that is open, and the place in it.
  private enum Container {
    /// The key with its quotes; nil until it is read.
    case object(key: Range<Int>?)
    case array(index: Int)

    var closing: Unicode.Scalar {
      switch self {
      case .object: "}"
      case .array: "]"
      }
    }
  }

  private init(text: UnsafeRawBufferPointer, maximumDepth: Int = .max) {
    self.text = text
    self.maximumDepth = maximumDepth
  }

  /// Reads the text up to its first error.
  private mutating func run() -> JSONReadError? {
    do {
      try readText()
      return nil
    } catch {
      return error
    }
  }

  // MARK: Values

  private mutating func readText() throws(JSONReadError) {
    skipSpace()
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw error("the text starts with a byte order mark, which JSON does not allow")
    }
    guard peek() != nil else {
      throw error(text.isEmpty ? "the text is empty" : "the text holds only white space", at: 0)
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
    while sees("{") || sees("[") {
      guard open.count < maximumDepth else {
        isTooDeep = true
        throw error("objects and arrays are nested deeper than \(maximumDepth) levels")
      }
      let container: Container = sees("{") ? .object(key: nil) : .array(index: 0)
      open.append(container)
      position += 1
      skipSpace()
      if sees(container.closing) { return }
      if case .object = container { try readKey() }
      skipSpace()
    }
    try readScalar()
  }

  /// Reads what may follow a value: closing brackets, then a comma (and a key) unless nothing is open any more.
  private mutating func readClosings() throws(JSONReadError) {
    while let container = open.last {
      skipSpace()
      if skip(container.closing) {
        open.removeLast()
        continue
      }
      guard skip(",") else { throw unexpected("\",\" or \"\(container.closing)\"") }
      switch container {
      case .array(let index):
        open[open.count - 1] = .array(index: index + 1)
      case .object:
        open[open.count - 1] = .object(key: nil)
        try readKey()
      }
      return
    }
  }

  private mutating func readKey() throws(JSONReadError) {
    skipSpace()
    guard sees("\"") else { throw unexpected("a key in double quotes") }
    let start = position
    try readString()
    open[open.count - 1] = .object(key: start..<position)
    skipSpace()
    guard skip(":") else { throw unexpected("\":\" after the key") }
  }

  // MARK: Scalars

  private static let words = ["true", "false", "null"]

  private mutating func readScalar() throws(JSONReadError) {
    if sees("\"") {
      try readString()
    } else if sees("-") || peek().map(Self.isDigit) == true {
      try readNumber()
    } else if let word = Self.words.first(where: { $0.utf8.first == peek() }) {
      try readWord(word.utf8)
    } else {
      throw unexpected("a value")
    }
  }

  private mutating func readWord(_ word: String.UTF8View) throws(JSONReadError) {
    guard text[position...].starts(with: word) else {
      throw error("a word starts here that is not true, false or null")
    }
    position += word.count
    try expectEndOfScalar()
  }

  private mutating func readNumber() throws(JSONReadError) {
    let start = position
    _ = skip("-")
    let startsWithZero = sees("0")
    let integerDigits = skipDigits()
    var isWellFormed = integerDigits == 1 || (integerDigits > 1 && !startsWithZero)
    var isInteger = true
    if skip(".") {
      isInteger = false
      isWellFormed = skipDigits() > 0 && isWellFormed
    }
    if skip("e") || skip("E") {
      isInteger = false
      if !skip("+") { _ = skip("-") }
      isWellFormed = skipDigits() > 0 && isWellFormed
    }
    guard isWellFormed else { throw error("a number starts here that JSON does not allow", at: start) }
    guard fits(start..<position, isInteger: isInteger) else {
      throw error("a number starts here that is too large for \(isInteger ? "64 bits" : "a double")", at: start)
    }
    try expectEndOfScalar()
  }

  private func fits(_ range: Range<Int>, isInteger: Bool) -> Bool {
    // As long as a server likes, so not for a copy: a double with more digits than this is taken to fit.
    guard range.count <= 1_000 else { return !isInteger }
    let digits = String(decoding: text[range], as: UTF8.self)
    return isInteger ? Int64(digits) != nil || UInt64(digits) != nil : (Double(digits) ?? .infinity).isFinite
  }

  private func expectEndOfScalar() throws(JSONReadError) {
    guard let byte = peek(), !Self.isSpace(byte), !",:{}[]\"".utf8.contains(byte) else { return }
    throw error("text follows a value without a space or comma between them")
  }

  private mutating func readString() throws(JSONReadError) {
    position += 1
    while let byte = peek() {
      if skip("\"") { return }
      if sees("\\") {
        try readEscape()
      } else {
        guard byte >= 0x20 else { throw error("a string holds an unescaped control character") }
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
    guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u"), UTF16.isTrailSurrogate(try readHexadecimal(from: start))
    else { throw error("a string holds half of a surrogate pair", at: start) }
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

  private func peek() -> UInt8? { position < text.count ? text[position] : nil }

  /// Whether the next byte is this ASCII character.
  private func sees(_ character: Unicode.Scalar) -> Bool { peek() == UInt8(ascii: character) }

  /// Moves past this ASCII character. Returns whether it was there.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard sees(character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), Self.isSpace(byte) { position += 1 }
  }

  /// Returns how many there were.
  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), Self.isDigit(byte) { position += 1 }
    return position - start
  }

  /// The white space of JSON: space, tab, line feed, carriage return.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private func error(_ message: String, at offset: Int? = nil) -> JSONReadError {
    JSONReadError(message: message, offset: offset ?? position)
  }

  private func unexpected(_ expected: String) -> JSONReadError {
    if peek() != nil { return error("\(expected) is expected here") }
    switch open.last {
    case .object: return error("the text ends inside an object")
    case .array: return error("the text ends inside an array")
    case nil: return error("the text ends where \(expected) is expected")
    }
  }
}

// MARK: What neither library can do

extension JSONSyntax {
  /// The first error in a text that simdjson has refused, whether of encoding or of grammar, or nil if there is none.
  package static func firstError(in text: UnsafeRawBufferPointer, maximumDepth: Int) -> JSONReadError? {
    var syntax = JSONSyntax(text: text, maximumDepth: maximumDepth)
    let grammarError = syntax.run()
    do {
      _ = try UTF8Span(validating: text.assumingMemoryBound(to: UInt8.self).span)
      return grammarError
    } catch {
      let offset = error.byteOffsets.lowerBound
      if let grammarOffset = grammarError?.offset, grammarOffset < offset { return grammarError }
      return JSONReadError(message: "the text is not valid UTF-8", offset: offset)
    }
  }

  /// Why jansson must not read a text, or nil: jansson 2.14 overlooks a NUL byte after `true`, `false` and `null`, and
  /// recurses 2,048 levels deep, or to the limit of its build. Other errors are jansson's to find.
  static func barrier(
    in text: UnsafeBufferPointer<UInt8>, maximumDepth: Int
  ) -> (error: JSONReadError, isDepth: Bool)? {
    var syntax = JSONSyntax(text: UnsafeRawBufferPointer(text), maximumDepth: maximumDepth)
    guard let error = syntax.run() else { return nil }
    if syntax.isTooDeep { return (error, true) }
    guard let offset = error.offset, offset < text.count, text[offset] == 0 else { return nil }
    return (JSONReadError(message: "the text holds a NUL byte", offset: offset), false)
  }

  /// The path of the value at a byte. The text is valid JSON up to that byte.
  ///
  /// - Parameter index: within a value, or after the key of a member.
  static func path(toByte index: Int, of text: UnsafeBufferPointer<UInt8>) throws(JSONTextError) -> JSONPointer {
    var syntax = JSONSyntax(text: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<index]))
    // The error is that the text ends here.
    _ = syntax.run()
    var tokens: [String] = []
    for container in syntax.open {
      switch container {
      case .array(let index): tokens.append("\(index)")
      case .object(let key?):
        let token = try JSONValue(parsing: UnsafeBufferPointer(rebasing: text[key])).string
        if let token { tokens.append(token) }
      case .object(nil): break
      }
    }
    return JSONPointer(tokens: tokens)
  }
}
