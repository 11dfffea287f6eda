/// Arguments, directives and input values (sections 2.6, 2.9 and 2.12).
///
/// `isConstant` is the grammar's parameter `Const`: if it is set, variables are refused at any depth.
extension Parser {
  mutating func parseArguments(isConstant: Bool) throws(GraphQLSyntaxError) -> [Argument] {
    guard try skip(.leftParenthesis) else { return [] }
    var arguments: [Argument] = []
    repeat {
      let start = token.position
      let name = try expectName("an argument's name")
      try expect(.colon)
      arguments.append(Argument(name: name, value: try parseValue(isConstant: isConstant), position: start))
    } while try !skip(.rightParenthesis)
    return arguments
  }

  mutating func parseDirectives(isConstant: Bool) throws(GraphQLSyntaxError) -> [Directive] {
    var directives: [Directive] = []
    while token.kind == .at {
      let start = token.position
      try advance()
      let name = try expectName("a directive's name")
      directives.append(
        Directive(name: name, arguments: try parseArguments(isConstant: isConstant), position: start))
    }
    return directives
  }

  mutating func parseValue(isConstant: Bool) throws(GraphQLSyntaxError) -> InputValue {
    let start = token.position
    switch token.kind {
    case .leftBracket: return InputValue(kind: try parseList(isConstant: isConstant), position: start)
    case .leftBrace: return InputValue(kind: try parseObject(isConstant: isConstant), position: start)
    case .dollar: return InputValue(kind: try parseVariable(isConstant: isConstant), position: start)
    default: return InputValue(kind: try parseScalar(), position: start)
    }
  }

  private mutating func parseScalar() throws(GraphQLSyntaxError) -> InputValue.Kind {
    let value: InputValue.Kind
    switch token.kind {
    case .integer: value = .integer(token.text)
    case .float: value = .float(token.text)
    case .string: value = .string(token.text)
    case .name: value = namedValue(token.text)
    default: throw expected("a value")
    }
    try advance()
    return value
  }

  private func namedValue(_ name: String) -> InputValue.Kind {
    switch name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "null": .null
    default: .enumeration(name)
    }
  }

  private mutating func parseVariable(isConstant: Bool) throws(GraphQLSyntaxError) -> InputValue.Kind {
    let start = token.position
    try advance()
    let name = try expectName()
    guard !isConstant else {
      throw GraphQLSyntaxError(
        message: "expected a constant value, found the variable \"$\(name)\"", position: start)
    }
    return .variable(name)
  }

  private mutating func parseList(isConstant: Bool) throws(GraphQLSyntaxError) -> InputValue.Kind {
    try enter()
    try advance()
    var elements: [InputValue] = []
    while try !skip(.rightBracket) {
      elements.append(try parseValue(isConstant: isConstant))
    }
    leave()
    return .list(elements)
  }

  private mutating func parseObject(isConstant: Bool) throws(GraphQLSyntaxError) -> InputValue.Kind {
    try enter()
    try advance()
    var fields: [ObjectField] = []
    while try !skip(.rightBrace) {
      let start = token.position
      let name = try expectName("an object field's name")
      try expect(.colon)
      fields.append(ObjectField(name: name, value: try parseValue(isConstant: isConstant), position: start))
    }
    leave()
    return .object(fields)
  }
}
