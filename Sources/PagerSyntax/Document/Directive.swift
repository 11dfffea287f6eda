/// A directive as applied: `@include(if: $withPrices)`.
package struct Directive: Sendable, Hashable {
  /// The name without its `@`.
  package let name: String
  /// The arguments, in the order of the text.
  package let arguments: [Argument]
  /// Where the `@` stands.
  package let position: SourcePosition
}
