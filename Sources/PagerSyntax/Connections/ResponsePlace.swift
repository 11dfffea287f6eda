/// A field of the response, and the way to it.
struct ResponsePlace {
  /// The field that stands there.
  let response: ResponseField
  /// The response keys from `data` to it, its own included.
  let path: [String]
  /// The path of the nearest connection with this place in its `edges` or `nodes`, or nil.
  let enclosingConnection: [String]?

  /// The place of a field that is selected here.
  ///
  /// - Parameter isConnection: whether this place is a connection, so that its `edges` and `nodes` are lists. Without
  ///   the schema other lists look like objects.
  func place(of child: ResponseField, isConnection: Bool) -> ResponsePlace {
    let isList = isConnection && (child.field.name == RelayField.edges || child.field.name == RelayField.nodes)
    return ResponsePlace(
      response: child, path: path + [child.key], enclosingConnection: isList ? path : enclosingConnection)
  }
}

/// The fields of a selection that share a response key, merged into one (specification, section 6.3.2,
/// `CollectFields`).
///
/// Validation at the server makes them agree on name and arguments, so the first one speaks for all.
struct ResponseField {
  let key: String
  /// The field that stands first.
  let field: Field
  /// The selection sets of all these fields. Together they select what the response has below the key.
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
