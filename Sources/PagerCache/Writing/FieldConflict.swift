/// A field for which one answer has two values in one record: it has two different objects with the same key.
///
/// The record keeps the later value, and each read of the cache then shows this value in both objects.
package struct FieldConflict: Sendable, Hashable {
  /// The type of the objects.
  package let type: String
  /// The key that they share.
  package let key: String
  /// The field, with its arguments.
  package let field: String
}
