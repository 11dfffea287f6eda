import PagerClient
import PagerJSON
import PagerSyntax

/// Where the connection of an operation is, and which variable takes its cursor.
struct ConnectionPlan {
  let shape: ConnectionShape
  let cursorVariable: String

  /// Takes what the pagination says, and the rest from the one connection that the operation selects.
  init(_ operation: ExecutableOperation, _ pagination: DocumentPagination) throws(DocumentPlanError) {
    let found = try Self.candidate(in: operation, pagination)
    guard let connection = pagination.connection ?? found.map({ JSONPointer(tokens: $0.responsePath) }) else {
      throw DocumentPlanError(
        "pagination", "page_info", message: "where `page_info` is given, `connection` has to be given too")
    }
    guard let pageInfo = pagination.pageInfo ?? found.map({ JSONPointer(tokens: [$0.pageInfoKey]) }) else {
      throw DocumentPlanError(
        "pagination", "page_info", message: "name the page info of the connection at \(connection)")
    }
    let hasMore = try Self.pointer(
      "has_next_page", pagination.hasNextPage, found, found?.hasNextPageKey, field: "hasNextPage")
    let cursor = try Self.pointer("end_cursor", pagination.endCursor, found, found?.endCursorKey, field: "endCursor")
    cursorVariable = try Self.cursorVariable(operation.definition, pagination, found)
    let foundItems = [found?.nodesKey, found?.edgesKey].compactMap { $0 }.map { JSONPointer(tokens: [$0]) }
    shape = ConnectionShape(
      connection: connection, items: pagination.items.map { [$0] } ?? foundItems, pageInfo: pageInfo,
      next: ConnectionShape.End(hasMore: hasMore, cursor: cursor, variable: cursorVariable))
  }

  /// The connection that the document shows; nil where the pagination describes one of its own.
  private static func candidate(
    in operation: ExecutableOperation, _ pagination: DocumentPagination
  ) throws(DocumentPlanError) -> ConnectionCandidate? {
    do {
      return try ConnectionFinder.connection(in: operation, at: pagination.connection?.tokens)
    } catch {
      // Unusual names: the description itself says where the page info is.
      if pagination.connection != nil, pagination.pageInfo != nil { return nil }
      if pagination.connection != nil {
        throw DocumentPlanError("pagination", "connection", message: error.message, position: error.position)
      }
      if pagination.pageInfo != nil, error.reason == .noConnection {
        throw DocumentPlanError(
          "pagination", "page_info", message: "where `page_info` is given, `connection` has to be given too")
      }
      let hint = error.reason == .ambiguousConnection ? "; name one of them as `pagination.connection`" : ""
      throw DocumentPlanError("query", message: error.message + hint, position: error.position)
    }
  }

  private static func pointer(
    _ key: String, _ given: JSONPointer?, _ found: ConnectionCandidate?, _ foundKey: String?, field: String
  ) throws(DocumentPlanError) -> JSONPointer {
    if let given { return given }
    if let foundKey { return JSONPointer(tokens: [foundKey]) }
    guard let found else {
      throw DocumentPlanError(
        "pagination", key, message: "where `page_info` is given, `\(key)` has to be given too")
    }
    throw DocumentPlanError(
      "query", message: "the page info of the connection \(found.label) does not select `\(field)`: add it",
      position: found.position)
  }

  private static func cursorVariable(
    _ operation: OperationDefinition, _ pagination: DocumentPagination, _ found: ConnectionCandidate?
  ) throws(DocumentPlanError) -> String {
    if let given = pagination.after {
      guard operation.variables.contains(where: { $0.name == given }) else {
        throw DocumentPlanError(
          "pagination", "after", message: "\(operation.label) declares no variable `$\(given)`",
          position: operation.position)
      }
      return given
    }
    guard let found else {
      throw DocumentPlanError(
        "pagination", "after", message: "name the variable that takes the cursor, as `after`")
    }
    switch found.after {
    case .variable(let name, _):
      return name
    case .literal(let position):
      throw DocumentPlanError(
        "query",
        message: "the argument `after` of the connection \(found.label) is fixed in the document: make it a variable, "
          + "as in `after: $after`",
        position: position)
    case .absent:
      throw DocumentPlanError(
        "query",
        message: "the connection \(found.label) has no argument `after`: add `after: $after`, or name the variable "
          + "that takes the cursor as `pagination.after`",
        position: found.position)
    }
  }
}
