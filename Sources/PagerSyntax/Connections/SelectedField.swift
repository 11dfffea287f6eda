/// A field that a selection has.
package struct SelectedField: Sendable {
  /// The key that the response has for it: its alias, or else its name.
  package let key: String
  /// The name in the schema.
  package let name: String
  /// Whether it has a selection of its own.
  package let hasSelection: Bool
  /// Whether it takes arguments, which may choose what it counts.
  package var hasArguments: Bool { !field.field.arguments.isEmpty }
  private let field: ResponseField
  private let operation: ExecutableOperation

  init(_ field: ResponseField, in operation: ExecutableOperation) {
    (key, name, hasSelection) = (field.key, field.field.name, !field.selectionSets.isEmpty)
    (self.field, self.operation) = (field, operation)
  }

  /// What it selects itself.
  package var selection: [SelectedField] {
    ResponseSelection(field.selectionSets, in: operation).fields.map { SelectedField($0, in: operation) }
  }
}

extension ConnectionFinder {
  /// The most places that are visited on the way to fields.
  private static let placeLimit = 4096

  /// The fields of an operation that a caller looks for, outside the lists of connections, in the order in which a
  /// response would hold them; the first ``candidateLimit`` of them.
  ///
  /// - Parameter isWanted: looks at the arguments of a field.
  /// - Returns: an empty list if there are too many places on the way: fragments can make a short document hold
  ///   exponentially many.
  package static func fields(
    in operation: ExecutableOperation, where isWanted: @escaping (Field) -> Bool
  ) -> [ListField] {
    var reach = FieldReach(in: operation, to: isWanted)
    var found: [ListField] = []
    var pending = Array(rootPlaces(of: operation).reversed())
    var visited = 0
    while found.count < candidateLimit, let place = pending.popLast() {
      visited += 1
      guard visited <= placeLimit else { return [] }
      let field = place.response.field
      if isWanted(field) { found.append(ListField(place, in: operation)) }
      guard reach.includes(place.response.selectionSets) else { continue }
      pending += places(below: place, in: operation).reversed().filter { $0.enclosingConnection == nil }
    }
    return found
  }
}
