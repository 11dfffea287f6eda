/// The key of a record, checked.
package struct RecordKey: Sendable, Hashable {
  /// The longest key, in bytes. If the key of a response's object would be longer, the object has no key.
  package static let largestSize = 64 << 10

  package let text: String

  /// - Throws: for an empty key, for a key that is too long, and for the key of a field with arguments.
  package init(_ text: String) throws(CacheError) {
    guard !text.isEmpty else {
      throw .invalid(message: "the record's key is empty: write its type and id, like `Product:17`")
    }
    guard text.utf8.count <= Self.largestSize else {
      throw .invalid(
        message:
          "a key of \(text.utf8.count) bytes is too long: at most \(Self.largestSize) bytes (\(text.prefix(40))…)")
    }
    guard !Self.isOfField(text.utf8) else {
      throw .invalid(
        message:
          "\(text.prefix(60)) is a field of a record: read and write the record, with `name(argument:value)` in it")
    }
    self.text = text
  }

  /// Whether an object of a response can have the key.
  static func isUsable(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    text.count <= largestSize && !isOfField(text)
  }

  /// Whether it looks like the key of a field with arguments, which is a separate record. An object must not have such
  /// a key.
  private static func isOfField(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    text.last == UInt8(ascii: ")") && text.contains(UInt8(ascii: "."))
  }
}

/// A record that a page shows.
struct ShownRecord {
  let index: UInt32
  /// The fields that the page shows of it; empty if the record is one field.
  let shape: Shape
}
