/// A named fragment: `fragment Page on ProductConnection { … }`.
package struct FragmentDefinition: Sendable {
  /// The fragment's name, never `on`.
  package let name: String
  /// The type that the fragment applies to.
  package let typeCondition: String
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// What is selected between the braces.
  package let selectionSet: SelectionSet
  /// Where the keyword `fragment` stands.
  package let position: SourcePosition
}
