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

/// A value written in the document: an argument's, a default, an element of either.
package struct InputValue: Sendable, Hashable {
  /// The kinds of value.
  ///
  /// Numbers keep their text, because GraphQL leaves their range to the server. That text is a valid JSON number as it
  /// is.
  package enum Kind: Sendable, Hashable {
    /// `$name`, without its `$`. Never found in a constant (defaults, directives of variable definitions).
    case variable(String)
    /// The text of an integer, such as `-12`.
    case integer(String)
    /// The text of a number with a fraction, an exponent or both, such as `6.02e23`.
    case float(String)
    /// The value of a string or block string: escapes resolved, common indent removed.
    case string(String)
    case boolean(Bool)
    case null
    /// The name of an enum value, never `true`, `false` or `null`.
    case enumeration(String)
    case list([InputValue])
    /// The fields in the order of the text; the parser does not refuse a repeated name.
    case object([ObjectField])
  }

  /// Which kind of value it is, with its content.
  package let kind: Kind
  /// Where the value begins.
  package let position: SourcePosition
}

/// A field of an object value: `tag: "new"` in `{tag: "new"}`.
package struct ObjectField: Sendable, Hashable {
  /// The name before the colon.
  package let name: String
  /// The value after the colon.
  package let value: InputValue
  /// Where the name stands.
  package let position: SourcePosition
}
