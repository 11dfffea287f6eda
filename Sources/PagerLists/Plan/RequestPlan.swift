package import PagerJSON
import PagerState
import PagerSyntax

/// One query or mutation, checked before it is sent.
package struct RequestPlan: Sendable {
  /// The body of the request.
  package let body: [UInt8]
  /// What the document shows of the items of the list in the answer; nil if the caller did not ask for it.
  package let items: ShownItems?
  package let isMutation: Bool

  /// Checks an operation of a document and its variables.
  ///
  /// - Parameter shape: the place of a list in the answer; nil if the caller does not look for one.
  /// - Throws: `DocumentPlanError` for a document that does not parse or lacks the operation, for a subscription, and
  ///   for variables that do not fit the operation.
  package init(
    query: String, operationName: String?, variables: [String: RawJSON], listAt shape: ConnectionShape? = nil
  ) throws(DocumentPlanError) {
    let config = ConfigPlace.request
    let operation = try ExecutableOperation(named: operationName, parsing: query, at: config)
    guard operation.definition.kind != .subscription else {
      throw config.error(
        in: "query", "\(operation.definition.label) cannot be executed: only a query or a mutation can",
        at: operation.definition.position)
    }
    isMutation = operation.definition.kind == .mutation
    try VariableCheck(operation: operation.definition, config: config).check(variables)
    items = shape?.itemsShown(by: operation)
    do {
      body = try PageRequestEncoder(
        query: query, operationName: operationName, constants: [.next: variables]
      ).body(of: PageRequest(toward: .next))
    } catch {
      throw config.error(unwritable: error)
    }
  }
}
