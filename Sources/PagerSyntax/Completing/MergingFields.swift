/// The selections of a document that must have the same arguments as a field of one of its operations.
///
/// GraphQL asks this of all selections that merge into one field. A selection in a fragment may merge with others in
/// another operation, which then must have the arguments too.
struct MergingFields {
  /// The operations that reach one of the selections, in the order of the text.
  private(set) var operations: [OperationDefinition] = []
  private var fieldsByPosition: [SourcePosition: Field] = [:]
  /// How many places the search may still enter: fragments can make a short document hold exponentially many.
  private var budget = 4096

  /// The selections, in the order of the text.
  var fields: [Field] { fieldsByPosition.values.sorted { $0.position < $1.position } }

  /// - Parameter path: the response keys from `data` to the field.
  /// - Returns: nil if the operation selects nothing there, if a selection is also part of the operation at another
  ///   place, where the arguments do not belong, or if the document is too large to tell.
  init?(at path: [String], of operation: ExecutableOperation, in document: ExecutableDocument) {
    guard let field = MergedSelection.field(at: path, in: operation) else { return nil }
    add(field)
    var count = 0
    // Each round looks for what merges with the selections of the round before.
    while count < fieldsByPosition.count {
      count = fieldsByPosition.count
      operations = []
      for definition in document.operations {
        let isOwn = definition.position == operation.definition.position
        // Without conditions: what they leave out must have the arguments too.
        let other = ExecutableOperation(validated: definition, fragments: operation.fragments)
        guard addFields(of: other, onlyAt: isOwn ? path : nil) else { return nil }
      }
    }
  }

  private mutating func add(_ field: MergedField) {
    for member in field.members { fieldsByPosition[member.field.position] = member.field }
  }

  /// Adds what merges with the known selections in an operation, with a stack of its own instead of recursion.
  ///
  /// - Returns: false if it finds one at another place than the only one, or finds no end.
  private mutating func addFields(of operation: ExecutableOperation, onlyAt only: [String]?) -> Bool {
    let known = fieldsByPosition
    var reach = FieldReach(in: operation) { known[$0.position] != nil }
    let root = operation.definition.selectionSet
    guard reach.includes([root]) else { return true }
    operations.append(operation.definition)
    var pending = [(path: [String](), sets: [PlacedSet(set: root, isConditional: false)])]
    while let place = pending.popLast() {
      guard budget > 0 else { return false }
      budget -= 1
      for field in MergedSelection(place.sets, in: operation).fields {
        let path = place.path + [field.key]
        if field.members.contains(where: { known[$0.field.position] != nil }) {
          guard only == nil || only == path else { return false }
          add(field)
        }
        if reach.includes(field.sets.map(\.set)) { pending.append((path, field.sets)) }
      }
    }
    return true
  }
}
