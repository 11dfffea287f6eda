/// The specification's validation rules that a pager relies on and that need no schema.
///
/// Names are unique, spreads lead to fragments and never form a cycle, and variables are declared. Unused variables and
/// unused fragments pass. The server checks everything that needs the schema.
struct DocumentValidation {
  private let document: ExecutableDocument

  init(_ document: ExecutableDocument) {
    self.document = document
  }

  /// Checks every rule.
  ///
  /// - Returns: the fragments by name.
  /// - Throws: the first rule that is broken.
  func validatedFragments() throws(GraphQLDocumentError) -> [String: FragmentDefinition] {
    try checkOperationNames()
    let fragments = try fragmentsByName()

    var operationUses: [DefinitionUses] = []
    for operation in document.operations {
      try checkVariableNames(of: operation)
      operationUses.append(try DefinitionUses(of: operation.selectionSet, directives: operation.directives))
    }
    var fragmentUses: [String: DefinitionUses] = [:]
    for fragment in document.fragments {
      fragmentUses[fragment.name] = try DefinitionUses(of: fragment.selectionSet, directives: fragment.directives)
    }

    let fragmentUsesInOrder = document.fragments.compactMap { fragmentUses[$0.name] }
    for uses in operationUses + fragmentUsesInOrder {
      try checkSpreads(uses, in: fragments)
    }
    var nesting = FragmentNesting(fragmentUses)
    for uses in operationUses + fragmentUsesInOrder {
      try nesting.measure(uses)
    }
    for (operation, uses) in zip(document.operations, operationUses) {
      try checkVariablesAreDeclared(by: operation, uses, fragmentUses)
    }
    return fragments
  }

  // MARK: Names

  private func checkOperationNames() throws(GraphQLDocumentError) {
    var firstByName: [String: OperationDefinition] = [:]
    for operation in document.operations {
      guard let name = operation.name else {
        guard document.operations.count == 1 else { throw notAlone(operation) }
        continue
      }
      if let first = firstByName.updateValue(operation, forKey: name) {
        throw GraphQLDocumentError(
          .duplicateOperation,
          "the operation name \"\(name)\" at \(operation.position) is taken at \(first.position): rename one",
          at: operation.position)
      }
    }
  }

  private func notAlone(_ operation: OperationDefinition) -> GraphQLDocumentError {
    GraphQLDocumentError(
      .anonymousOperationNotAlone,
      "\(operation.label) at \(operation.position) is not alone in the document: name every operation",
      at: operation.position)
  }

  private func fragmentsByName() throws(GraphQLDocumentError) -> [String: FragmentDefinition] {
    var fragments: [String: FragmentDefinition] = [:]
    for fragment in document.fragments {
      if let first = fragments.updateValue(fragment, forKey: fragment.name) {
        throw GraphQLDocumentError(
          .duplicateFragment,
          "the fragment name \"\(fragment.name)\" at \(fragment.position) is taken at \(first.position): rename one",
          at: fragment.position)
      }
    }
    return fragments
  }

  private func checkVariableNames(of operation: OperationDefinition) throws(GraphQLDocumentError) {
    var names: Set<String> = []
    for variable in operation.variables where !names.insert(variable.name).inserted {
      throw GraphQLDocumentError(
        .duplicateVariable,
        "\(operation.label) declares the variable \"$\(variable.name)\" again at \(variable.position): keep one",
        at: variable.position)
    }
  }

  // MARK: Uses

  private func checkSpreads(
    _ uses: DefinitionUses, in fragments: [String: FragmentDefinition]
  ) throws(GraphQLDocumentError) {
    for spread in uses.spreads where fragments[spread.name] == nil {
      let names = document.fragments.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw GraphQLDocumentError(
        .unknownFragment,
        "the fragment \"\(spread.name)\" spread at \(spread.position) is not in the document: "
          + (names.isEmpty ? "it has no fragments" : "it has \(names)"),
        at: spread.position)
    }
  }

  private func checkVariablesAreDeclared(
    by operation: OperationDefinition, _ uses: DefinitionUses, _ fragmentUses: [String: DefinitionUses]
  ) throws(GraphQLDocumentError) {
    let declared = Set(operation.variables.map(\.name))
    var seen: Set<String> = []
    var pending = [uses]
    while let uses = pending.popLast() {
      for variable in uses.variables where !declared.contains(variable.name) {
        throw GraphQLDocumentError(
          .undefinedVariable,
          "the variable \"$\(variable.name)\" used at \(variable.position) is not declared by \(operation.label):"
            + " declare it in the operation's parentheses",
          at: variable.position)
      }
      for spread in uses.spreads where seen.insert(spread.name).inserted {
        if let uses = fragmentUses[spread.name] { pending.append(uses) }
      }
    }
  }
}
