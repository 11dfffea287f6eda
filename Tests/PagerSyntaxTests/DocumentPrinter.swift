import PagerSyntax

/// Writes a document in one canonical form, so that tests can compare trees as text and parse what they printed.
enum DocumentPrinter {
  static func text(_ document: ExecutableDocument) -> String {
    (document.operations.map(text) + document.fragments.map(text)).joined(separator: "\n")
  }

  static func text(_ operation: OperationDefinition) -> String {
    let variables = operation.variables.map(text).joined(separator: " ")
    return operation.kind.rawValue + (operation.name.map { " " + $0 } ?? "")
      + (variables.isEmpty ? "" : "(\(variables))") + text(operation.directives) + text(operation.selectionSet)
  }

  static func text(_ fragment: FragmentDefinition) -> String {
    "fragment \(fragment.name) on \(fragment.typeCondition)" + text(fragment.directives) + text(fragment.selectionSet)
  }

  static func text(_ variable: VariableDefinition) -> String {
    "$\(variable.name):\(variable.type)" + (variable.defaultValue.map { "=" + text($0) } ?? "")
      + text(variable.directives)
  }

  static func text(_ selectionSet: SelectionSet) -> String {
    " {" + selectionSet.selections.map(text).joined(separator: " ") + "}"
  }

  static func text(_ selection: Selection) -> String {
    switch selection {
    case .field(let field):
      (field.alias.map { $0 + ":" } ?? "") + field.name + text(field.arguments) + text(field.directives)
        + (field.selectionSet.map(text) ?? "")
    case .fragmentSpread(let spread):
      "..." + spread.fragmentName + text(spread.directives)
    case .inlineFragment(let fragment):
      "..." + (fragment.typeCondition.map { "on " + $0 } ?? "") + text(fragment.directives)
        + text(fragment.selectionSet)
    }
  }

  static func text(_ directives: [Directive]) -> String {
    directives.map { " @\($0.name)" + text($0.arguments) }.joined()
  }

  static func text(_ arguments: [Argument]) -> String {
    arguments.isEmpty ? "" : "(" + arguments.map { "\($0.name):\(text($0.value))" }.joined(separator: " ") + ")"
  }

  static func text(_ value: InputValue) -> String {
    switch value.kind {
    case .variable(let name): "$" + name
    case .integer(let text), .float(let text), .enumeration(let text): text
    case .string(let text): quoted(text)
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    case .list(let elements): "[" + elements.map(text).joined(separator: " ") + "]"
    case .object(let fields): "{" + fields.map { "\($0.name):\(text($0.value))" }.joined(separator: " ") + "}"
    }
  }

  /// Escapes everything but plain ASCII, surrogate pairs included, so that printing exercises every escape.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
