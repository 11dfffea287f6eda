/// The names that a document uses, and new ones that it does not.
///
/// A new name is the wanted one, or the first free one of `…_2`, `…_3` and so on. What any operation or fragment of the
/// document uses is not free, because a fragment may come to stand beside it.
struct DocumentNames {
  /// The variables that a selection or a directive uses, without their `$`.
  private var usedVariables: Set<String> = []
  private var declaredVariables: Set<String> = []
  /// The response keys of fields that have another name or take arguments.
  private var otherKeys: Set<String> = []

  /// - Throws: `duplicateArgument`.
  init(_ document: ExecutableDocument) throws(GraphQLDocumentError) {
    for operation in document.operations {
      declaredVariables.formUnion(operation.variables.map(\.name))
      try add(operation.selectionSet, operation.directives)
    }
    for fragment in document.fragments { try add(fragment.selectionSet, fragment.directives) }
  }

  private mutating func add(_ set: SelectionSet, _ directives: [Directive]) throws(GraphQLDocumentError) {
    usedVariables.formUnion(try DefinitionUses(of: set, directives: directives).variables.map(\.name))
    var pending = [set]
    while let set = pending.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          if field.alias != nil && field.alias != field.name || !field.arguments.isEmpty {
            otherKeys.insert(field.responseKey)
          }
          if let inner = field.selectionSet { pending.append(inner) }
        case .inlineFragment(let fragment): pending.append(fragment.selectionSet)
        case .fragmentSpread: break
        }
      }
    }
  }

  /// A variable that the document neither declares nor uses.
  func freeVariable(_ name: String) -> String {
    Self.free(name) { !usedVariables.contains($0) && !declaredVariables.contains($0) }
  }

  /// The variable of a cursor: the one with the wanted name if the operations declare it for a cursor and nothing uses
  /// it, or else a free one.
  func cursorVariable(_ name: String, declaredBy operations: [OperationDefinition]) -> String {
    let declarations = operations.flatMap(\.variables).filter { $0.name == name }
    let isUnused = !usedVariables.contains(name) && declarations.allSatisfy(\.mayTakeCursor)
    return !declarations.isEmpty && isUnused ? name : freeVariable(name)
  }

  /// A field to select, under an alias if another field has its response key.
  func newSelection(of field: String) -> String {
    let key = Self.free(field) { !otherKeys.contains($0) }
    return key == field ? field : "\(key): \(field)"
  }

  private static func free(_ name: String, where isFree: (String) -> Bool) -> String {
    var candidate = name
    var number = 2
    while !isFree(candidate) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}

extension VariableDefinition {
  /// Whether the first page may be asked for without a value, and the value may be a cursor.
  fileprivate var mayTakeCursor: Bool {
    guard case .named(let type) = type.kind else { return false }
    return defaultValue == nil && !["Int", "Float", "Boolean"].contains(type)
  }
}
