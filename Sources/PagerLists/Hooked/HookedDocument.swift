import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// The document of a list for which a function of the host finds the page info. The document shows no page info, and
/// the config says where the items are.
final class HookedDocument: DirectedDocument {
  let parsed: ParsedDocument
  /// The place of the list, and of the array of items below it.
  let connection: JSONPointer
  let items: JSONPointer
  /// The field of the list; nil if the document does not show it.
  private let field: ListField?

  init(_ parsed: ParsedDocument) throws(DocumentPlanError) {
    self.parsed = parsed
    guard let connection = parsed.pagination.connection else {
      throw parsed.config.error(
        inNames: "connection",
        "a hook reads the page info: name the place of the list as `connection`, and that of its items as `items`")
    }
    guard let items = parsed.pagination.items else {
      throw parsed.config.error(
        inNames: "items", "a hook reads the page info: name the place of the items in the connection as `items`")
    }
    (self.connection, self.items) = (connection, items)
    field = parsed.executed.field(at: connection.tokens)
  }

  func knownCursorVariable(toward end: ListEnd) -> String? {
    parsed.pagination.cursorVariable(toward: end) ?? field?.argument(end.cursorArgument).variableName
  }

  func knownSizeVariable(toward end: ListEnd) -> String? {
    parsed.pagination.sizeVariable(toward: end) ?? field?.argument(end.sizeArgument).variableName
  }

  func refuseFixedSize(of end: ListEnd) throws(DocumentPlanError) {
    guard parsed.pagination.sizeVariable(toward: end) == nil, knownCursorVariable(toward: end) != nil, let field,
      case .literal(let position) = field.argument(end.sizeArgument)
    else { return }
    throw fixedSize(of: end, in: field.label, at: position)
  }
}

extension DocumentPlan {
  /// The plan of a list for which a function of the host finds the page info.
  ///
  /// - Parameter resolves: whether another function makes the requests for further pages. The first page is then
  ///   requested with all variables as they are. Otherwise it is requested with those of its direction, like the pages
  ///   of other lists.
  /// - Throws: `DocumentPlanError` for a document that does not parse or does not fit its variables, and if the place
  ///   of the items is missing.
  package init(
    readByHook document: PagedDocument, resolves: Bool, nested: NestedRule = .report, _ rules: ListRules = ListRules(),
    _ queries: KnownQueries = KnownQueries()
  ) throws(DocumentPlanError) {
    self.nested = nested
    concurrency = 1
    let hooked = try HookedDocument(ParsedDocument(document, at: .first, queries))
    try hooked.checkNames()
    let ends = resolves ? [] : ListEnd.allCases.filter { hooked.knownCursorVariable(toward: $0) != nil }
    var variables: [ListEnd: String] = [:]
    for end in ends { variables[end] = hooked.knownCursorVariable(toward: end) }
    let constants: [ListEnd: [String: RawJSON]]
    if let opening = ends.first {
      constants = try hooked.constants(toward: ends)
      let initial = try hooked.initialRequest(toward: opening, variables[opening])
      initialRequest = initial.request
      opensInMiddle = ends.count == 1 && initial.isInMiddle
    } else {
      try hooked.parsed.check.check(hooked.parsed.variables)
      constants = [.next: hooked.parsed.variables]
      initialRequest = PageRequest(toward: .next)
      opensInMiddle = false
    }
    identity = ListIdentity(kind: "hooked", [ListIdentity.Document(hooked.parsed, hooked.pageVariables)])
    let shape = ConnectionShape(connection: hooked.connection, items: [hooked.items], rules)
    first = try QueryPlan(
      hooked.parsed,
      QueryParts(
        shape: shape, kind: .hooked(HookedShape(variables: variables)), constants: constants, sizes: [:],
        variables: hooked.variables(at: ends)), nested)
    further = nil
    totalRule = TotalRule(for: self, checks: rules.checksTotal != false)
    queries.keep(hooked.parsed.known)
  }
}
