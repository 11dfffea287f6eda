import PagerJSON
import PagerSyntax

/// What a query selects of the objects at one place: selection sets, merged for each type that occurs there.
final class SelectionNode {
  private let sets: [GuardedSet]
  private let context: SelectionContext
  private let numbers: FieldNumbers
  private var known: [String: PossibleFields] = [:]
  /// The largest number of types with kept selections.
  private static let mostTypes = 1_000
  /// The type met last: in a list mostly the next one too.
  private(set) var latest: TypedSelection?

  init(_ sets: [GuardedSet], _ context: SelectionContext, numbers: FieldNumbers) {
    self.sets = sets
    self.context = context
    self.numbers = numbers
  }

  /// What is selected of an object of a type. An unknown type has an empty name.
  func fields(of type: String, _ facts: TypeFacts, _ keys: KeyFields) -> TypedSelection {
    if let latest, latest.type == type, latest.isCurrent(facts) { return latest }
    let possible = possible(for: type)
    let selection = selection(of: type, possible, facts, keys)
    possible.current = selection
    latest = selection
    return selection
  }

  /// What is selected of an object, once it has shown which fragments apply to its type.
  ///
  /// - Parameter teaches: whether a server sent the object.
  func fields(
    of type: String, shownBy object: JSONNode, _ facts: inout TypeFacts, _ keys: KeyFields, teaches: Bool
  ) -> TypedSelection {
    possible(for: type).observe(object, &facts, teaches: teaches)
    return fields(of: type, facts, keys)
  }

  private func possible(for type: String) -> PossibleFields {
    if let found = known[type] { return found }
    // A server can make up types without end.
    if known.count >= Self.mostTypes { known.removeAll() }
    let made = PossibleFields(of: type, sets, context)
    known[type] = made
    return made
  }

  private func selection(
    of type: String, _ possible: PossibleFields, _ facts: TypeFacts, _ keys: KeyFields
  ) -> TypedSelection {
    if let current = possible.current, current.isCurrent(facts) { return current }
    let (fields, doubt) = possible.selected(facts) { candidates in
      let subsets = candidates.compactMap { candidate in
        candidate.field.selectionSet.map { GuardedSet(set: $0, guards: candidate.guards) }
      }
      return PlannedField(
        candidates[0].field, number: numbers.next(),
        selection: subsets.isEmpty ? nil : SelectionNode(subsets, context, numbers: numbers))
    }
    let miss = possible.isIncomplete ? "the query nests too many fragments" : doubt?.phrase
    // A selection reads fastest what it wrote itself, so a new one is made only if it differs.
    if let current = possible.current, current.doubt == miss, current.fields.elementsEqual(fields, by: ===) {
      current.confirm(facts)
      return current
    }
    return TypedSelection(
      type: type, fields: fields, doubt: miss, isConditional: possible.isConditional, revision: facts.revision,
      keys: keys)
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

extension TypeQuestion {
  fileprivate var phrase: String {
    type.isEmpty
      ? "the cache does not know whether an object without __typename is a \(condition)"
      : "the cache does not know whether a \(type) is a \(condition)"
  }
}
