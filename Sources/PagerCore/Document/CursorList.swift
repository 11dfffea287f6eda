import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// How a list of cursors is read with one document, or with one for its first page and one for the further ones.
struct CursorList {
  let queries: [PagedQuery: QueryParts]
  let initialRequest: PageRequest
  let identity: ListIdentity

  init(first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules) throws(DocumentPlanError) {
    let opener = try CursorDocument(first)
    let follower = try further.map { parsed throws(DocumentPlanError) in try CursorDocument(parsed) }
    let asker = follower ?? opener
    let ends = Self.direction(rules, opener, asker).ends
    let opening = ends[0]
    identity = ListIdentity(
      kind: "cursor \(ends.map(\.adjective).joined(separator: " "))",
      [opener, follower].compactMap { $0 }.map { ($0.parsed, $0.pageVariables) })

    try opener.checkNames()
    try follower?.checkNames()
    var shape = try Self.shape(opener, ends, asker)
    // If another document asks for the further pages, this one need not take a cursor.
    let variable =
      follower == nil ? try opener.cursorVariable(toward: opening) : opener.knownCursorVariable(toward: opening)
    let initial = try opener.initialRequest(toward: opening, variable)
    if ends.count > 1, rules.trustsOppositeFlag != true, initial.isInMiddle { shape.distrusted = initial.request }
    initialRequest = initial.request

    guard let follower else {
      let constants = try opener.constants(toward: ends)
      queries = [
        .first: QueryParts(
          shape: shape, constants: constants, sizes: opener.sizes(in: constants), variables: opener.variables(at: ends))
      ]
      return
    }
    shape.furtherQuery = .further
    var further = try Self.shape(follower, ends, asker)
    further.furtherQuery = .further
    let (constants, furtherConstants) = (
      try opener.constants(toward: [opening]), try follower.constants(toward: ends)
    )
    queries = [
      .first: QueryParts(
        shape: shape, constants: constants, sizes: opener.sizes(in: constants),
        variables: opener.variables(at: [opening])),
      .further: QueryParts(
        shape: further, constants: furtherConstants, sizes: follower.sizes(in: furtherConstants),
        variables: follower.variables(at: ends)),
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
      // A part is missing. The existing parts show the direction.
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
        in: "query", "the variable `$\(variable)` takes the cursors of both directions: use one for each",
        at: asker.parsed.declaration(of: variable)?.position)
    }
    return shape
  }
}

/// The plan from one document, before its requests are written.
struct QueryParts {
  let shape: ConnectionShape
  let constants: [ListEnd: [String: RawJSON]]
  /// The sizes of pages that may be made smaller.
  let sizes: [ListEnd: PageSize]
  /// The variables that differ from page to page.
  let variables: PageVariables
}
