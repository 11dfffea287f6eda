import PagerSyntax

/// The variables of one request, by name: the canonical text of each value.
struct RequestVariables {
  private let values: [String: String]
  /// The operation's defaults for the variables that the request leaves out.
  private let defaults: [String: InputValue]

  init(_ values: [String: String], defaults: [String: InputValue]) {
    self.values = values
    self.defaults = defaults
  }

  /// The canonical text of a variable's value; nil if the request leaves it out and nothing else sets it.
  func text(of variable: String) -> String? {
    values[variable] ?? defaults[variable].flatMap { $0.canonicalText(with: self) }
  }
}

extension Field {
  /// The key under which an object keeps the field: its name with what its arguments are, in the order of their names.
  ///
  ///     products(first: 2, after: $cursor)  →  products(after:"K2",first:2)
  func key(with variables: RequestVariables) -> String {
    let given = arguments.compactMap { argument in
      argument.value.canonicalText(with: variables).map { (argument.name, $0) }
    }
    guard !given.isEmpty else { return name }
    let sorted = given.sorted { $0.0 < $1.0 }
    return "\(name)(\(sorted.map { "\($0.0):\($0.1)" }.joined(separator: ",")))"
  }
}

extension InputValue {
  /// The value as canonical JSON; nil for a variable that the request leaves out. An enum value reads like the string
  /// that a variable would give for it.
  func canonicalText(with variables: RequestVariables) -> String? {
    switch kind {
    case .variable(let name): variables.text(of: name)
    case .integer(let text), .float(let text): text
    case .string(let text), .enumeration(let text): CanonicalJSON.key(text)
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    case .list(let elements): CanonicalJSON.array(elements.map { $0.canonicalText(with: variables) ?? "null" })
    case .object(let fields):
      CanonicalJSON.object(
        fields.compactMap { field in field.value.canonicalText(with: variables).map { (field.name, $0) } })
    }
  }
}
