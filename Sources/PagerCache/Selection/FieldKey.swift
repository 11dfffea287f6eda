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

/// The keys of an operation's fields with one request's variables, worked out once each.
struct FieldResolution {
  private let variables: RequestVariables
  private var keys: [String?]
  /// With their selections: if one were released, another selection could get its identity.
  private var shapes: [ObjectIdentifier: (selection: TypedSelection, shape: Shape)] = [:]

  init(_ variables: RequestVariables, fieldCount: Int) {
    self.variables = variables
    keys = Array(repeating: nil, count: fieldCount)
  }

  /// The key under which an object keeps a field.
  mutating func key(of field: PlannedField) -> String {
    guard field.hasArguments else { return field.name }
    // Fields may be met for the first time in the middle of a response.
    while keys.count <= field.number { keys.append(nil) }
    if let known = keys[field.number] { return known }
    let key = field.field.key(with: variables)
    keys[field.number] = key
    return key
  }

  /// The shape of objects without a key, which keep fields with arguments together with the others.
  mutating func shape(of selection: TypedSelection) -> Shape {
    guard selection.hasArguments else { return selection.plain }
    if let known = shapes[ObjectIdentifier(selection)] { return known.shape }
    let shape = Shape(selection.fields.map { key(of: $0) })
    shapes[ObjectIdentifier(selection)] = (selection, shape)
    return shape
  }
}

/// The names that mean something to the cache.
enum RelayName {
  static let typename = "__typename"
}
