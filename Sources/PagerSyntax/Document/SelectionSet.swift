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
