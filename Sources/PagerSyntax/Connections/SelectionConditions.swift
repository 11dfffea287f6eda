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
    switch selection {
    case .field(let field): fulfill(field.directives)
    case .fragmentSpread(let spread): fulfill(spread.directives)
    case .inlineFragment(let fragment): fulfill(fragment.directives)
    }
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
    switch directive.arguments.first(where: { $0.name == "if" })?.value.kind {
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
