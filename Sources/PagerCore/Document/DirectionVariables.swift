import PagerJSON
import PagerState
import PagerSyntax

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
    if let cursor { constants[cursor] = nil }
    try document.refuseFixedSize(of: end.opposite)
    for variable in [document.knownCursorVariable(toward: end.opposite), oppositeSize].compactMap({ $0 })
    where variable != size && variable != cursor {
      constants[variable] = try leaveOut(variable)
    }
    // A number for one direction is meant as the page size of both.
    if let size, parsed.value(of: size) == nil, let oppositeSize,
      let number = parsed.value(of: oppositeSize)?.json
    {
      constants[size] = number
    }
    try refuseMissing(in: constants)
    return constants
  }

  /// The value for an omitted variable: no value, or null if the document has a default for it.
  private func leaveOut(_ variable: String) throws(DocumentPlanError) -> RawJSON? {
    guard let declaration = parsed.declaration(of: variable) else { return nil }
    if case .nonNull = declaration.type.kind {
      throw parsed.config.error(
        in: "query",
        "the variable `$\(variable)` of type \(declaration.type) belongs to the other direction, and requests for "
          + "\(end.adjective) pages must leave it out: declare it without `!`", at: declaration.position)
    }
    return declaration.defaultValue.map { $0.kind == .null } ?? true ? nil : .null
  }

  private func refuseMissing(in constants: [String: RawJSON]) throws(DocumentPlanError) {
    for variable in parsed.definition.variables where variable.name != cursor {
      try parsed.check.refuseMissing(variable, constants[variable.name])
    }
  }
}
