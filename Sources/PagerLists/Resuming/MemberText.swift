import PagerBytes
package import PagerJSON

/// A JSON object as text, with its members in the order in which they are added.
///
/// Written by hand, because a token is written after each page. If the names come in the order of the alphabet, this
/// text is what ``JSONValue/text()`` makes of the object, without the tree that it builds.
package struct MemberText: Sendable {
  private(set) var bytes: [UInt8] = []

  /// Begins an object; the memory of the one before is used again.
  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    open()
  }

  /// Begins an object that is the whole, or the value of the newest name.
  package mutating func open() { bytes.append(UInt8(ascii: "{")) }

  package mutating func close() { bytes.append(UInt8(ascii: "}")) }

  /// Adds the name of a member, whose value comes next.
  mutating func add(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func add(_ name: StaticString, _ number: Int64) {
    add(name)
    let magnitude = number.magnitude
    var unit: UInt64 = 1
    while magnitude / unit >= 10 { unit *= 10 }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
      unit /= 10
    }
  }

  /// Adds a member whose value is a word of JSON: `true`, `null`.
  mutating func add(_ name: StaticString, word: StaticString) {
    add(name)
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds a value that is JSON text.
  mutating func add(_ name: StaticString, json: [UInt8]) {
    add(name)
    bytes.append(contentsOf: json)
  }

  /// Adds a string. Its characters are letters, digits and the like, none of which JSON escapes.
  mutating func add(_ name: StaticString, plain: String) {
    addString(name) { $0.append(contentsOf: plain.utf8) }
  }

  /// Adds the digits of a hash as a string.
  mutating func add(_ name: StaticString, hash: UInt64) {
    addString(name) { $0.appendDigits(of: hash) }
  }

  /// Adds a string of such characters.
  @inline(__always)
  mutating func addString(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
    add(name)
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a string that is itself JSON text.
  mutating func add(_ name: StaticString, quoting json: RawJSON) throws(ResumeTokenError) {
    add(name)
    try append(quoting: json.bytes)
  }

  /// Adds an array of such strings.
  mutating func add(_ name: StaticString, quoting all: [RawJSON]) throws(ResumeTokenError) {
    add(name)
    bytes.append(UInt8(ascii: "["))
    for (index, json) in all.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      try append(quoting: json.bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(quoting text: [UInt8]) throws(ResumeTokenError) {
    guard text.allSatisfy({ $0 >= UInt8(ascii: " ") }) else {
      // The white space in an object.
      bytes.append(contentsOf: try ListToken.bytes(of: .string(String(decoding: text, as: UTF8.self))))
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds any value.
  ///
  /// - Throws: `ResumeTokenError` for a number without a JSON form, and if memory runs out.
  package mutating func add(_ name: StaticString, _ value: JSONValue) throws(ResumeTokenError) {
    add(name)
    bytes.append(contentsOf: try ListToken.bytes(of: value))
  }
}

extension [UInt8] {
  /// Appends the sixteen hexadecimal digits of a hash.
  mutating func appendDigits(of hash: UInt64) {
    let (high, low) = hash.hexadecimalWords
    Swift.withUnsafeBytes(of: (high.littleEndian, low.littleEndian)) { append(contentsOf: $0) }
  }
}
