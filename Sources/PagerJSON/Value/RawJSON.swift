/// The text of one valid JSON value, kept byte for byte: what was given is what is sent.
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

  /// Writes a value as compact text.
  ///
  /// - Throws: `JSONTextError` for an infinite number or NaN, and for values that are nested too deeply.
  package init(_ value: JSONValue) throws(JSONTextError) {
    bytes = try value.bytes()
  }

  /// Whether the value is `null`.
  package var isNull: Bool { bytes.elementsEqual("null".utf8) }
}

extension RawJSON: CustomStringConvertible {
  /// The value's text.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
