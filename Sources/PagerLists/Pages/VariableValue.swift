import PagerBytes
package import PagerJSON

/// The value of a variable that a request sets, mostly a cursor. It is sent as written, and compared by its meaning.
///
/// A server may write one cursor in two ways (`"a/b"` and `"a\/b"`, `1` and `1.0`). They ask for the same page.
package struct VariableValue: Sendable {
  /// The value as JSON text.
  package let json: RawJSON
  /// Its meaning, if the text alone does not show it.
  private let meaning: [UInt8]?

  /// Copies a value that is being read.
  package init(_ node: JSONNode) {
    json = RawJSON(node)
    meaning =
      switch node.kind {
      case .string: json.bytes.contains(UInt8(ascii: "\\")) ? node.string.map { Array("\"\($0)\"".utf8) } : nil
      case .number: Self.meaning(ofNumber: node, writtenAs: json.bytes)
      case .object, .array, .bool, .null: nil
      }
  }

  /// Reads a value that was written as ``json``.
  ///
  /// - Throws: `JSONReadError` for text that is not JSON.
  init(parsing text: String) throws(JSONReadError) {
    try self.init(utf8: Array(text.utf8))
  }

  private init(utf8 text: [UInt8]) throws(JSONReadError) {
    guard let bytes = text.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      throw .outOfMemory
    }
    self = try JSONReader().read(bytes) { VariableValue($0) }
  }

  /// Takes a value that is made of others.
  ///
  /// - Parameter meaning: the text by which it is compared; nil: its own.
  init(json: RawJSON, comparedAs meaning: [UInt8]?) {
    self.json = json
    self.meaning = meaning
  }

  /// Whether it may be a cursor: a string, or a number.
  var isCursor: Bool {
    json.bytes.first.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false
  }

  private static func meaning(ofNumber node: JSONNode, writtenAs text: [UInt8]) -> [UInt8]? {
    if let integer = node.int64 { return Array("\(integer)".utf8) }
    // A whole number that takes all 64 bits: a double would round it.
    if text.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) { return nil }
    return node.double.map { Array("\($0)".utf8) }
  }

  /// Takes an integer: an offset, or the number of a page.
  package init(integer: Int64) {
    json = RawJSON(integer: integer)
    meaning = nil
  }

  /// Takes a value from a config.
  ///
  /// - Throws: `JSONReadError` if memory runs out.
  init(_ json: RawJSON) throws(JSONReadError) {
    try self.init(utf8: json.bytes)
  }
}

extension VariableValue: Hashable {
  /// The text by which it is compared.
  var compared: [UInt8] { meaning ?? json.bytes }

  package static func == (left: VariableValue, right: VariableValue) -> Bool { left.compared == right.compared }

  package func hash(into hasher: inout Hasher) { hasher.combine(compared) }
}
