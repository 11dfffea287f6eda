import PagerSyntax

/// What a query selects of the objects at one place: selection sets that are merged for each type that is met there.
final class SelectionNode {
  private let sets: [SelectionSet]
  private let fragments: [String: FragmentDefinition]
  private let conditions: SelectionConditions
  private let numbers: FieldNumbers
  private var known: [String: TypedSelection] = [:]
  /// The type met last: in a list mostly the next one too.
  private(set) var latest: TypedSelection?

  init(
    _ sets: [SelectionSet], fragments: [String: FragmentDefinition], conditions: SelectionConditions,
    numbers: FieldNumbers
  ) {
    self.sets = sets
    self.fragments = fragments
    self.conditions = conditions
    self.numbers = numbers
  }

  /// What is selected of an object of a type; of one whose type is not known, with an empty name.
  func fields(of type: String, _ facts: TypeFacts, _ keys: KeyFields) -> TypedSelection {
    if let latest, latest.type == type, latest.isCurrent(facts) { return latest }
    if let found = known[type], found.isCurrent(facts) {
      latest = found
      return found
    }
    var collection = FieldCollection(type: type, facts: facts, fragments: fragments, conditions: conditions)
    for set in sets { collection.add(set) }
    let fields = collection.fields.map { merged -> PlannedField in
      let subsets = merged.compactMap(\.selectionSet)
      return PlannedField(
        merged[0], number: numbers.next(),
        selection: subsets.isEmpty
          ? nil : SelectionNode(subsets, fragments: fragments, conditions: conditions, numbers: numbers))
    }
    let selection = TypedSelection(
      type: type, fields: fields, doubts: collection.doubts, factCount: facts.count, keys: keys)
    known[type] = selection
    latest = selection
    return selection
  }
}

/// Counts the fields of an operation, so that what depends on a request's variables can be kept in an array.
final class FieldNumbers {
  private(set) var count = 0

  func next() -> Int {
    defer { count += 1 }
    return count
  }
}

/// A fragment of which it is not known whether it applies to a type.
struct TypeDoubt {
  let condition: String
  /// What the response has, beside what is selected anyway, where the fragment applies.
  let keys: [String]
}

/// Collects the fields that are selected of an object, as a server does: in the order in which their keys are met first.
private struct FieldCollection {
  let type: String
  let facts: TypeFacts
  let fragments: [String: FragmentDefinition]
  let conditions: SelectionConditions
  /// The fields of one response key each.
  private(set) var fields: [[Field]] = []
  private(set) var doubts: [TypeDoubt] = []
  private var indexByKey: [String: Int] = [:]
  private var spread: Set<String> = []

  init(type: String, facts: TypeFacts, fragments: [String: FragmentDefinition], conditions: SelectionConditions) {
    self.type = type
    self.facts = facts
    self.fragments = fragments
    self.conditions = conditions
  }

  mutating func add(_ set: SelectionSet) {
    for selection in set.selections where conditions.select(selection) {
      switch selection {
      case .field(let field):
        if let index = indexByKey[field.responseKey] {
          fields[index].append(field)
        } else {
          indexByKey[field.responseKey] = fields.count
          fields.append([field])
        }
      case .inlineFragment(let fragment):
        add(fragment.selectionSet, on: fragment.typeCondition)
      case .fragmentSpread(let name):
        guard spread.insert(name.fragmentName).inserted, let fragment = fragments[name.fragmentName] else { continue }
        add(fragment.selectionSet, on: fragment.typeCondition)
      }
    }
  }

  private mutating func add(_ set: SelectionSet, on condition: String?) {
    guard let condition, condition != type else { return add(set) }
    switch facts.applies(condition, to: type) {
    case true?: add(set)
    case false?: break
    case nil: doubts.append(TypeDoubt(condition: condition, keys: responseKeys(of: set)))
    }
  }

  /// The keys that a fragment always brings, those of further fragments in it left out.
  private func responseKeys(of set: SelectionSet) -> [String] {
    set.selections.filter { conditions.select($0) }.compactMap { selection in
      if case .field(let field) = selection, field.name != RelayName.typename { field.responseKey } else { nil }
    }
  }
}

/// The names that mean something to the cache.
enum RelayName {
  static let typename = "__typename"
}
