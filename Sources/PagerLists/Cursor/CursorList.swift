import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// How a list of cursors is read with one document, or with one for its first page and one for the further ones.
struct CursorList: PlannedList {
  let queries: ListQueries
  let initialRequest: PageRequest
  let identity: ListIdentity
  /// Whether the list is opened at a cursor, and the items before it are not read.
  let opensInMiddle: Bool

  static let keys: Set = [
    "page_info", "has_next_page", "end_cursor", "has_previous_page", "start_cursor", "after", "before", "first", "last",
    "trust_opposite_flag", "end", "repeats", "max_empty_pages", "cursor",
  ]

  init(first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules) throws(DocumentPlanError) {
    if let ending = rules.ending, ending != .nullCursor, ending != .emptyPage {
      throw DocumentPlanError(
        ["pagination", "end"],
        "a list of cursors ends by its page info, with `end` \"null_cursor\" by its cursor, or with \"empty_page\" by "
          + "its items")
    }
    let opener = try CursorDocument(first, rules)
    let follower = try further.map { parsed throws(DocumentPlanError) in try CursorDocument(parsed, rules) }
    let asker = follower ?? opener
    let ends = Self.direction(rules, opener, asker).ends
    let opening = ends[0]
    identity = ListIdentity(
      kind: "cursor \(ends.map(\.adjective).joined(separator: " "))",
      [opener, follower].compactMap { $0 }.map { ListIdentity.Document($0.parsed, $0.pageVariables) })

    try opener.checkNames()
    try follower?.checkNames()
    let openingEnds = try Self.ends(opener, ends, asker)
    // If another document asks for the further pages, this one need not take a cursor.
    let variable =
      follower == nil ? try opener.cursorVariable(toward: opening) : opener.knownCursorVariable(toward: opening)
    let initial = try opener.initialRequest(toward: opening, variable)
    let isDistrusted = ends.count > 1 && rules.trustsOppositeFlag != true && initial.isInMiddle
    initialRequest =
      rules.scrolls == true
      ? PageRequest(toward: opening, initial.request.settings, at: .scroll(0)) : initial.request
    opensInMiddle = ends.count == 1 && initial.isInMiddle

    queries = try ListQueries(first: opener, further: follower) { document, query throws(DocumentPlanError) in
      let own = query == .first && follower != nil ? [opening] : ends
      let isFirst = query == .first
      let kind = CursorShape(
        pageInfo: document.pageInfo, isFirst ? openingEnds : try Self.ends(document, ends, asker),
        distrusted: isFirst && isDistrusted ? initial.request : nil, rules)
      let constants = try document.constants(toward: own)
      return QueryParts(
        shape: ConnectionShape(connection: document.connection, items: document.items, rules), kind: .cursor(kind),
        constants: constants, sizes: document.sizes(in: constants), variables: document.variables(at: own))
    }
  }

  /// What the config says, or else what the documents can do.
  private static func direction(
    _ rules: ListRules, _ opener: CursorDocument, _ asker: CursorDocument
  ) -> ListDirection {
    if let given = rules.direction { return given }
    if rules.scrolls == true { return .forward }
    let canGo = { end in
      opener.tells(at: end) && asker.tells(at: end) && asker.knownCursorVariable(toward: end) != nil
    }
    switch (canGo(ListEnd.next), canGo(.previous)) {
    case (true, true): return .bidirectional
    case (true, false): return .forward
    case (false, true): return .reverse
    case (false, false):
      // A part is missing. The existing parts show the direction.
      let takesAfter = asker.knownCursorVariable(toward: .next) != nil
      let takesBefore = asker.knownCursorVariable(toward: .previous) != nil
      if takesAfter != takesBefore { return takesBefore ? .reverse : .forward }
      return asker.tells(at: .previous) && !asker.tells(at: .next) ? .reverse : .forward
    }
  }

  private static func ends(
    _ document: CursorDocument, _ ends: [ListEnd], _ asker: CursorDocument
  ) throws(DocumentPlanError) -> [ListEnd: CursorShape.End] {
    var shapes: [ListEnd: CursorShape.End] = [:]
    for end in ends {
      // The order is the one in which an author can best correct the document.
      shapes[end] = try document.shape(at: end, variable: asker.knownCursorVariable(toward: end) ?? "")
      shapes[end]?.variable = try asker.cursorVariable(toward: end)
    }
    if let variable = shapes[.next]?.variable, variable == shapes[.previous]?.variable {
      throw asker.parsed.config.error(
        in: "query", "the variable `$\(variable)` takes the cursors of both directions: use one for each",
        at: asker.parsed.declaration(of: variable)?.position)
    }
    return shapes
  }
}

/// What one document says of a list of cursors, together with what the config says of the document. A class, as
/// ``ParsedDocument`` is.
final class CursorDocument: DirectedDocument {
  let parsed: ParsedDocument
  let connection: JSONPointer
  /// Nil if the connection itself has the cursors.
  let pageInfo: JSONPointer?
  let items: [JSONPointer]
  /// The connection that the document shows; nil if the config describes it instead.
  private let found: ConnectionCandidate?
  /// Whether the list ends by its cursors or its items, and not by a flag.
  private let endsByCursor: Bool

  init(_ parsed: ParsedDocument, _ rules: ListRules) throws(DocumentPlanError) {
    self.parsed = parsed
    let pagination = parsed.pagination
    endsByCursor = rules.ending != nil || pagination.endsByCursor
    (connection, found) = try Self.connection(in: parsed, endsByCursor: endsByCursor)
    pageInfo = pagination.pageInfo ?? found.map { JSONPointer(tokens: [$0.pageInfoKey]) }
    let shown = found == nil && endsByCursor ? parsed.executed.field(at: connection.tokens)?.itemsKey : nil
    let foundItems = found.map { [$0.nodesKey, $0.edgesKey] } ?? [shown]
    items = pagination.items.map { [$0] } ?? foundItems.compactMap { $0 }.map { JSONPointer(tokens: [$0]) }
  }

  // MARK: What the answers tell

  /// Whether the answers say how the list continues at an end.
  func tells(at end: ListEnd) -> Bool {
    (endsByCursor || parsed.pagination.flag(at: end) != nil || found?.flagKey(at: end) != nil)
      && (parsed.pagination.cursor(at: end) != nil || found?.cursorKey(at: end) != nil)
  }

  /// The places at which the answers say how the list continues at an end.
  ///
  /// - Parameter variable: takes the cursor of the page beyond.
  func shape(at end: ListEnd, variable: String) throws(DocumentPlanError) -> CursorShape.End {
    let flag =
      endsByCursor
      ? nil
      : try pointer(end.flagKey, parsed.pagination.flag(at: end), found?.flagKey(at: end), field: end.flagField)
    let cursor = try pointer(
      end.cursorKey, parsed.pagination.cursor(at: end), found?.cursorKey(at: end), field: end.cursorField)
    return CursorShape.End(hasMore: flag, cursor: cursor, variable: variable)
  }

  private func pointer(
    _ key: String, _ given: JSONPointer?, _ foundKey: String?, field: String
  ) throws(DocumentPlanError) -> JSONPointer {
    if let given { return given }
    if let foundKey { return JSONPointer(tokens: [foundKey]) }
    guard let found else {
      let need = endsByCursor ? "`end` \"null_cursor\"" : "`page_info`"
      throw parsed.config.error(inNames: key, "`\(key)` is missing: a config with \(need) needs it")
    }
    // The page info of an offset list has no cursor, in the schema either.
    let isWithoutCursor = ListEnd.allCases.allSatisfy { found.cursorKey(at: $0) == nil }
    throw parsed.config.error(
      in: "query",
      "the page info of the connection \(found.label) does not select `\(field)`: add it"
        + (isWithoutCursor ? Self.offsetHint : ""),
      at: found.position)
  }

  /// Advice for a list without cursors.
  private static let offsetHint =
    "; if requests name an offset or a page number, set \"type\": \"offset\" in `pagination`"

  // MARK: What asks for pages

  func knownCursorVariable(toward end: ListEnd) -> String? {
    if let given = parsed.pagination.cursorVariable(toward: end) { return given }
    guard let shown = found?.cursorArgument(toward: end).variableName else { return nil }
    // Without a cursor in the answers, `before: $date` chooses items by their dates.
    return tells(at: end) || !parsed.isTime(shown) ? shown : nil
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

  /// The place of the connection, and the connection that the document shows there; nil if the config describes it.
  private static func connection(
    in parsed: ParsedDocument, endsByCursor: Bool
  ) throws(DocumentPlanError) -> (JSONPointer, ConnectionCandidate?) {
    let pagination = parsed.pagination
    // The page info of a list that ends by its cursor, or that was found, may lack all that shows a connection.
    if let given = pagination.connection, endsByCursor || pagination.isFound { return (given, nil) }
    do {
      let found = try parsed.executed.connection(at: pagination.connection?.tokens)
      return (pagination.connection ?? JSONPointer(tokens: found.responsePath), found)
    } catch {
      let message = error.message + hint(for: error.reason, in: parsed)
      guard let given = pagination.connection else {
        if pagination.pageInfo != nil, error.reason == .noConnection { throw connectionMissing(parsed) }
        throw parsed.config.error(in: "query", message, at: error.position)
      }
      // Unusual names: the description itself says where the page info is.
      guard pagination.pageInfo == nil else { return (given, nil) }
      throw parsed.config.error(inNames: "connection", message, at: error.position)
    }
  }

  /// Advice other than a change of the query.
  private static func hint(for reason: GraphQLDocumentError.Reason, in parsed: ParsedDocument) -> String {
    switch reason {
    case .noConnection: offsetHint
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
