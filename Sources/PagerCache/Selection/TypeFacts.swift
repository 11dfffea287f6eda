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
    return true
  }

  /// All of them, for a store that keeps them.
  var all: [(type: String, condition: String, applies: Bool)] {
    known.flatMap { type, conditions in conditions.map { (type, $0.key, $0.value) } }
  }
}
