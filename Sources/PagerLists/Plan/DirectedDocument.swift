import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// A document of a list of cursors: which of its variables take the cursors, and which the sizes of pages.
protocol DirectedDocument {
  var parsed: ParsedDocument { get }

  /// The variable that takes the cursor of requests toward an end; nil if nothing names one.
  func knownCursorVariable(toward end: ListEnd) -> String?
  /// The variable that takes the size of pages toward an end; nil if nothing names one.
  func knownSizeVariable(toward end: ListEnd) -> String?
  /// Refuses a size that the document fixes if requests toward an end must leave it out.
  func refuseFixedSize(of end: ListEnd) throws(DocumentPlanError)
}

extension DirectedDocument {
  /// Checks that the operation declares the config's variables.
  func checkNames() throws(DocumentPlanError) {
    for end in ListEnd.allCases {
      if let name = parsed.pagination.cursorVariable(toward: end) {
        _ = try parsed.declared(name, as: end.cursorArgument)
      }
      if let name = parsed.pagination.sizeVariable(toward: end) { _ = try parsed.declared(name, as: end.sizeArgument) }
    }
  }

  /// The variables of pages at these ends.
  func variables(at ends: [ListEnd]) -> PageVariables {
    var variables = PageVariables()
    for end in ends {
      variables.cursors[end] = knownCursorVariable(toward: end)
      variables.sizes[end] = knownSizeVariable(toward: end)
    }
    return variables
  }

  /// The variables that differ from page to page, or may differ without making it another list.
  var pageVariables: [String?] {
    ListEnd.allCases.flatMap { [knownCursorVariable(toward: $0), knownSizeVariable(toward: $0)] }
  }

  /// For each of the ends, the variables that stay the same in all requests toward it.
  func constants(toward ends: [ListEnd]) throws(DocumentPlanError) -> [ListEnd: [String: RawJSON]] {
    var constants: [ListEnd: [String: RawJSON]] = [:]
    for end in ends { constants[end] = try DirectionVariables(document: self, end: end).constants() }
    return constants
  }

  /// The sizes of pages that a variable takes, for the ends with constants.
  func sizes(in constants: [ListEnd: [String: RawJSON]]) -> [ListEnd: PageSize] {
    var sizes: [ListEnd: PageSize] = [:]
    for (end, values) in constants {
      guard let variable = knownSizeVariable(toward: end) else { continue }
      sizes[end] = parsed.size(variable, in: values)
    }
    return sizes
  }

  /// What asks for the first page, and whether that is in the middle of the list.
  ///
  /// - Parameter variable: takes the cursor; nil if nothing does.
  func initialRequest(
    toward end: ListEnd, _ variable: String?
  ) throws(DocumentPlanError) -> (request: PageRequest, isInMiddle: Bool) {
    try refuseOppositeCursor(toward: end)
    guard let variable else { return (PageRequest(toward: end), false) }
    if let declaration = parsed.declaration(of: variable) {
      try parsed.check.refuseMissing(
        declaration, parsed.variables[variable], because: ", and the first page has no cursor: declare it without `!`")
    }
    let given = try parsed.given(variable)
    let cursor: VariableValue?
    do {
      cursor = try given.map { json throws(JSONReadError) in try VariableValue(json) }
    } catch {
      throw parsed.config.error(inVariable: variable, error.message)
    }
    return (
      PageRequest(toward: end, cursor.map { [.init(variable, $0)] } ?? []), parsed.value(of: variable) != nil
    )
  }

  /// The error of a size that the document fixes although requests toward the other end must leave it out.
  func fixedSize(of end: ListEnd, in connection: String, at position: SourcePosition) -> DocumentPlanError {
    parsed.config.error(
      in: "query",
      "the argument `\(end.sizeArgument)` of the connection \(connection) is fixed in the document, and requests for "
        + "\(end.opposite.adjective) pages must leave it out: make it a variable, "
        + "as in `\(end.sizeArgument): $\(end.sizeArgument)`", at: position)
  }

  /// The config gives a cursor that no request would carry: its author meant something else.
  private func refuseOppositeCursor(toward end: ListEnd) throws(DocumentPlanError) {
    guard let opposite = knownCursorVariable(toward: end.opposite),
      opposite != knownCursorVariable(toward: end), try parsed.given(opposite)?.isNull == false
    else { return }
    throw parsed.config.error(
      inVariable: opposite,
      "the first request uses `\(end.cursorArgument)` and `\(end.sizeArgument)`, so it would not send this cursor: "
        + "leave the cursor out, or choose another `direction`")
  }
}

/// The variables that requests in one direction carry: the cursor and the size of that direction, and those that have
/// nothing to do with pages. A request with `first` and `last` means different things to different servers.
struct DirectionVariables {
  let document: any DirectedDocument
  let end: ListEnd

  private var parsed: ParsedDocument { document.parsed }
  private var cursor: String? { document.knownCursorVariable(toward: end) }
  private var size: String? { document.knownSizeVariable(toward: end) }
  private var oppositeSize: String? { document.knownSizeVariable(toward: end.opposite) }

  /// The variables that stay the same in all requests toward the end.
  ///
  /// - Throws: an error if a variable must be left out and cannot be.
  func constants() throws(DocumentPlanError) -> [String: RawJSON] {
    var constants = parsed.variables
    if let cursor { try parsed.set(cursor, to: nil, in: &constants) }
    try document.refuseFixedSize(of: end.opposite)
    for variable in [document.knownCursorVariable(toward: end.opposite), oppositeSize].compactMap({ $0 })
    where variable != size && variable != cursor {
      try parsed.set(variable, to: try parsed.leftOut(variable, toward: end), in: &constants)
    }
    // A number for one direction is meant as the page size of both.
    if let size, parsed.value(of: size) == nil, let oppositeSize,
      let number = parsed.value(of: oppositeSize)?.json
    {
      try parsed.set(size, to: number, in: &constants)
    }
    try refuseMissing(in: constants)
    return constants
  }

  private func refuseMissing(in constants: [String: RawJSON]) throws(DocumentPlanError) {
    for variable in parsed.definition.variables where variable.name != cursor {
      try parsed.check.refuseMissing(variable, constants[variable.name])
    }
  }
}

extension ParsedDocument {
  /// The value for a variable that requests toward an end omit: no value, or null if the document has a default for it.
  func leftOut(_ variable: String, toward end: ListEnd) throws(DocumentPlanError) -> RawJSON? {
    guard let declaration = declaration(of: variable) else { return nil }
    if case .nonNull = declaration.type.kind {
      throw config.error(
        in: "query",
        "the variable `$\(variable)` of type \(declaration.type) belongs to the other direction, and requests for "
          + "\(end.adjective) pages must leave it out: declare it without `!`", at: declaration.position)
    }
    return declaration.defaultValue.map { $0.kind == .null } ?? true ? nil : .null
  }
}
