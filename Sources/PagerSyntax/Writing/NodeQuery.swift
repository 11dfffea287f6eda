/// A query for the rest of one inner connection, by the object that has it: written from the document that shows it.
///
/// `query ($id: ID!, $cursor: String) { node(id: $id) { id ... on TYPE { issues(first: 9, after: $cursor) { … } } } }`:
/// the type is known only when a response names it.
package struct NodeQuery: Sendable, Hashable {
  /// The text before the type's name, and after it.
  package let head: String
  package let tail: String
  /// The variables that take the object's id and the cursor.
  package let idVariable: String
  package let cursorVariable: String
  /// The document's own variables that it uses.
  package let variables: [String]
  /// The response keys from `data` to the connection.
  package let path: [String]
  /// The keys on the path to the id of the object that was found.
  package let idPath: [String]

  /// The longest text: fragments can make a short document hold exponentially many selections.
  private static let longestText = 1 << 20

  /// - Parameters:
  ///   - connection: the connection to request the rest of.
  ///   - count: the number of keys on its path that lead to the object with the id.
  ///   - cursorType: the type of cursors, if the connection does not show it.
  /// - Returns: nil if the text would be longer than a query may be.
  package init?(for connection: InnerConnection, from count: Int, cursorType: String, in operation: ExecutableOperation)
  {
    let object = Array(connection.path.prefix(count))
    let below = Array(connection.path.dropFirst(count))
    guard !below.isEmpty, let place = ConnectionFinder.place(at: object, in: operation) else { return nil }
    var writer = PrunedWriter(keys: below, connection, in: operation)
    writer.write(place.response.selectionSets)
    guard !writer.isTooLong else { return nil }

    var document = writer.document
    var next = 0
    while next < document.fragments.count, document.text.utf8.count <= Self.longestText {
      let name = document.fragments[next]
      next += 1
      guard let fragment = operation.fragments[name] else { continue }
      document.add("\nfragment \(name) on \(fragment.typeCondition)")
      document.write(fragment.directives)
      document.add(" ")
      document.write(fragment.selectionSet)
    }
    guard document.text.utf8.count <= Self.longestText else { return nil }

    let used = operation.definition.variables.filter { document.variables.contains($0.name) }
    var declarations = DocumentWriter()
    declarations.add("query ($\(writer.idVariable): ID!, $\(writer.cursorVariable): \(writer.cursorType ?? cursorType)")
    for variable in used {
      declarations.add(", ")
      declarations.declare(variable)
    }
    // Under a name that the selection does not use.
    let idKey = below.first == writer.idVariable ? "\(writer.idVariable)_" : writer.idVariable
    head = "\(declarations.text)) { node(id: $\(writer.idVariable)) { \(idKey): id ... on "
    idPath = ["node", idKey]
    tail = document.text
    idVariable = writer.idVariable
    cursorVariable = writer.cursorVariable
    variables = used.map(\.name)
    path = ["node"] + below
  }
}

/// Writes the part of an object's selection that leads to one connection. Fragments on the way are written in place of
/// their spreads, with their conditions.
private struct PrunedWriter {
  private(set) var document = DocumentWriter()
  let idVariable: String
  let cursorVariable: String
  /// The type of the variable that the connection's cursor has in the document; nil if it has none.
  private(set) var cursorType: String?
  private(set) var isTooLong = false

  private let keys: [String]
  private let isBackward: Bool
  private let operation: ExecutableOperation
  /// Whether a selection set leads to the connection from this many keys on: the search looks at each once.
  private var answers: [Question: Bool] = [:]
  private static let longestText = 1 << 18

  private struct Question: Hashable {
    let set: SourcePosition
    let depth: Int
  }

  init(keys: [String], _ connection: InnerConnection, in operation: ExecutableOperation) {
    self.keys = keys
    isBackward = connection.isBackward
    self.operation = operation
    let taken = Set(operation.definition.variables.map(\.name))
    let free = { (name: String) in
      var name = name
      while taken.contains(name) { name += "_" }
      return name
    }
    idVariable = free("swiftpagerId")
    cursorVariable = free("swiftpagerCursor")
  }

  /// Writes what follows the name of the object's type: what holds for all types first, in the fragment on that one.
  mutating func write(_ sets: [SelectionSet]) {
    document.add(" {")
    for set in sets { write(set, depth: 0, .fields) }
    // The fragment on the type is never empty: the server would refuse that.
    document.add(" __typename }")
    for set in sets { write(set, depth: 0, .fragments) }
    document.add(" } }")
  }

  /// Which selections are written.
  private enum Part {
    case all, fields, fragments
  }

  private mutating func write(_ set: SelectionSet, depth: Int, _ part: Part) {
    guard document.text.utf8.count <= Self.longestText else {
      isTooLong = true
      return
    }
    for selection in set.selections where operation.selects(selection) {
      switch selection {
      case .field(let field):
        if part != .fragments, field.responseKey == keys[depth] { write(field, depth: depth) }
      case .inlineFragment(let fragment):
        write(fragment.selectionSet, on: fragment.typeCondition, fragment.directives, depth, part)
      case .fragmentSpread(let spread):
        guard let fragment = operation.fragments[spread.fragmentName] else { continue }
        write(fragment.selectionSet, on: fragment.typeCondition, spread.directives + fragment.directives, depth, part)
      }
    }
  }

  private mutating func write(
    _ set: SelectionSet, on type: String?, _ directives: [Directive], _ depth: Int, _ part: Part
  ) {
    // Without a condition its fields are written here. With a condition it is written next to the fragment on the type.
    if part != .all, type == nil, directives.isEmpty { return write(set, depth: depth, part) }
    guard part != .fields, leads(set, depth) else { return }
    document.add(" ...")
    if let type { document.add(" on \(type)") }
    document.write(directives)
    document.add(" {")
    write(set, depth: depth, .all)
    document.add(" }")
  }

  private mutating func write(_ field: Field, depth: Int) {
    let isLast = depth + 1 == keys.count
    if !isLast {
      guard let set = field.selectionSet, leads(set, depth + 1) else { return }
    }
    document.add(" ")
    document.writeHead(of: field)
    guard isLast else {
      document.write(field.arguments)
      document.write(field.directives)
      document.add(" {")
      if let set = field.selectionSet { write(set, depth: depth + 1, .all) }
      document.add(" }")
      return
    }
    let name = isBackward ? RelayField.before : RelayField.after
    if case .variable(let variable)? = field.arguments.first(where: { $0.name == name })?.value.kind {
      cursorType = operation.definition.variables.first { $0.name == variable }?.type.nullable
    }
    var arguments = field.arguments.filter { $0.name != name }
    arguments.append(
      Argument(
        name: name, value: InputValue(kind: .variable(cursorVariable), position: field.position),
        position: field.position))
    document.write(arguments)
    document.write(field.directives)
    guard let set = field.selectionSet else { return }
    document.add(" ")
    document.write(set)
  }

  /// Whether the selection leads to the connection. A fragment that does not would be written empty.
  private mutating func leads(_ set: SelectionSet, _ depth: Int) -> Bool {
    let question = Question(set: set.position, depth: depth)
    if let known = answers[question] { return known }
    let answer = findsWay(from: set, depth)
    answers[question] = answer
    return answer
  }

  private mutating func findsWay(from set: SelectionSet, _ depth: Int) -> Bool {
    guard let field = ResponseSelection([set], in: operation).fields.first(where: { $0.key == keys[depth] }) else {
      return false
    }
    if depth + 1 == keys.count { return true }
    for set in field.selectionSets where leads(set, depth + 1) { return true }
    return false
  }
}

extension TypeReference {
  /// The type without the `!` around it.
  package var nullable: String {
    if case .nonNull(let type) = kind { "\(type)" } else { "\(self)" }
  }
}
