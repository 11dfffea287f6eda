import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// What one document says of a list of cursors, together with what the config says of the document. A class, as
/// ``ParsedDocument`` is.
final class CursorDocument: DirectedDocument {
  let parsed: ParsedDocument
  let connection: JSONPointer
  let pageInfo: JSONPointer
  let items: [JSONPointer]
  /// The connection that the document shows; nil if the config describes it instead.
  private let found: ConnectionCandidate?

  init(_ parsed: ParsedDocument) throws(DocumentPlanError) {
    self.parsed = parsed
    let pagination = parsed.pagination
    found = try Self.candidate(in: parsed)
    guard let connection = pagination.connection ?? found.map({ JSONPointer(tokens: $0.responsePath) }) else {
      throw Self.connectionMissing(parsed)
    }
    guard let pageInfo = pagination.pageInfo ?? found.map({ JSONPointer(tokens: [$0.pageInfoKey]) }) else {
      throw parsed.config.error(inNames: "page_info", "name the page info of the connection at \(connection)")
    }
    self.connection = connection
    self.pageInfo = pageInfo
    let foundItems = [found?.nodesKey, found?.edgesKey].compactMap { $0 }.map { JSONPointer(tokens: [$0]) }
    items = pagination.items.map { [$0] } ?? foundItems
  }

  // MARK: What the answers tell

  /// Whether the answers say how the list continues at an end.
  func tells(at end: ListEnd) -> Bool {
    (parsed.pagination.flag(at: end) != nil || found?.flagKey(at: end) != nil)
      && (parsed.pagination.cursor(at: end) != nil || found?.cursorKey(at: end) != nil)
  }

  /// The places at which the answers say how the list continues at an end.
  ///
  /// - Parameter variable: takes the cursor of the page beyond.
  func shape(at end: ListEnd, variable: String) throws(DocumentPlanError) -> ConnectionShape.End {
    let flag = try pointer(
      end.flagKey, parsed.pagination.flag(at: end), found?.flagKey(at: end), field: end.flagField)
    let cursor = try pointer(
      end.cursorKey, parsed.pagination.cursor(at: end), found?.cursorKey(at: end), field: end.cursorField)
    return ConnectionShape.End(hasMore: flag, cursor: cursor, variable: variable)
  }

  private func pointer(
    _ key: String, _ given: JSONPointer?, _ foundKey: String?, field: String
  ) throws(DocumentPlanError) -> JSONPointer {
    if let given { return given }
    if let foundKey { return JSONPointer(tokens: [foundKey]) }
    guard let found else {
      throw parsed.config.error(inNames: key, "`\(key)` is missing: a config with `page_info` needs it")
    }
    throw parsed.config.error(
      in: "query", "the page info of the connection \(found.label) does not select `\(field)`: add it",
      at: found.position)
  }

  // MARK: What asks for pages

  func knownCursorVariable(toward end: ListEnd) -> String? {
    parsed.pagination.cursorVariable(toward: end) ?? found?.cursorArgument(toward: end).variableName
  }

  func knownSizeVariable(toward end: ListEnd) -> String? {
    parsed.pagination.sizeVariable(toward: end) ?? found?.sizeArgument(toward: end).variableName
  }

  /// The variable that takes the cursor of requests toward an end.
  func cursorVariable(toward end: ListEnd) throws(DocumentPlanError) -> String {
    if let known = knownCursorVariable(toward: end) { return known }
    let argument = end.cursorArgument
    guard let found else {
      throw parsed.config.error(inNames: argument, "name the variable that takes the cursor as `\(argument)`")
    }
    if case .literal(let position) = found.cursorArgument(toward: end) {
      throw parsed.config.error(
        in: "query",
        "the argument `\(argument)` of the connection \(found.label) is fixed in the document: make it a variable, "
          + "as in `\(argument): $\(argument)`", at: position)
    }
    throw parsed.config.error(
      in: "query",
      "the connection \(found.label) has no argument `\(argument)`: add `\(argument): $\(argument)`, or name the "
        + "variable that takes the cursor as `\(parsed.config.name(argument))`", at: found.position)
  }

  func refuseFixedSize(of end: ListEnd) throws(DocumentPlanError) {
    guard parsed.pagination.sizeVariable(toward: end) == nil, let found,
      case .literal(let position) = found.sizeArgument(toward: end)
    else { return }
    throw fixedSize(of: end, in: found.label, at: position)
  }

  // MARK: The connection

  private static func candidate(in parsed: ParsedDocument) throws(DocumentPlanError) -> ConnectionCandidate? {
    let pagination = parsed.pagination
    do {
      return try ConnectionFinder.connection(in: parsed.operation, at: pagination.connection?.tokens)
    } catch {
      // Unusual names: the description itself says where the page info is.
      if pagination.connection != nil, pagination.pageInfo != nil { return nil }
      if pagination.connection == nil, pagination.pageInfo != nil, error.reason == .noConnection {
        throw connectionMissing(parsed)
      }
      let message = error.message + hint(for: error.reason, in: parsed)
      throw pagination.connection == nil
        ? parsed.config.error(in: "query", message, at: error.position)
        : parsed.config.error(inNames: "connection", message, at: error.position)
    }
  }

  /// Advice other than a change of the query.
  private static func hint(for reason: GraphQLDocumentError.Reason, in parsed: ParsedDocument) -> String {
    switch reason {
    case .noConnection:
      "; if requests name an offset or a page number, set \"type\": \"offset\" in `pagination`"
    case .ambiguousConnection:
      "; name one of them as `\(parsed.config.name("connection"))`"
    default:
      ""
    }
  }

  private static func connectionMissing(_ parsed: ParsedDocument) -> DocumentPlanError {
    parsed.config.error(inNames: "page_info", "`connection` is missing: a config with `page_info` needs it")
  }
}
