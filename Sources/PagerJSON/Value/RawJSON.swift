import PagerBytes

/// The text of one valid JSON value, kept byte for byte: the given text is what is sent.
///
/// A tree would not do: `123456789.123456789` has more digits than a double, and `0.1` more than one spelling. Equality
/// is by bytes, so `1.0` and `1.00` differ.
package struct RawJSON: Sendable, Hashable {
  /// The value's text in UTF-8, with no white space around it.
  package let bytes: [UInt8]

  /// Copies the text of a value that is being read. The read has validated it.
  package init(_ node: JSONNode) {
    bytes = Array(node.rawText)
  }

  /// Takes the text of a value that is known to be valid JSON.
  package init(validated bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Writes a value as compact text.
  ///
  /// - Throws: `JSONTextError` for an infinite number or NaN, and for values that are nested too deeply.
  package init(_ value: JSONValue) throws(JSONTextError) {
    bytes = try value.bytes()
  }

  /// Writes an integer.
  package init(integer: Int64) {
    bytes = Array("\(integer)".utf8)
  }

  /// The value `null`.
  package static var null: RawJSON { RawJSON(validated: Array("null".utf8)) }

  /// Writes an array of values.
  package init(elements: [RawJSON]) {
    var text = [UInt8(ascii: "[")]
    for element in elements {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += element.bytes
    }
    text.append(UInt8(ascii: "]"))
    bytes = text
  }

  /// Whether the value is `null`.
  package var isNull: Bool { bytes.elementsEqual("null".utf8) }

  /// The value of `true` or `false`, or nil.
  package var bool: Bool? {
    if bytes.elementsEqual("true".utf8) { return true }
    return bytes.elementsEqual("false".utf8) ? false : nil
  }
}

extension RawJSON {
  /// Reads the value with a separate reader.
  ///
  /// - Throws: what `body` throws, or `JSONReadError` if memory runs out.
  package func read<R>(_ body: (JSONNode) throws(JSONReadError) -> R) throws(JSONReadError) -> R {
    guard let copy = bytes.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { throw .outOfMemory }
    return try JSONReader().read(copy, body)
  }
}

extension RawJSON: CustomStringConvertible {
  /// The value's text.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
