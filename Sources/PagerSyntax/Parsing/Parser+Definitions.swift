/// Documents, operations, variable definitions and fragment definitions (sections 2.2, 2.3, 2.8 and 2.10).
extension Parser {
  private static let typeSystemKeywords: Set<String> = [
    "schema", "scalar", "type", "interface", "union", "enum", "input", "directive", "extend",
  ]

  mutating func parseDocument() throws(GraphQLSyntaxError) -> ExecutableDocument {
    var operations: [OperationDefinition] = []
    var fragments: [FragmentDefinition] = []
    repeat {
      if isKeyword("fragment") {
        fragments.append(try parseFragmentDefinition())
      } else {
        operations.append(try parseOperation())
      }
    } while token.kind != .end
    return ExecutableDocument(operations: operations, fragments: fragments)
  }

  private mutating func parseOperation() throws(GraphQLSyntaxError) -> OperationDefinition {
    let start = token.position
    if token.kind == .leftBrace {
      return OperationDefinition(
        kind: .query, name: nil, variables: [], directives: [], selectionSet: try parseSelectionSet(), position: start)
    }
    guard token.kind == .name, let operation = OperationType(rawValue: token.text) else { throw try noDefinition() }
    try advance()
    let name = token.kind == .name ? try expectName() : nil
    let variables = try parseVariableDefinitions()
    let directives = try parseDirectives(isConstant: false)
    return OperationDefinition(
      kind: operation, name: name, variables: variables, directives: directives, selectionSet: try parseSelectionSet(),
      position: start)
  }

  /// The error for a token that starts no executable definition.
  private mutating func noDefinition() throws(GraphQLSyntaxError) -> GraphQLSyntaxError {
    let found = token
    // A description may come first. Errors name the definition that follows it.
    if found.kind == .string { try advance() }
    if token.kind == .name, Self.typeSystemKeywords.contains(token.text) {
      return GraphQLSyntaxError(
        message: "only executable definitions (query, mutation, subscription, fragment) are allowed,"
          + " found the type-system definition \"\(token.text)\"",
        position: token.position)
    }
    return GraphQLSyntaxError(
      message: "expected query, mutation, subscription, fragment or \"{\", found \(found.label)",
      position: found.position)
  }

  // MARK: Variables

  private mutating func parseVariableDefinitions() throws(GraphQLSyntaxError) -> [VariableDefinition] {
    guard try skip(.leftParenthesis) else { return [] }
    var definitions: [VariableDefinition] = []
    repeat {
      definitions.append(try parseVariableDefinition())
    } while try !skip(.rightParenthesis)
    return definitions
  }

  private mutating func parseVariableDefinition() throws(GraphQLSyntaxError) -> VariableDefinition {
    let start = token.position
    guard try skip(.dollar) else { throw expected("a variable such as \"$first\"") }
    let name = try expectName()
    try expect(.colon)
    let type = try parseType()
    let defaultValue = try skip(.equals) ? try parseValue(isConstant: true) : nil
    return VariableDefinition(
      name: name, type: type, defaultValue: defaultValue, directives: try parseDirectives(isConstant: true),
      position: start)
  }

  private mutating func parseType() throws(GraphQLSyntaxError) -> TypeReference {
    let start = token.position
    let type: TypeReference
    if token.kind == .leftBracket {
      try enter()
      try advance()
      type = TypeReference(kind: .list(try parseType()), position: start)
      try expect(.rightBracket)
      leave()
    } else {
      type = TypeReference(kind: .named(try expectName("a type")), position: start)
    }
    return try skip(.bang) ? TypeReference(kind: .nonNull(type), position: start) : type
  }

  // MARK: Fragments

  private mutating func parseFragmentDefinition() throws(GraphQLSyntaxError) -> FragmentDefinition {
    let start = token.position
    try advance()
    if isKeyword("on") { throw expected("the fragment's name, which cannot be \"on\"") }
    let name = try expectName("the fragment's name")
    guard isKeyword("on") else { throw expected("\"on\" and a type") }
    try advance()
    let typeCondition = try expectName("a type")
    let directives = try parseDirectives(isConstant: false)
    return FragmentDefinition(
      name: name, typeCondition: typeCondition, directives: directives, selectionSet: try parseSelectionSet(),
      position: start)
  }
}
