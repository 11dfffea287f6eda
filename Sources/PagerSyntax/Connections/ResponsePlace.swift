/// A field of the response, and the way to it.
struct ResponsePlace {
  /// The field that stands there.
  let response: ResponseField
  /// The response keys from `data` to it, its own included.
  let path: [String]
  /// The path of the nearest connection in whose `edges` or `nodes` it stands, or nil.
  let enclosingConnection: [String]?

  /// The place of a field that is selected here.
  ///
  /// - Parameter isConnection: whether this place is a connection, so that its `edges` and `nodes` are lists. Other
  ///   lists cannot be told from objects without the schema.
  func place(of child: ResponseField, isConnection: Bool) -> ResponsePlace {
    let isList = isConnection && (child.field.name == RelayField.edges || child.field.name == RelayField.nodes)
    return ResponsePlace(
      response: child, path: path + [child.key], enclosingConnection: isList ? path : enclosingConnection)
  }
}
