extension ConnectionFinder {
  /// The most places that the search for lists enters: fragments can make a short document hold exponentially many.
  private static let placeLimit = 1024

  /// The response keys from `data` to the one list of an operation, if that is a connection; nil if the operation has
  /// more lists or none.
  ///
  /// A list is a field whose selection has `nodes`, or `edges` with a `node`, or `pageInfo`. With `pageInfo` alone it
  /// counts, but is not a connection. What stands inside of `nodes` and `edges` is repeated for each item, and does not
  /// count.
  static func onlyList(in operation: ExecutableOperation) -> [String]? {
    var reach = FieldReach(in: operation, to: \.mayShowList)
    var found: (path: [String], isConnection: Bool)?
    var visited = 0
    var pending = Array(rootPlaces(of: operation).reversed())
    while let place = pending.popLast() {
      guard place.enclosingConnection == nil, reach.includes(place.response.selectionSets) else { continue }
      visited += 1
      guard visited <= placeLimit else { return nil }
      let selection = ResponseSelection(place.response.selectionSets, in: operation)
      let isConnection = selection.hasItems(in: operation)
      if isConnection || selection.field(named: RelayField.pageInfo) != nil {
        guard found == nil else { return nil }
        found = (place.path, isConnection)
      } else if place.path.count == 1, RelayField.isArray(place.response.field) {
        // `{ nodes(ids: $ids) { … } }`: an array without a connection around it.
        continue
      }
      pending += selection.fields.reversed().map { place.place(of: $0, isConnection: true) }
    }
    guard let found, found.isConnection else { return nil }
    return found.path
  }
}

extension ResponseSelection {
  /// Whether it is the selection of a connection: `nodes`, or `edges` with a `node`.
  fileprivate func hasItems(in operation: ExecutableOperation) -> Bool {
    fields.contains { RelayField.holdsItems($0.field, $0.selectionSets, in: operation) }
  }
}

extension RelayField {
  /// Whether a field is the array of a connection.
  ///
  /// - Parameter sets: what the field selects, together with the fields that merge with it.
  static func holdsItems(_ field: Field, _ sets: [SelectionSet], in operation: ExecutableOperation) -> Bool {
    switch field.name {
    case nodes: !sets.isEmpty
    case edges: ResponseSelection(sets, in: operation).field(named: node) != nil
    default: false
    }
  }

  /// Whether a field has the name of an array.
  fileprivate static func isArray(_ field: Field) -> Bool { field.name == nodes || field.name == edges }
}

extension Field {
  /// Whether the field is one that lists have.
  fileprivate var mayShowList: Bool {
    name == RelayField.pageInfo || selectionSet != nil && RelayField.isArray(self)
  }
}
