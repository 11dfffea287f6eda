import PagerJSON
import PagerState

extension DocumentPlan {
  /// The plan of a list whose page info a function of the host finds: the document shows none, and the config says where the
  /// items are.
  ///
  /// - Throws: `DocumentPlanError` for a document that does not parse, or does not fit its variables, and where the place of
  ///   the items is not given.
  package init(readByHook document: PagedDocument) throws(DocumentPlanError) {
    let parsed = try ParsedDocument(document, at: .first)
    let pagination = parsed.pagination
    guard let connection = pagination.connection else {
      throw parsed.config.error(inNames: "connection", "a hook reads the page info: say where the connection is")
    }
    guard let items = pagination.items else {
      throw parsed.config.error(inNames: "items", "a hook reads the page info: say where the items are")
    }
    var constants: [ListEnd: [String: RawJSON]] = [:]
    for end in ListEnd.allCases {
      let name = pagination.cursorVariable(toward: end)
      if let name { _ = try parsed.declared(name, as: end.cursorArgument) }
      constants[end] = parsed.variables.filter { $0.key != name }
    }
    let root = JSONPointer(tokens: [])
    first = try QueryPlan(
      parsed,
      QueryParts(
        shape: ConnectionShape(connection: connection, items: [items], pageInfo: root), constants: constants))
    further = nil
    // The first page is asked for with all variables, a cursor among them too.
    var settings: [PageRequest.Setting] = []
    if let name = pagination.cursorVariable(toward: .next), let cursor = parsed.variables[name] {
      do {
        settings = [.init(name, try VariableValue(cursor))]
      } catch {
        throw parsed.config.error(inVariable: name, error.message)
      }
    }
    initialRequest = PageRequest(toward: .next, settings)
  }
}
