/// What a response holds at one place: the fields of all the selection sets that apply there, by response key.
///
/// Fragments are followed whatever their type condition, which is known only when the operation runs. `@skip` and
/// `@include` are ignored; ``SelectionConditions`` applies those that are known.
struct ResponseSelection {
  /// The fields in the order in which they are first met.
  private(set) var fields: [ResponseField] = []
  private var indexByKey: [String: Int] = [:]
  /// The fragments spread so far. A second spread into the same place adds nothing, and following it would make a
  /// document of n fragments cost 2ⁿ steps.
  private var spreadFragments: Set<String> = []

  init(_ selectionSets: [SelectionSet], fragments: [String: FragmentDefinition]) {
    for selectionSet in selectionSets { collect(selectionSet, fragments) }
  }

  /// The first field with that name in the schema, under whatever response key.
  func field(named name: String) -> ResponseField? {
    fields.first { $0.field.name == name }
  }

  private mutating func collect(_ selectionSet: SelectionSet, _ fragments: [String: FragmentDefinition]) {
    for selection in selectionSet.selections {
      switch selection {
      case .field(let field):
        add(field)
      case .inlineFragment(let fragment):
        collect(fragment.selectionSet, fragments)
      case .fragmentSpread(let spread):
        guard spreadFragments.insert(spread.fragmentName).inserted,
          let fragment = fragments[spread.fragmentName]
        else { continue }
        collect(fragment.selectionSet, fragments)
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
