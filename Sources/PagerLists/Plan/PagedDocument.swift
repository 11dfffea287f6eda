import PagerClient
package import PagerJSON
import PagerSyntax

/// A document that a list is read with, as a config gives it.
package struct PagedDocument: Sendable {
  package var query: String
  package var operationName: String?
  /// The variables of all requests, except for those that a page sets.
  package var variables: [String: RawJSON]
  package var pagination: DocumentPagination
  /// The variables without the value that a list is read since; nil if they have no such value.
  var identityVariables: [String: RawJSON]?

  package init(
    query: String, operationName: String? = nil, variables: [String: RawJSON] = [:],
    pagination: DocumentPagination = DocumentPagination()
  ) {
    self.query = query
    self.operationName = operationName
    self.variables = variables
    self.pagination = pagination
  }
}

/// A document and its operation. A class, because it is large and a caller's stack may be small.
final class ParsedDocument {
  let document: PagedDocument
  let config: ConfigPlace
  /// What its text says, whatever the variables are.
  let known: KnownQuery
  /// The operation without what its variables leave out.
  let executed: ExecutedOperation

  init(
    _ document: PagedDocument, at config: ConfigPlace, _ queries: KnownQueries = KnownQueries()
  ) throws(DocumentPlanError) {
    self.document = document
    self.config = config
    known = try queries.query(document.query, document.operationName, at: config)
    let definition = known.definition
    guard definition.kind == .query else {
      throw config.error(
        in: "query", "\(definition.label) cannot be paged: only a query can", at: definition.position)
    }
    executed = known.executed(with: Self.booleans(of: definition, document.variables))
    try check.refuseUndeclared(document.variables)
  }

  /// The operation as it is declared.
  var definition: OperationDefinition { known.definition }
  var operation: ExecutableOperation { executed.operation }

  var pagination: DocumentPagination { document.pagination }
  var variables: [String: RawJSON] { document.variables }
  var check: VariableCheck { VariableCheck(operation: definition, config: config) }

  // MARK: Variables

  func declaration(of variable: String) -> VariableDefinition? {
    definition.variables.first { $0.name == variable }
  }

  /// The name of a variable that the config gives at `key`, which the operation has to declare; or a place inside one.
  func declared(_ variable: String, as key: String) throws(DocumentPlanError) -> String {
    if variable.hasPrefix("/") {
      try checkPlace(variable, as: key)
      return variable
    }
    guard declaration(of: variable) != nil else {
      throw config.error(
        inNames: key, definition.refusal(ofVariable: variable), at: definition.position)
    }
    return variable
  }

  /// The value of a variable that a page does not set: the config's value, or else the document's default. Nil also for
  /// null.
  func value(of variable: String) -> ServedValue? {
    if let given = try? given(variable) { return given.isNull ? nil : .given(given) }
    guard let value = declaration(of: variable)?.defaultValue, value.kind != .null else { return nil }
    return .default(value)
  }

  /// The page size that a variable takes, if smaller sizes exist.
  func size(_ variable: String, in constants: [String: RawJSON]) -> PageSize? {
    let given = constants[variable].map { Int64($0.description) } ?? value(of: variable)?.integer
    return given.flatMap { $0 > 1 ? PageSize(variable: variable, items: $0) : nil }
  }

  /// The boolean variables with the values that a server gives them.
  private static func booleans(
    of operation: OperationDefinition, _ variables: [String: RawJSON]
  ) -> [String: Bool] {
    var values: [String: Bool] = [:]
    for variable in operation.variables {
      if let value = variables[variable.name] {
        values[variable.name] = value.bool
      } else if case .boolean(let value) = variable.defaultValue?.kind {
        values[variable.name] = value
      }
    }
    return values
  }
}

/// A value that a variable has without a pager's doing.
enum ServedValue {
  case given(RawJSON)
  case `default`(InputValue)

  /// The value as an integer; nil if it is not an integer, or is too large.
  var integer: Int64? {
    switch self {
    case .given(let json): Int64(json.description)
    case .default(let value): if case .integer(let text) = value.kind { Int64(text) } else { nil }
    }
  }

  /// The value as JSON: of a default value only an integer, because its text is the same in GraphQL and JSON.
  var json: RawJSON? {
    switch self {
    case .given(let json): json
    case .default: integer.map { RawJSON(integer: $0) }
    }
  }
}

extension ExecutableOperation {
  /// Parses a document and takes one of its operations. The name is optional if there is only one.
  init(named name: String?, parsing query: String, at config: ConfigPlace) throws(DocumentPlanError) {
    let document: ExecutableDocument
    do {
      document = try ExecutableDocument(parsing: query)
    } catch {
      throw config.error(in: "query", "the query does not parse: \(error.description)", at: error.position)
    }
    do {
      self = try document.operation(named: name)
    } catch {
      let part = [.unknownOperation, .operationNameMissing].contains(error.reason) ? "operation_name" : "query"
      throw config.error(in: part, error.message, at: error.position)
    }
  }
}

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
      throw config.error(inVariable: name, operation.refusal(ofVariable: name))
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

extension OperationDefinition {
  /// Says that the operation does not declare a variable, and which ones it declares.
  func refusal(ofVariable name: String) -> String {
    let declared = variables.map { "$\($0.name)" }.joined(separator: ", ")
    return "\(label) declares no variable `$\(name)`" + (declared.isEmpty ? "" : "; it has \(declared)")
  }
}
