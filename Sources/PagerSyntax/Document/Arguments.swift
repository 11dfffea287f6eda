/// An argument of a field or a directive: `after: $cursor`.
package struct Argument: Sendable, Hashable {
  /// The name before the colon.
  package let name: String
  /// The value after the colon.
  package let value: InputValue
  /// Where the name stands.
  package let position: SourcePosition
}

/// A directive as applied: `@include(if: $withPrices)`.
package struct Directive: Sendable, Hashable {
  /// The name without its `@`.
  package let name: String
  /// The arguments, in the order of the text.
  package let arguments: [Argument]
  /// Where the `@` stands.
  package let position: SourcePosition
}
