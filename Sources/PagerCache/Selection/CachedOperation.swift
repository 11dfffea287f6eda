import PagerSyntax

/// An operation as the cache reads and writes it.
final class CachedOperation {
  /// The document's text as it was given.
  let text: String
  /// The document's text as it is sent, as JSON.
  let query: String
  let kind: OperationType
  private let definition: OperationDefinition
  private let fragments: [String: FragmentDefinition]
  let defaults: [String: InputValue]
  private let numbers = FieldNumbers()
  /// By the values of the variables that leave selections out.
  private var selections: [[String: Bool]: SelectionNode] = [:]
  private let variables: Set<String>
  /// The variables that a request has to give a value.
  private let required: [String]
  /// Its responses, by the variables.
  var responses = KeptResponses()

  /// Nil for a text that is not a document with such an operation. The server refuses a wrong document from a host's
  /// function.
  init?(_ text: String, operationName: String?, addsTypename: Bool) {
    guard let document = try? ExecutableDocument(parsing: text), !TypenameInsertion.isMisused(in: document) else {
      return nil
    }
    // Byte order marks count as a column in strings and comments only, so behind one no place is certain.
    if addsTypename, text.unicodeScalars.dropFirst().contains("\u{FEFF}") { return nil }
    let sent = addsTypename ? TypenameInsertion.text(of: document, text) : text
    guard let operation = try? ExecutableDocument(parsing: sent).operation(named: operationName) else { return nil }
    self.text = text
    query = CanonicalJSON.string(sent)
    definition = operation.definition
    fragments = operation.fragments
    kind = definition.kind
    var defaults: [String: InputValue] = [:]
    for variable in definition.variables { defaults[variable.name] = variable.defaultValue }
    self.defaults = defaults
    variables = Set(definition.variables.map(\.name))
    required = definition.variables.filter(\.isRequired).map(\.name)
  }

  /// The number of fields that have been read so far.
  var fieldCount: Int { numbers.count }

  /// Whether it must be made again. Fields are planned again for each type, and a server can invent types without end.
  var isWornOut: Bool { numbers.count >= 50_000 }

  static let queryRoot = "QUERY_ROOT"

  /// The key of the object that holds the operation's fields.
  var rootKey: String {
    switch kind {
    case .query: Self.queryRoot
    case .mutation: "MUTATION_ROOT"
    case .subscription: "SUBSCRIPTION_ROOT"
    }
  }

  /// A variable that needs a value and has none. A server refuses such a request.
  func missingVariable(in request: CacheRequest) -> String? {
    required.first { name in request.variables[name].map { $0 == "null" } ?? (defaults[name] == nil) }
  }

  /// What is selected with these variables.
  func selection(with request: RequestVariables) -> SelectionNode {
    var values: [String: Bool] = [:]
    for name in variables {
      switch request.text(of: name) {
      case "true": values[name] = true
      case "false": values[name] = false
      default: break
      }
    }
    if let known = selections[values] { return known }
    let names = variables.map { ($0, "$\($0)") }
    let made = SelectionNode(
      [GuardedSet(set: definition.selectionSet, guards: [])],
      SelectionContext(
        fragments: fragments, conditions: SelectionConditions(values),
        names: RequestVariables(Dictionary(uniqueKeysWithValues: names), defaults: [:])),
      numbers: numbers)
    // Boolean variables that leave nothing out must not make this grow without a limit.
    if selections.count >= 64 { selections.removeAll() }
    selections[values] = made
    return made
  }

  /// Forgets what objects have shown about the selections.
  func forgetSelections() { selections.removeAll() }
}

extension VariableDefinition {
  fileprivate var isRequired: Bool {
    guard case .nonNull = type.kind else { return false }
    return true
  }
}
