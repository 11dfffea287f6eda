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
  /// The sub-selection, or nil where the text has none (a scalar or an enum).
  package internal(set) var selectionSet: SelectionSet?
  /// Where the alias stands, or else the name.
  package let position: SourcePosition

  /// The key under which the response holds the field: the alias, or else the name.
  package var responseKey: String { alias ?? name }
}
