/// Which selections `@include` and `@skip` leave out, by the known values of boolean variables.
package struct SelectionConditions: Sendable {
  private let values: [String: Bool]

  /// - Parameter values: the boolean variables, without their `$`. A condition with a variable that is not among them
  ///   counts as fulfilled.
  package init(_ values: [String: Bool]) {
    self.values = values
  }

  /// Whether they leave a selection in.
  package func select(_ selection: Selection) -> Bool {
    fulfill(selection.directives)
  }

  /// Whether what carries these directives is selected.
  private func fulfill(_ directives: [Directive]) -> Bool {
    directives.allSatisfy { directive in
      switch directive.name {
      case "include": condition(of: directive) ?? true
      case "skip": !(condition(of: directive) ?? false)
      default: true
      }
    }
  }

  private func condition(of directive: Directive) -> Bool? {
    switch directive.condition {
    case .boolean(let value): value
    case .variable(let name): values[name]
    default: nil
    }
  }
}

extension ExecutableOperation {
  /// The operation as a server executes it: its connections are looked for without the selections that are left out.
  package func under(_ conditions: SelectionConditions) -> ExecutableOperation {
    var operation = self
    operation.conditions = conditions
    return operation
  }

  /// Whether a selection is part of the operation, as far as that is known.
  func selects(_ selection: Selection) -> Bool {
    conditions?.select(selection) ?? true
  }
}

extension ExecutableOperation {
  /// The variables by which `@include` and `@skip` leave selections out, of all fragments of the document.
  package var conditionVariables: Set<String> {
    var names: Set<String> = []
    var pending = [definition.selectionSet] + fragments.values.map(\.selectionSet)
    while let set = pending.popLast() {
      for selection in set.selections {
        for case .variable(let name)? in selection.directives.map(\.condition) { names.insert(name) }
        if let below = selection.selectionSet { pending.append(below) }
      }
    }
    return names
  }
}

extension Selection {
  fileprivate var directives: [Directive] {
    switch self {
    case .field(let field): field.directives
    case .fragmentSpread(let spread): spread.directives
    case .inlineFragment(let fragment): fragment.directives
    }
  }

  /// What is selected below, if it stands here.
  fileprivate var selectionSet: SelectionSet? {
    switch self {
    case .field(let field): field.selectionSet
    case .fragmentSpread: nil
    case .inlineFragment(let fragment): fragment.selectionSet
    }
  }
}

extension Directive {
  /// The value of its argument `if`; nil if it has none.
  fileprivate var condition: InputValue.Kind? { arguments.first { $0.name == "if" }?.value.kind }
}
