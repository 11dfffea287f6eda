/// Tells which selection sets lead to a `pageInfo`, at any depth and with fragments followed.
///
/// A search that enters only these finds a connection below every place it visits. Without this, a document whose
/// fragments spread each other under two keys would have it visit 2ⁿ places for nothing. Each selection set is looked
/// at once.
struct PageInfoReach {
  private let operation: ExecutableOperation
  private var answers: [SourcePosition: Bool] = [:]

  init(in operation: ExecutableOperation) {
    self.operation = operation
  }

  /// Whether one of the selection sets leads to a `pageInfo`.
  mutating func includes(_ selectionSets: [SelectionSet]) -> Bool {
    for selectionSet in selectionSets where includes(selectionSet) { return true }
    return false
  }

  private mutating func includes(_ selectionSet: SelectionSet) -> Bool {
    if let known = answers[selectionSet.position] { return known }
    var answer = false
    for selection in selectionSet.selections where operation.selects(selection) && leadsToPageInfo(selection) {
      answer = true
      break
    }
    answers[selectionSet.position] = answer
    return answer
  }

  private mutating func leadsToPageInfo(_ selection: Selection) -> Bool {
    switch selection {
    case .field(let field):
      guard field.name != RelayField.pageInfo else { return true }
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
