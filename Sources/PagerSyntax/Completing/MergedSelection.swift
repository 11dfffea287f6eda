/// What a response holds at one place, with all selections of the text that merge into each field.
///
/// Unlike ``ResponseSelection`` it knows where each selection stands, and whether the response may lack it though the
/// place is there.
struct MergedSelection {
  /// The fields in the order in which the selection sets have them first.
  private(set) var fields: [MergedField] = []
  private var indexByKey: [String: Int] = [:]
  /// The fragments spread so far, with the least condition of a spread. A spread under a lesser one is followed again,
  /// which happens twice at most; following each would make a document of n fragments cost 2ⁿ steps.
  private var spreadFragments: [String: SelectionCondition] = [:]
  private var typeConditions: Set<String> = []

  init(_ sets: [PlacedSet], in operation: ExecutableOperation) {
    for placed in sets { collect(placed.set, placed.isConditional ? .directive : .always, operation) }
    // Fragments on one type alone apply wherever the field is: a server accepts only a type that it may have.
    let conditional: SelectionCondition = typeConditions.count > 1 ? .type : .directive
    for index in fields.indices { fields[index].markConditional(from: conditional) }
  }

  /// The field at the end of a path; nil if the operation selects nothing there.
  static func field(at path: [String], in operation: ExecutableOperation) -> MergedField? {
    var found: MergedField?
    for key in path {
      let sets = found?.sets ?? [PlacedSet(set: operation.definition.selectionSet, isConditional: false)]
      found = MergedSelection(sets, in: operation).fields.first { $0.key == key }
      if found == nil { return nil }
    }
    return found
  }

  /// The first field with that name in the schema, under any response key.
  func field(named name: String) -> MergedField? { fields.first { $0.name == name } }

  /// Recurses no deeper than ``NestingLimit/levels``.
  private mutating func collect(
    _ set: SelectionSet, _ condition: SelectionCondition, _ operation: ExecutableOperation
  ) {
    for selection in set.selections where operation.selects(selection) {
      switch selection {
      case .field(let field):
        add(field, in: set, condition)
      case .inlineFragment(let fragment):
        if let type = fragment.typeCondition { typeConditions.insert(type) }
        let own = SelectionCondition(fragment.directives, on: fragment.typeCondition)
        collect(fragment.selectionSet, max(condition, own), operation)
      case .fragmentSpread(let spread):
        guard let fragment = operation.fragments[spread.fragmentName] else { continue }
        typeConditions.insert(fragment.typeCondition)
        let inner = max(condition, SelectionCondition(spread.directives, on: fragment.typeCondition))
        if let known = spreadFragments[spread.fragmentName], known <= inner { continue }
        spreadFragments[spread.fragmentName] = inner
        collect(fragment.selectionSet, inner, operation)
      }
    }
  }

  private mutating func add(_ field: Field, in set: SelectionSet, _ condition: SelectionCondition) {
    let member = MergedField.Member(field: field, holder: set, condition: condition)
    if let index = indexByKey[field.responseKey] {
      fields[index].add(member)
    } else {
      indexByKey[field.responseKey] = fields.count
      fields.append(MergedField(member))
    }
  }
}

/// What decides whether a selection applies, from the least on.
enum SelectionCondition: Comparable {
  case always, type, directive

  init(_ directives: [Directive], on type: String?) {
    self = !directives.isEmpty ? .directive : type != nil ? .type : .always
  }
}

/// A selection set that applies at a place of the response.
struct PlacedSet {
  let set: SelectionSet
  /// Whether the response may lack what it selects, though another selection brings the place.
  let isConditional: Bool
}
