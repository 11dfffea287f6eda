extension ConnectionFinder {
  /// The keys of the nodes in the elements of a list: those of the field `node`, in the order in which they stand in
  /// the document. There may be several, under aliases; and different types of edges may have different ones.
  ///
  /// - Parameter path: the response keys from `data` to the list.
  /// - Returns: an empty list if the elements are not edges; nil if the document does not show what they are.
  package static func nodeKeys(in operation: ExecutableOperation, at path: [String]) -> [String]? {
    guard let response = place(at: path, in: operation)?.response, !response.selectionSets.isEmpty else { return nil }
    // A node may itself have a field `node`.
    if response.field.name == RelayField.nodes { return [] }
    let element = ResponseSelection(response.selectionSets, in: operation)
    return element.fields.filter { $0.field.name == RelayField.node }.map(\.key)
  }
}
