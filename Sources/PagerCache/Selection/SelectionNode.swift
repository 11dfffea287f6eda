import PagerSyntax

/// What a query selects of the objects at one place: selection sets that are merged for each type that is met there.
final class SelectionNode {
  private let sets: [SelectionSet]
  private let context: SelectionContext
  private let numbers: FieldNumbers
  private var known: [String: TypedSelection] = [:]
  /// Fragments that make no difference here, by type: whether they count as applying.
  private var assumptions: [String: [String: Bool]] = [:]
  /// The type met last: in a list mostly the next one too.
  private(set) var latest: TypedSelection?

  init(_ sets: [SelectionSet], _ context: SelectionContext, numbers: FieldNumbers) {
    self.sets = sets
    self.context = context
    self.numbers = numbers
  }

  /// What is selected of an object of a type; of one whose type is not known, with an empty name.
  func fields(of type: String, _ facts: TypeFacts, _ keys: KeyFields) -> TypedSelection {
    if let latest, latest.type == type, latest.isCurrent(facts) { return latest }
    if let found = known[type], found.isCurrent(facts) {
      latest = found
      return found
    }
    var collection = FieldCollection(type: type, facts: facts, assumptions: assumptions[type] ?? [:], context)
    for set in sets { collection.add(set) }
    let fields = collection.fields.map { merged -> PlannedField in
      let subsets = merged.compactMap(\.selectionSet)
      return PlannedField(
        merged[0], number: numbers.next(),
        selection: subsets.isEmpty
          ? nil : SelectionNode(subsets, context, numbers: numbers))
    }
    let selection = TypedSelection(
      type: type, fields: fields, doubts: collection.doubts(), factCount: facts.count, keys: keys)
    known[type] = selection
    latest = selection
    return selection
  }

  /// From now on a fragment counts as applying to a type here, or as not applying.
  func assume(_ condition: String, appliesTo type: String, _ applies: Bool) {
    assumptions[type, default: [:]][condition] = applies
    known[type] = nil
    latest = nil
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

/// The names that mean something to the cache.
enum RelayName {
  static let typename = "__typename"
}
