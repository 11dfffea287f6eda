/// A fragment written where it is used: `... on Product { … }` or `... @include(if: $all) { … }`.
package struct InlineFragment: Sendable {
  /// The type that the fragment applies to, or nil for the enclosing type.
  package let typeCondition: String?
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// What is selected between the braces.
  package let selectionSet: SelectionSet
  /// Where the `...` stands.
  package let position: SourcePosition
}
