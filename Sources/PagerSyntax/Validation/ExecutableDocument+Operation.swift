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
