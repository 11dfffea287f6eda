/// How a document fills one of the arguments `after`, `first`, `before` and `last`.
package enum PaginationArgument: Sendable, Hashable {
  /// The field has no such argument.
  case absent
  /// A variable, named without its `$`; the position is that of the argument.
  case variable(String, SourcePosition)
  /// A value written in the document, which a pager cannot change; the position is that of the argument.
  case literal(SourcePosition)

  init(_ name: String, in arguments: [Argument]) {
    guard let argument = arguments.first(where: { $0.name == name }) else {
      self = .absent
      return
    }
    if case .variable(let variable) = argument.value.kind {
      self = .variable(variable, argument.position)
    } else {
      self = .literal(argument.position)
    }
  }

  /// The variable's name without its `$`, or nil for an absent or literal argument.
  package var variableName: String? {
    if case .variable(let name, _) = self { name } else { nil }
  }

  /// Whether the document fixes the value, so that an error can ask for a variable.
  package var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}
