/// Selection sets, fields, fragment spreads and inline fragments (sections 2.4 to 2.8).
extension Parser {
  mutating func parseSelectionSet() throws(GraphQLSyntaxError) -> SelectionSet {
    let start = token.position
    guard token.kind == .leftBrace else { throw expected("a selection set \"{ … }\"") }
    try enter()
    try advance()
    var selections: [Selection] = []
    repeat {
      try parseSelection(into: &selections)
    } while token.kind != .rightBrace
    try advance()
    leave()
    return SelectionSet(selections: selections, position: start)
  }

  /// Parses one selection.
  ///
  /// This is the parser's deepest recursion. Each form is parsed in a function of its own, with what does not recurse
  /// in another, because the frames of a debug build hold every temporary value of a function.
  private mutating func parseSelection(into selections: inout [Selection]) throws(GraphQLSyntaxError) {
    switch token.kind {
    case .name: try parseField(into: &selections)
    case .spread: try parseFragment(into: &selections)
    default: throw expected("a field or a fragment")
    }
  }

  // MARK: Fields

  private mutating func parseField(into selections: inout [Selection]) throws(GraphQLSyntaxError) {
    var field = try parseLeaf()
    if token.kind == .leftBrace { field.selectionSet = try parseSelectionSet() }
    selections.append(.field(field))
  }

  /// A field up to its selection set.
  private mutating func parseLeaf() throws(GraphQLSyntaxError) -> Field {
    let start = token.position
    let first = try expectName()
    let second = try skip(.colon) ? try expectName() : nil
    let arguments = try parseArguments(isConstant: false)
    return Field(
      alias: second == nil ? nil : first, name: second ?? first, arguments: arguments,
      directives: try parseDirectives(isConstant: false), selectionSet: nil, position: start)
  }

  // MARK: Fragments

  private mutating func parseFragment(into selections: inout [Selection]) throws(GraphQLSyntaxError) {
    let start = token.position
    try advance()
    // A fragment cannot have the name `on`, so one token distinguishes a spread from a type condition.
    if token.kind == .name, !isKeyword("on") {
      selections.append(try parseSpread(from: start))
    } else {
      try parseInlineFragment(from: start, into: &selections)
    }
  }

  private mutating func parseSpread(from start: SourcePosition) throws(GraphQLSyntaxError) -> Selection {
    let name = try expectName()
    let directives = try parseDirectives(isConstant: false)
    return .fragmentSpread(FragmentSpread(fragmentName: name, directives: directives, position: start))
  }

  private mutating func parseInlineFragment(
    from start: SourcePosition, into selections: inout [Selection]
  ) throws(GraphQLSyntaxError) {
    let head = try parseInlineHead()
    let selectionSet = try parseSelectionSet()
    selections.append(
      .inlineFragment(
        InlineFragment(
          typeCondition: head.typeCondition, directives: head.directives, selectionSet: selectionSet, position: start)))
  }

  /// An inline fragment up to its selection set.
  private mutating func parseInlineHead() throws(GraphQLSyntaxError)
    -> (typeCondition: String?, directives: [Directive])
  {
    var typeCondition: String?
    if isKeyword("on") {
      try advance()
      typeCondition = try expectName("a type")
    }
    let directives = try parseDirectives(isConstant: false)
    guard token.kind == .leftBrace else { throw expected("a fragment's name, \"on\" and a type, or a selection set") }
    return (typeCondition, directives)
  }
}
