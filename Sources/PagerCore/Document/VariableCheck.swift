import PagerJSON
import PagerSyntax

/// Holds variables to an operation's declarations, before a server has to.
struct VariableCheck {
  let operation: OperationDefinition
  let config: ConfigPlace

  /// Refuses variables that the operation does not declare, and the absence of one that it needs.
  func check(_ variables: [String: RawJSON]) throws(DocumentPlanError) {
    try refuseUndeclared(variables)
    for variable in operation.variables { try refuseMissing(variable, variables[variable.name]) }
  }

  func refuseUndeclared(_ variables: [String: RawJSON]) throws(DocumentPlanError) {
    for name in variables.keys.sorted() where !operation.variables.contains(where: { $0.name == name }) {
      let declared = operation.variables.map { "$\($0.name)" }.joined(separator: ", ")
      throw config.error(
        inVariable: name,
        "\(operation.label) declares no variable `$\(name)`" + (declared.isEmpty ? "" : "; it has \(declared)"))
    }
  }

  /// Refuses that a variable which the operation needs has no value.
  func refuseMissing(
    _ variable: VariableDefinition, _ value: RawJSON?, because reason: String = ""
  ) throws(DocumentPlanError) {
    guard case .nonNull = variable.type.kind else { return }
    guard value.map(\.isNull) ?? (variable.defaultValue == nil) else { return }
    throw config.error(
      in: "variables", "the variable `$\(variable.name)` of type \(variable.type) has no value\(reason)",
      at: variable.position)
  }
}
