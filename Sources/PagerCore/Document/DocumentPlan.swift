import PagerClient
package import PagerJSON
import PagerState
import PagerSyntax

/// How one document is paged: what to send for a page, and where to look in the answer. Found without a request.
package struct DocumentPlan: Sendable {
  package let requests: PageRequestEncoder
  package let shape: ConnectionShape
  /// What asks for the first page.
  package let initialRequest: PageRequest

  /// Works the plan out from a document; what `pagination` says comes before what the document shows.
  ///
  /// - Throws: `DocumentPlanError` for a document that does not parse, is not a query, has no connection or more than one to
  ///   choose from, or does not fit the variables.
  package init(
    query: String, operationName: String?, variables: [String: RawJSON], pagination: DocumentPagination
  ) throws(DocumentPlanError) {
    let operation = try Self.operation(named: operationName, in: query)
    let conditions = SelectionConditions(Self.booleans(of: operation.definition, variables))
    let connection = try ConnectionPlan(conditions.selected(of: operation), pagination)
    try VariableCheck(operation.definition).check(variables, cursorVariable: connection.cursorVariable)
    shape = connection.shape
    do {
      requests = try PageRequestEncoder(
        query: query, operationName: operationName, variables: variables,
        paging: [.next: [connection.cursorVariable]])
    } catch {
      throw DocumentPlanError("query", message: "the request cannot be written as JSON: \(error.message)")
    }
    do {
      let cursor = try variables[connection.cursorVariable].map { json throws(JSONReadError) in try VariableValue(json)
      }
      initialRequest = PageRequest(toward: .next, cursor.map { [.init(connection.cursorVariable, $0)] } ?? [])
    } catch {
      throw DocumentPlanError("variables", connection.cursorVariable, message: error.message)
    }
  }

  private static func operation(named name: String?, in query: String) throws(DocumentPlanError) -> ExecutableOperation
  {
    let operation = try ExecutableOperation(named: name, parsing: query)
    guard operation.definition.kind == .query else {
      throw DocumentPlanError(
        "query", message: "\(operation.definition.label) cannot be paged: only a query can",
        position: operation.definition.position)
    }
    return operation
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
