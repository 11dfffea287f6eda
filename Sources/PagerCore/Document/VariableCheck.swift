import PagerJSON
import PagerSyntax

/// Holds variables to an operation's declarations, before a server has to.
struct VariableCheck {
  private let operation: OperationDefinition

  init(_ operation: OperationDefinition) {
    self.operation = operation
  }

  /// Refuses variables that the operation does not declare, and the absence of one that it needs.
  func check(_ variables: [String: RawJSON], cursorVariable: String? = nil) throws(DocumentPlanError) {
    for name in variables.keys.sorted() where !operation.variables.contains(where: { $0.name == name }) {
      let declared = operation.variables.map { "$\($0.name)" }.joined(separator: ", ")
      throw DocumentPlanError(
        "variables", name,
        message: "\(operation.label) declares no variable `$\(name)`"
          + (declared.isEmpty ? "" : "; it has \(declared)"))
    }
    for variable in operation.variables where isMissing(variable, in: variables) {
      let why = variable.name == cursorVariable ? ", and the first page has no cursor: declare it without `!`" : ""
      throw DocumentPlanError(
        "variables", message: "the variable `$\(variable.name)` of type \(variable.type) has no value\(why)",
        position: variable.position)
    }
  }

  private func isMissing(_ variable: VariableDefinition, in variables: [String: RawJSON]) -> Bool {
    guard case .nonNull = variable.type.kind else { return false }
    return variables[variable.name].map(\.isNull) ?? (variable.defaultValue == nil)
  }
}
