/// An argument of a field or a directive: `after: $cursor`.
package struct Argument: Sendable, Hashable {
  /// The name before the colon.
  package let name: String
  /// The value after the colon.
  package let value: InputValue
  /// Where the name stands.
  package let position: SourcePosition
}
