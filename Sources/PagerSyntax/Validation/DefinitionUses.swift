/// What one operation or fragment uses of its surroundings: variables and fragments.
struct DefinitionUses {
  /// A use of a variable.
  struct VariableUse {
    let name: String
    let position: SourcePosition
  }

  /// A spread of a fragment.
  struct SpreadUse {
    let name: String
    let position: SourcePosition
    /// The number of this definition's selection sets around it.
    let depth: Int
  }

  /// Every use of a variable, in arguments and directives, in the order of the text.
  private(set) var variables: [VariableUse] = []
  /// Every fragment spread, in the order of the text.
  private(set) var spreads: [SpreadUse] = []
  /// How deep the definition's own selection sets nest, fragments not followed.
  private(set) var depth = 0

  /// - Throws: `duplicateArgument`, met on the same walk.
  init(of selectionSet: SelectionSet, directives: [Directive]) throws(GraphQLDocumentError) {
    try collect(directives)
    try collect(selectionSet, depth: 1)
  }

  private mutating func collect(_ selectionSet: SelectionSet, depth: Int) throws(GraphQLDocumentError) {
    self.depth = max(self.depth, depth)
    for selection in selectionSet.selections {
      switch selection {
      case .field(let field):
        try collect(field.arguments)
        try collect(field.directives)
        if let inner = field.selectionSet { try collect(inner, depth: depth + 1) }
      case .fragmentSpread(let spread):
        spreads.append(SpreadUse(name: spread.fragmentName, position: spread.position, depth: depth))
        try collect(spread.directives)
      case .inlineFragment(let fragment):
        try collect(fragment.directives)
        try collect(fragment.selectionSet, depth: depth + 1)
      }
    }
  }

  private mutating func collect(_ directives: [Directive]) throws(GraphQLDocumentError) {
    for directive in directives { try collect(directive.arguments) }
  }

  private mutating func collect(_ arguments: [Argument]) throws(GraphQLDocumentError) {
    var names: Set<String> = []
    for argument in arguments {
      guard names.insert(argument.name).inserted else {
        throw GraphQLDocumentError(
          .duplicateArgument, "the argument \"\(argument.name)\" at \(argument.position) is given twice: keep one",
          at: argument.position)
      }
      collect(argument.value)
    }
  }

  private mutating func collect(_ value: InputValue) {
    switch value.kind {
    case .variable(let name): variables.append(VariableUse(name: name, position: value.position))
    case .list(let elements): for element in elements { collect(element) }
    case .object(let fields): for field in fields { collect(field.value) }
    case .integer, .float, .string, .boolean, .null, .enumeration: break
    }
  }
}
