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

/// The choice of the operation to run (October 2021 specification, section 6.1, `GetOperation`).
extension ExecutableDocument {
  /// Validates the document and picks the operation to run.
  ///
  /// - Parameter name: the operation's name; may be nil if the document has one operation.
  /// - Throws: the first rule that the document breaks, or that the name picks no operation, with the names there are.
  package func operation(named name: String?) throws(GraphQLDocumentError) -> ExecutableOperation {
    let fragments = try DocumentValidation(self).validatedFragments()
    return ExecutableOperation(validated: try definition(named: name), fragments: fragments)
  }

  private func definition(named name: String?) throws(GraphQLDocumentError) -> OperationDefinition {
    guard let first = operations.first else {
      throw GraphQLDocumentError(.noOperation, "the document has no operation, only fragments: add a query")
    }
    if let name {
      if let match = operations.first(where: { $0.name == name }) { return match }
      throw GraphQLDocumentError(
        .unknownOperation, "the document has no operation \"\(name)\": it has \(operationLabels)")
    }
    guard operations.count == 1 else {
      throw GraphQLDocumentError(
        .operationNameMissing,
        "the document has \(operations.count) operations: name the one to run: \(operationLabels)")
    }
    return first
  }

  private var operationLabels: String {
    operations.map { "\($0.label) at \($0.position)" }.joined(separator: ", ")
  }
}
