/// Finds the selection sets that lead to certain fields, at any depth and through fragments.
///
/// A search that enters only these finds such a field below every place it visits. Otherwise fragments that spread each
/// other under two keys would make it visit 2ⁿ places. Each selection set is looked at once.
struct FieldReach {
  private let isWanted: (Field) -> Bool
  private let operation: ExecutableOperation
  private var answers: [SourcePosition: Bool] = [:]
  private static let usualCount = 64

  /// - Parameter isWanted: whether a field is one that the search looks for.
  init(in operation: ExecutableOperation, to isWanted: @escaping (Field) -> Bool) {
    self.isWanted = isWanted
    self.operation = operation
    // The runtime takes kilobytes of stack the first time that a dictionary of a type gets memory. It takes them here,
    // and not at the deepest place of a query, where a caller with a small stack has none left.
    answers.reserveCapacity(Self.usualCount)
  }

  /// - Parameter names: the fields that show a connection, of which one is enough.
  init(ofConnectionsBy names: Set<String>, in operation: ExecutableOperation) {
    self.init(in: operation) { names.contains($0.name) }
  }

  /// Whether one of the selection sets leads to such a field.
  mutating func includes(_ selectionSets: [SelectionSet]) -> Bool {
    for selectionSet in selectionSets where includes(selectionSet) { return true }
    return false
  }

  private mutating func includes(_ selectionSet: SelectionSet) -> Bool {
    if let known = answers[selectionSet.position] { return known }
    var answer = false
    for selection in selectionSet.selections where operation.selects(selection) && leads(selection) {
      answer = true
      break
    }
    answers[selectionSet.position] = answer
    return answer
  }

  private mutating func leads(_ selection: Selection) -> Bool {
    switch selection {
    case .field(let field):
      guard !isWanted(field) else { return true }
      guard let selectionSet = field.selectionSet else { return false }
      return includes(selectionSet)
    case .inlineFragment(let fragment):
      return includes(fragment.selectionSet)
    case .fragmentSpread(let spread):
      guard let fragment = operation.fragments[spread.fragmentName] else { return false }
      return includes(fragment.selectionSet)
    }
  }
}
