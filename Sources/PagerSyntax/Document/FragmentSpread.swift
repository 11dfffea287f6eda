/// A named fragment spread into a selection: `...Page`.
package struct FragmentSpread: Sendable, Hashable {
  /// The name of the fragment definition, never `on`.
  package let fragmentName: String
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// Where the `...` stands.
  package let position: SourcePosition
}
