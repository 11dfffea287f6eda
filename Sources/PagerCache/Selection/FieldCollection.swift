import PagerSyntax

/// Collects the fields that are selected of an object, as a server does: in the order in which their keys are met first.
struct FieldCollection {
  private let type: String
  private let facts: TypeFacts
  private let assumptions: [String: Bool]
  private let context: SelectionContext
  /// The fields of one response key each.
  private(set) var fields: [[Field]] = []
  private var indexByKey: [String: Int] = [:]
  private var spread: Set<String> = []
  private var doubtful: [(condition: String, isCertain: Bool, set: SelectionSet)] = []

  init(type: String, facts: TypeFacts, assumptions: [String: Bool], _ context: SelectionContext) {
    self.type = type
    self.facts = facts
    self.assumptions = assumptions
    self.context = context
  }

  /// - Parameter isCertain: whether the fragments around it apply as a fact.
  mutating func add(_ set: SelectionSet, isCertain: Bool = true) {
    for selection in set.selections where context.conditions.select(selection) {
      switch selection {
      case .field(let field):
        if let index = indexByKey[field.responseKey] {
          fields[index].append(field)
        } else {
          indexByKey[field.responseKey] = fields.count
          fields.append([field])
        }
      case .inlineFragment(let fragment):
        add(fragment.selectionSet, on: fragment.typeCondition, isCertain)
      case .fragmentSpread(let name):
        guard spread.insert(name.fragmentName).inserted, let fragment = context.fragments[name.fragmentName] else {
          continue
        }
        add(fragment.selectionSet, on: fragment.typeCondition, isCertain)
      }
    }
  }

  private mutating func add(_ set: SelectionSet, on condition: String?, _ isCertain: Bool) {
    guard let condition, condition != type else { return add(set, isCertain: isCertain) }
    if let applies = facts.applies(condition, to: type) {
      if applies { add(set, isCertain: isCertain) }
    } else if let applies = assumptions[condition] {
      if applies { add(set, isCertain: false) }
    } else {
      doubtful.append((condition, isCertain, set))
    }
  }

  // MARK: Doubts

  /// The fragments of which it is not known whether they apply, those left out that add nothing to what is selected anyway.
  func doubts() -> [TypeDoubt] {
    guard !doubtful.isEmpty else { return [] }
    let certain = SelectedKeys()
    for field in fields.joined() { certain.add(field, isCertain: true, context) }
    let relevant = doubtful.filter { doubt in
      !keys([doubt.set], isCertain: false).isPart(of: certain)
    }
    return Set(relevant.map(\.condition)).sorted().map { condition in
      let own = relevant.filter { $0.condition == condition }
      let others = keys(relevant.filter { $0.condition != condition }.map(\.set), isCertain: false)
      for field in fields.joined() { others.add(field, isCertain: false, context) }
      return TypeDoubt(
        condition: condition, isCertain: own.allSatisfy(\.isCertain), brings: keys(own.map(\.set), isCertain: true),
        mayBring: keys(own.map(\.set), isCertain: false), certain: certain, others: others)
    }
  }

  private func keys(_ sets: [SelectionSet], isCertain: Bool) -> SelectedKeys {
    let keys = SelectedKeys()
    for set in sets { keys.add(set, isCertain: isCertain, context) }
    return keys
  }
}
