import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// How a list of cursors is read with one document, or with one for its first page and one for the further ones.
struct CursorList {
  let queries: [PagedQuery: QueryParts]
  let initialRequest: PageRequest

  init(first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules) throws(DocumentPlanError) {
    let opener = try CursorDocument(first)
    let follower = try further.map { parsed throws(DocumentPlanError) in try CursorDocument(parsed) }
    let asker = follower ?? opener
    let ends = Self.direction(rules, opener, asker).ends
    let opening = ends[0]

    try opener.checkNames()
    try follower?.checkNames()
    var shape = try Self.shape(opener, ends, asker)
    let initial = try Self.initialRequest(opener, toward: opening, isRequired: follower == nil)
    if ends.count > 1, rules.trustsOppositeFlag != true, initial.isInMiddle { shape.distrusted = initial.request }
    initialRequest = initial.request

    guard let follower else {
      queries = [.first: QueryParts(shape: shape, constants: try Self.constants(opener, ends))]
      return
    }
    shape.furtherQuery = .further
    var further = try Self.shape(follower, ends, asker)
    further.furtherQuery = .further
    queries = [
      .first: QueryParts(shape: shape, constants: try Self.constants(opener, [opening])),
      .further: QueryParts(shape: further, constants: try Self.constants(follower, ends)),
    ]
  }

  /// What the config says, or else what the documents can do.
  private static func direction(
    _ rules: ListRules, _ opener: CursorDocument, _ asker: CursorDocument
  ) -> ListDirection {
    if let given = rules.direction { return given }
    let canGo = { end in
      opener.tells(at: end) && asker.tells(at: end) && asker.knownCursorVariable(toward: end) != nil
    }
    switch (canGo(ListEnd.next), canGo(.previous)) {
    case (true, true): return .bidirectional
    case (true, false): return .forward
    case (false, true): return .reverse
    case (false, false):
      // Something is missing: what is there shows for which direction.
      let takesAfter = asker.knownCursorVariable(toward: .next) != nil
      let takesBefore = asker.knownCursorVariable(toward: .previous) != nil
      if takesAfter != takesBefore { return takesBefore ? .reverse : .forward }
      return asker.tells(at: .previous) && !asker.tells(at: .next) ? .reverse : .forward
    }
  }

  private static func shape(
    _ document: CursorDocument, _ ends: [ListEnd], _ asker: CursorDocument
  ) throws(DocumentPlanError) -> ConnectionShape {
    var shape = ConnectionShape(
      connection: document.connection, items: document.items, pageInfo: document.pageInfo)
    for end in ends {
      // In the order in which a document is best mended.
      shape[end] = try document.shape(at: end, variable: asker.knownCursorVariable(toward: end) ?? "")
      shape[end]?.variable = try asker.cursorVariable(toward: end)
    }
    if let variable = shape.next?.variable, variable == shape.previous?.variable {
      throw asker.parsed.config.error(
        in: "query", "the variable `$\(variable)` takes the cursor of both directions: give each one of its own",
        at: asker.parsed.declaration(of: variable)?.position)
    }
    return shape
  }

  private static func constants(
    _ document: CursorDocument, _ ends: [ListEnd]
  ) throws(DocumentPlanError) -> [ListEnd: [String: RawJSON]] {
    var constants: [ListEnd: [String: RawJSON]] = [:]
    for end in ends { constants[end] = try DirectionVariables(document: document, end: end).constants() }
    return constants
  }

  /// What asks for the first page, and whether that is in the middle of the list.
  ///
  /// - Parameter isRequired: whether the document has to take a cursor.
  private static func initialRequest(
    _ document: CursorDocument, toward end: ListEnd, isRequired: Bool
  ) throws(DocumentPlanError) -> (request: PageRequest, isInMiddle: Bool) {
    let parsed = document.parsed
    try refuseOppositeCursor(document, toward: end)
    let known = document.knownCursorVariable(toward: end)
    guard let variable = isRequired ? try document.cursorVariable(toward: end) : known else {
      return (PageRequest(toward: end), false)
    }
    if let declaration = parsed.declaration(of: variable) {
      try parsed.check.refuseMissing(
        declaration, parsed.variables[variable], because: ", and the first page has no cursor: declare it without `!`")
    }
    let cursor: VariableValue?
    do {
      cursor = try parsed.variables[variable].map { json throws(JSONReadError) in try VariableValue(json) }
    } catch {
      throw parsed.config.error(inVariable: variable, error.message)
    }
    return (
      PageRequest(toward: end, cursor.map { [.init(variable, $0)] } ?? []), parsed.value(of: variable) != nil
    )
  }

  /// A cursor that no request would carry is not what its giver meant.
  private static func refuseOppositeCursor(
    _ document: CursorDocument, toward end: ListEnd
  ) throws(DocumentPlanError) {
    guard let opposite = document.knownCursorVariable(toward: end.opposite),
      opposite != document.knownCursorVariable(toward: end), document.parsed.variables[opposite]?.isNull == false
    else { return }
    throw document.parsed.config.error(
      inVariable: opposite,
      "the first page is asked for with `\(end.cursorArgument)` and `\(end.sizeArgument)`, so this cursor would not be "
        + "sent: leave it out, or choose another `direction`")
  }
}

/// What is worked out of one document, before its requests are written.
struct QueryParts {
  let shape: ConnectionShape
  let constants: [ListEnd: [String: RawJSON]]
}
