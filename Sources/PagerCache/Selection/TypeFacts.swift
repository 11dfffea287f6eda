/// What responses have shown of the types of a schema: which fragments apply to which objects.
///
/// A client has no schema. Whether `... on Node` applies to a `Product` shows in the first response with one: the server
/// sends the fragment's fields, or it does not.
struct TypeFacts {
  private var known: [String: [String: Bool]] = [:]
  /// Grows with each new fact.
  private(set) var count = 0

  /// Whether a fragment on `condition` applies to objects of `type`; nil where no response has shown it.
  func applies(_ condition: String, to type: String) -> Bool? {
    known[type]?[condition]
  }

  /// Returns whether that is new.
  @discardableResult
  mutating func learn(_ condition: String, appliesTo type: String, _ applies: Bool) -> Bool {
    guard known[type]?[condition] == nil else { return false }
    known[type, default: [:]][condition] = applies
    count += 1
    learned.append(TypeFact(type: type, condition: condition, applies: applies))
    return true
  }

  /// Those that responses have shown, for an archive that keeps them.
  var learned: [TypeFact] = []

  /// Takes over what others have learned.
  mutating func adopt(_ facts: [TypeFact]) {
    for fact in facts where known[fact.type]?[fact.condition] == nil {
      known[fact.type, default: [:]][fact.condition] = fact.applies
      count += 1
    }
  }
}
