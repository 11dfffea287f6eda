/// What `@include` and `@skip` leave of an operation, once the values of its boolean variables are known.
package struct SelectionConditions: Sendable {
  private let values: [String: Bool]

  /// - Parameter values: the boolean variables, without their `$`. A condition with a variable that is not among them
  ///   counts as fulfilled.
  package init(_ values: [String: Bool]) {
    self.values = values
  }

  /// The operation as a server executes it: without the selections that it leaves out.
  package func selected(of operation: ExecutableOperation) -> ExecutableOperation {
    var definition = operation.definition
    definition.selectionSet = selected(of: definition.selectionSet)
    let fragments = operation.fragments.mapValues { fragment in
      var fragment = fragment
      fragment.selectionSet = selected(of: fragment.selectionSet)
      return fragment
    }
    return ExecutableOperation(validated: definition, fragments: fragments)
  }

  private func selected(of set: SelectionSet) -> SelectionSet {
    SelectionSet(selections: set.selections.compactMap(selected), position: set.position)
  }

  private func selected(_ selection: Selection) -> Selection? {
    switch selection {
    case .field(var field):
      guard fulfills(field.directives) else { return nil }
      field.selectionSet = field.selectionSet.map(selected)
      return .field(field)
    case .fragmentSpread(let spread):
      return fulfills(spread.directives) ? selection : nil
    case .inlineFragment(var fragment):
      guard fulfills(fragment.directives) else { return nil }
      fragment.selectionSet = selected(of: fragment.selectionSet)
      return .inlineFragment(fragment)
    }
  }

  private func fulfills(_ directives: [Directive]) -> Bool {
    directives.allSatisfy { directive in
      switch directive.name {
      case "include": condition(of: directive) ?? true
      case "skip": !(condition(of: directive) ?? false)
      default: true
      }
    }
  }

  private func condition(of directive: Directive) -> Bool? {
    switch directive.arguments.first(where: { $0.name == "if" })?.value.kind {
    case .boolean(let value): value
    case .variable(let name): values[name]
    default: nil
    }
  }
}
