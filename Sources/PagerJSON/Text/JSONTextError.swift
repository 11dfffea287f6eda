/// Why a text that a person wrote is no JSON, or why a value cannot be written as one.
public struct JSONTextError: Error, Sendable, Hashable {
  /// What is wrong, near what: "duplicate object key near '"first"'".
  public let message: String
  /// The place in the text; nil when a value could not be written, or when the text as a whole is the matter.
  public let place: Place?

  /// A place in a text: that of the last character of what is wrong.
  public struct Place: Sendable, Hashable {
    /// From 1.
    public let line: Int
    /// In characters (Unicode scalars), from 1 for the first one of the line; 0 before it.
    public let column: Int
    /// In bytes from the start of the text, that character included.
    public let position: Int

    public init(line: Int, column: Int, position: Int) {
      self.line = line
      self.column = column
      self.position = position
    }
  }

  public init(message: String, place: Place? = nil) {
    self.message = message
    self.place = place
  }

  static let outOfMemory = JSONTextError(message: "there is not enough memory")
}

extension JSONTextError {
  /// The line of the error, from 1.
  public var line: Int? { place?.line }

  /// The column of the error in characters.
  public var column: Int? { place?.column }

  /// The position of the error in bytes from the start of the text.
  public var position: Int? { place?.position }
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
    place.map { "line \($0.line), column \($0.column): \(message)" } ?? message
  }
}
