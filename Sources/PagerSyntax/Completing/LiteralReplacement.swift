extension CompletedDocument {
  /// Puts a variable in the place of a value that asks for the first page: `books(offset: 0)` becomes
  /// `books(offset: $offset)`, with `$offset: Int = 0`, and `books(after: null)` becomes `books(after: $after)`.
  ///
  /// Each selection that merges into the list takes the variable, and each operation that reaches one declares it.
  ///
  /// - Parameters:
  ///   - text: the document of the operation.
  ///   - operation: the operation to page.
  ///   - argument: the way to the value: the argument, and the fields of the object that is written there. The
  ///     variable has the last of these names, or the first free one like it.
  ///   - path: the response keys from `data` to the list.
  ///   - type: the variable's type.
  /// - Returns: nil if the operation is not a query or has neither an integer, an empty text nor a null there, if the
  ///   selections that merge have different ones, or if one of them is also part of another field of the operation.
  package init?(
    _ text: String, _ operation: ExecutableOperation, variableAt argument: [String], of path: [String], type: String
  ) {
    guard operation.definition.kind == .query, let name = argument.last, var edits = DocumentEdits(text),
      let merging = MergingFields(at: path.filter { !$0.isIndex }, of: operation, in: edits.document)
    else { return nil }
    let values = merging.fields.map { $0.value(at: argument) }
    guard let opening = values.first ?? nil else { return nil }
    let variable = edits.names.freeVariable(name)
    let declaration: String
    switch opening.kind {
    case .integer(let number): declaration = "$\(variable): \(type) = \(number)"
    case .string(""): declaration = "$\(variable): \(type) = \"\""
    case .null: declaration = "$\(variable): \(type)"
    default: return nil
    }
    for operation in merging.operations { edits.declare(declaration, in: operation) }
    for value in values {
      guard let value, value.kind == opening.kind else { return nil }
      edits.replace(value, by: variable, as: name)
    }
    guard let completed = edits.completed else { return nil }
    self = completed
  }
}

extension InputValue {
  /// Whether an argument that takes a cursor asks with it for the first page.
  package var asksForFirstPage: Bool { kind == .null || kind == .string("") }
}

extension Field {
  /// The value at the end of a way through written objects; nil if the field has none there.
  fileprivate func value(at path: [String]) -> InputValue? {
    var value = arguments.first { $0.name == path.first }?.value
    for name in path.dropFirst() {
      guard case .object(let fields)? = value?.kind else { return nil }
      value = fields.first { $0.name == name }?.value
    }
    return value
  }
}
