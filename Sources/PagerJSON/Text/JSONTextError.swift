/// Why a text that a person wrote is not JSON, or why a value cannot be written as JSON.
public struct JSONTextError: Error, Sendable, Hashable {
  /// What is wrong, and near which text: "duplicate object key near '"first"'".
  public let message: String
  /// The path of a number that is too large, or of a member with a duplicate key; nil for other errors.
  package let path: JSONPointer?
  /// The place in the text; nil if a value could not be written, or if the error is about the whole text.
  public let place: Place?
  /// Whether the text and the value may be right, and only the memory for them was missing.
  package let isOutOfMemory: Bool

  /// A place in a text: the last character of the faulty part.
  public struct Place: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column in characters (Unicode scalars): 1 for the first one of the line, 0 before it.
    public let column: Int
    /// The number of bytes from the start of the text to the end of that character.
    public let position: Int

    /// A place, for the tests of an app.
    public init(line: Int, column: Int, position: Int) {
      self.line = line
      self.column = column
      self.position = position
    }
  }

  /// An error, for the tests of an app.
  public init(message: String, place: Place? = nil) {
    self.init(message: message, place: place, path: nil)
  }

  package init(message: String, place: Place?, path: JSONPointer?, isOutOfMemory: Bool = false) {
    self.message = message
    self.place = place
    self.path = path
    self.isOutOfMemory = isOutOfMemory
  }

  package static let outOfMemory = JSONTextError(
    message: "there is not enough memory", place: nil, path: nil, isOutOfMemory: true)
}

extension JSONTextError {
  /// The line of the error, from 1.
  public var line: Int? { place?.line }

  /// The column of the error in characters.
  public var column: Int? { place?.column }

  /// The position of the error in bytes from the start of the text.
  public var position: Int? { place?.position }
}

extension JSONTextError {
  /// What is wrong with a text that people write and that simdjson has refused: in jansson's words, unless the text
  /// nests too deep for jansson's recursion.
  package static func describing(_ error: JSONReadError, in text: UnsafeRawBufferPointer) -> JSONTextError {
    if error == .outOfMemory { return .outOfMemory }
    let depth = JSONValue.maximumConfigDepth
    let text = text.assumingMemoryBound(to: UInt8.self)
    let place = error.offset.map { Place(of: $0, in: text) }
    if let barrier = JSONSyntax.barrier(in: text, maximumDepth: depth), barrier.isDepth {
      return JSONTextError(message: error.message, place: place)
    }
    do throws(JSONTextError) {
      _ = try JSONValue(parsing: text, maximumDepth: depth)
      return JSONTextError(message: error.message)
    } catch let refusal {
      // jansson stops at integers that simdjson takes, and variables may have.
      guard refusal.path != nil, let end = refusal.position, let offset = error.offset, end <= offset else {
        return refusal
      }
      do throws(JSONTextError) {
        return try JSONTextError(message: error.message, place: place, path: JSONSyntax.path(toByte: offset, of: text))
      } catch let refusal {
        return refusal
      }
    }
  }

  /// A number that fits neither 64 bits with a sign nor a double.
  ///
  /// - Parameter index: the index of one of its bytes.
  init(largeNumberAt index: Int, in text: UnsafeBufferPointer<UInt8>) throws(JSONTextError) {
    let isPart = { (byte: UInt8) in byte < 0x80 && "+-.0123456789Ee".utf8.contains(byte) }
    let start = text[..<index].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
    let end = text[index...].firstIndex { !isPart($0) } ?? text.count
    let number = text[start..<end]
    let isInteger = !number.contains { ".eE".utf8.contains($0) }
    let shown = String(decoding: number.prefix(40), as: UTF8.self) + (number.count > 40 ? "…" : "")
    try self.init(
      message:
        "the number \(shown) does not fit in \(isInteger ? "a signed 64-bit integer" : "a double"): "
        + "give a smaller one, or a string",
      place: Place(of: end - 1, in: text), path: JSONSyntax.path(toByte: start, of: text))
  }
}

extension JSONTextError.Place {
  /// The place of the byte at `index`, counted as jansson counts.
  init(of index: Int, in text: UnsafeBufferPointer<UInt8>) {
    let before = text[..<index]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.init(
      line: 1 + before.count { $0 == UInt8(ascii: "\n") },
      column: 1 + String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count,
      position: 1 + index)
  }
}

extension JSONTextError: CustomStringConvertible {
  public var description: String {
    let places = [
      path.flatMap { $0.tokens.isEmpty ? nil : "at \($0)" }, place.map { "line \($0.line), column \($0.column)" },
    ].compactMap { $0 }
    return places.isEmpty ? message : "\(places.joined(separator: ", ")): \(message)"
  }
}
