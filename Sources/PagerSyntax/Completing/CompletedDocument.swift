/// A document with what the library adds to it, so that its list can be paged.
///
/// All other bytes of the text stay as they are. The same text gives the same additions in every run.
package struct CompletedDocument: Sendable, Hashable {
  /// The document with the additions.
  package let text: String
  /// The different additions, in the order of the text: `$after: String`, `after: $after`,
  /// `pageInfo { hasNextPage endCursor }`.
  package let added: [String]

  init(text: String, added: [String]) {
    (self.text, self.added) = (text, added)
  }
}

extension CompletedDocument {
  /// Completes the one connection of a query: with the cursor's variable, its argument and the page info.
  ///
  /// The connection is the one that ``ConnectionFinder/onlyList(in:)`` finds. Each operation that reaches it declares
  /// the variable, and each selection that merges into it takes the variable. A variable `$after` that the operation
  /// declares, and nothing uses, is the cursor's. An `after` that asks for the first page stays: the other initializer
  /// puts a variable in its place.
  ///
  /// - Parameters:
  ///   - text: the document of the operation.
  ///   - operation: the operation to page. What its ``SelectionConditions`` leave out decides neither which list nor
  ///     which page info counts.
  ///   - isPlace: whether an argument of this name asks for pages by a number: such a list is not one of cursors.
  /// - Returns: nil if the document lacks nothing or is not a query, if it has more lists than one or none, or if the
  ///   list is read backward, by numbers, or from a cursor that the document fixes.
  package init?(_ text: String, _ operation: ExecutableOperation, asksByNumber isPlace: (String) -> Bool) {
    guard operation.definition.kind == .query, let path = ConnectionFinder.onlyList(in: operation),
      let list = MergedSelection.field(at: path, in: operation),
      let cursor = CursorArgument(of: list.members.map(\.field), asksByNumber: isPlace),
      var edits = DocumentEdits(text), let pageInfo = PageInfoAddition(to: list, in: operation, edits.names)
    else { return nil }
    if cursor == .absent {
      guard let merging = MergingFields(at: path, of: operation, in: edits.document),
        CursorArgument(of: merging.fields, asksByNumber: isPlace) == .absent
      else { return nil }
      edits.addCursor(to: merging)
    }
    for part in pageInfo.parts { edits.select(part.text, in: part.set) }
    guard let completed = edits.completed else { return nil }
    self = completed
  }
}

extension DocumentEdits {
  /// Adds the argument to each selection, and the declaration to each operation without it.
  fileprivate mutating func addCursor(to merging: MergingFields) {
    let variable = names.cursorVariable(RelayField.after, declaredBy: merging.operations)
    for operation in merging.operations where !operation.variables.contains(where: { $0.name == variable }) {
      declare("$\(variable): String", in: operation)
    }
    for field in merging.fields { add("\(RelayField.after): $\(variable)", to: field) }
  }
}
