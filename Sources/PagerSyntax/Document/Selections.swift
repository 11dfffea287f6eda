/// What is selected between one pair of braces; never empty.
package struct SelectionSet: Sendable {
  /// The selections, in the order of the text.
  package let selections: [Selection]
  /// Where the `{` stands; no two selection sets of a document share it.
  package let position: SourcePosition
}

/// One entry of a selection set.
package enum Selection: Sendable {
  case field(Field)
  case fragmentSpread(FragmentSpread)
  case inlineFragment(InlineFragment)
}

/// A selected field: `newest: products(first: 10) @include(if: $all) { … }`.
package struct Field: Sendable {
  /// The name before the colon, or nil.
  package let alias: String?
  /// The name of the field in the schema.
  package let name: String
  /// The arguments, in the order of the text.
  package let arguments: [Argument]
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// The sub-selection, or nil if the text has none (a scalar or an enum).
  package internal(set) var selectionSet: SelectionSet?
  /// Where the alias stands, or else the name.
  package let position: SourcePosition

  /// The key under which the response holds the field: the alias, or else the name.
  package var responseKey: String { alias ?? name }
}

/// A named fragment spread into a selection: `...Page`.
package struct FragmentSpread: Sendable, Hashable {
  /// The name of the fragment definition, never `on`.
  package let fragmentName: String
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// Where the `...` stands.
  package let position: SourcePosition
}

/// A fragment that is written in place: `... on Product { … }` or `... @include(if: $all) { … }`.
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
