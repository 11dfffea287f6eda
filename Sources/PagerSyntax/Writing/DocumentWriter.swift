/// Writes parts of a document as text again, and notes which fragments and variables they use.
struct DocumentWriter {
  private(set) var text = ""
  /// The fragments that were spread, in the order in which they were met.
  private(set) var fragments: [String] = []
  /// The variables that were used, without their `$`.
  private(set) var variables: Set<String> = []
  private var known: Set<String> = []

  mutating func add(_ piece: String) {
    text += piece
  }

  mutating func write(_ set: SelectionSet) {
    add("{")
    for selection in set.selections {
      add(" ")
      switch selection {
      case .field(let field): write(field)
      case .inlineFragment(let fragment): write(fragment)
      case .fragmentSpread(let spread):
        add("...\(spread.fragmentName)")
        write(spread.directives)
        if known.insert(spread.fragmentName).inserted { fragments.append(spread.fragmentName) }
      }
    }
    add(" }")
  }

  private mutating func write(_ field: Field) {
    writeHead(of: field)
    write(field.arguments)
    write(field.directives)
    guard let set = field.selectionSet else { return }
    add(" ")
    write(set)
  }

  private mutating func write(_ fragment: InlineFragment) {
    add("...")
    if let type = fragment.typeCondition { add(" on \(type)") }
    write(fragment.directives)
    add(" ")
    write(fragment.selectionSet)
  }

  mutating func writeHead(of field: Field) {
    add(field.alias.map { "\($0): \(field.name)" } ?? field.name)
  }

  mutating func write(_ arguments: [Argument]) {
    guard !arguments.isEmpty else { return }
    add("(")
    for (index, argument) in arguments.enumerated() {
      add("\(index == 0 ? "" : ", ")\(argument.name): ")
      write(argument.value)
    }
    add(")")
  }

  mutating func write(_ directives: [Directive]) {
    for directive in directives {
      add(" @\(directive.name)")
      write(directive.arguments)
    }
  }

  mutating func write(_ value: InputValue) {
    switch value.kind {
    case .variable(let name):
      variables.insert(name)
      add("$\(name)")
    case .integer(let number), .float(let number): add(number)
    case .string(let string): write(string)
    case .boolean(let value): add("\(value)")
    case .null: add("null")
    case .enumeration(let name): add(name)
    case .list(let elements):
      add("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { add(", ") }
        write(element)
      }
      add("]")
    case .object(let fields):
      add("{")
      for (index, field) in fields.enumerated() {
        add("\(index == 0 ? "" : ", ")\(field.name): ")
        write(field.value)
      }
      add("}")
    }
  }

  private mutating func write(_ string: String) {
    add("\"")
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": add("\\\"")
      case "\\": add("\\\\")
      case "\n": add("\\n")
      case "\r": add("\\r")
      case "\t": add("\\t")
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: text.unicodeScalars.append(scalar)
      }
    }
    add("\"")
  }

  /// The declaration of a variable.
  mutating func declare(_ variable: VariableDefinition) {
    add("$\(variable.name): \(variable.type)")
    if let value = variable.defaultValue {
      add(" = ")
      write(value)
    }
    write(variable.directives)
  }
}
