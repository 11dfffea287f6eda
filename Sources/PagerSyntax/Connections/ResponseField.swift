/// The fields of a selection that share a response key, merged into one (specification, section 6.3.2,
/// `CollectFields`).
///
/// Validation at the server makes them agree on name and arguments, so the first one speaks for all.
struct ResponseField {
  let key: String
  /// The field that stands first.
  let field: Field
  /// The selection sets of all of them: together they select what the response holds below the key.
  private(set) var selectionSets: [SelectionSet] = []

  init(_ field: Field) {
    key = field.responseKey
    self.field = field
    add(field)
  }

  mutating func add(_ field: Field) {
    if let selectionSet = field.selectionSet { selectionSets.append(selectionSet) }
  }
}
