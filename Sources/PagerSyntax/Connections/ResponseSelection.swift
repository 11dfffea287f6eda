/// What a response holds at one place: the fields of all the selection sets that apply there, by response key.
///
/// It includes fragments with any type condition, because the type is known only when the operation runs. It also
/// includes fields with `@skip` and `@include`, except for those that the operation's ``SelectionConditions`` know.
struct ResponseSelection {
  /// The fields in the order in which they are first met.
  private(set) var fields: [ResponseField] = []
  private var indexByKey: [String: Int] = [:]
  /// The fragments spread so far. A second spread into the same place adds nothing, and following it would make a
  /// document of n fragments cost 2ⁿ steps.
  private var spreadFragments: Set<String> = []

  init(_ selectionSets: [SelectionSet], in operation: ExecutableOperation) {
    for selectionSet in selectionSets { collect(selectionSet, operation) }
  }

  /// The first field with that name in the schema, under any response key.
  func field(named name: String) -> ResponseField? {
    fields.first { $0.field.name == name }
  }

  private mutating func collect(_ selectionSet: SelectionSet, _ operation: ExecutableOperation) {
    for selection in selectionSet.selections where operation.selects(selection) {
      switch selection {
      case .field(let field):
        add(field)
      case .inlineFragment(let fragment):
        collect(fragment.selectionSet, operation)
      case .fragmentSpread(let spread):
        guard spreadFragments.insert(spread.fragmentName).inserted,
          let fragment = operation.fragments[spread.fragmentName]
        else { continue }
        collect(fragment.selectionSet, operation)
      }
    }
  }

  private mutating func add(_ field: Field) {
    if let index = indexByKey[field.responseKey] {
      fields[index].add(field)
    } else {
      indexByKey[field.responseKey] = fields.count
      fields.append(ResponseField(field))
    }
  }
}
