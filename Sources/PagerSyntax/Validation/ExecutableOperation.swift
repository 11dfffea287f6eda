/// An operation of a document that passed validation, with the fragments it may spread.
///
/// ``ExecutableDocument/operation(named:)`` is the only way to one, so its users may rely on this: every spread
/// names a fragment, no fragment spreads itself, and with fragments followed nothing nests deeper than
/// ``NestingLimit/levels``.
package struct ExecutableOperation: Sendable {
  /// The operation as written.
  package let definition: OperationDefinition
  /// The document's fragments by name.
  package let fragments: [String: FragmentDefinition]
  /// The known directives that leave selections out; nil if none are known.
  var conditions: SelectionConditions?

  init(validated definition: OperationDefinition, fragments: [String: FragmentDefinition]) {
    self.definition = definition
    self.fragments = fragments
  }
}
