/// The key of a record, checked.
package struct RecordKey: Sendable, Hashable {
  /// The longest key, in bytes. An object of a response whose key would be longer has none.
  package static let largestSize = 64 << 10

  package let text: String

  /// - Throws: for an empty key, and for one that is too long.
  package init(_ text: String) throws(CacheError) {
    guard !text.isEmpty else { throw .invalid(message: "the key of a record is empty: write its type and id, `Product:17`") }
    guard text.utf8.count <= Self.largestSize else {
      throw .invalid(
        message: "a key of \(text.utf8.count) bytes is too long: at most \(Self.largestSize) bytes (\(text.prefix(40))…)")
    }
    self.text = text
  }
}
