/// A document with what the library has added to it, so that its list can be paged.
package struct CompletedDocument: Sendable, Hashable {
  package let text: String
  /// The additions: `$after: String`, `after: $after`, `pageInfo { hasNextPage endCursor }`.
  package let added: [String]
}

extension CompletedDocument {
  /// Completes the one connection of a query: with the variable and the argument for the cursor, and with the page info.
  ///
  /// - Parameters:
  ///   - text: the document of the operation.
  ///   - isPlace: whether an argument of this name asks for pages by a number: such a list is not one of cursors.
  /// - Returns: nil if the query has no connection or several, if that one is read backward or by numbers, and if it
  ///   lacks nothing.
  package init?(_ text: String, _ operation: ExecutableOperation, asksByNumber isPlace: (String) -> Bool) {
    guard operation.definition.kind == .query, let list = BareConnection(in: operation),
      let document = try? ExecutableDocument(parsing: text), var edits = DocumentEdits(text)
    else { return nil }
    let arguments = ListField(list.place, in: operation).argumentValues
    let names = arguments.compactMap(\.path.last)
    if names.contains(where: { [RelayField.before, RelayField.last].contains($0) || isPlace($0) }) { return nil }
    var added: [String] = []
    switch arguments.first(where: { $0.path.last == RelayField.after })?.value.kind {
    case nil:
      let variable = edits.freeVariable(RelayField.after)
      added = ["$\(variable): String", "\(RelayField.after): $\(variable)"]
      for each in document.operations(reaching: list.place.response.all, operation.fragments) {
        edits.declare(added[0], in: each)
      }
      for field in list.place.response.all { edits.add(argument: added[1], to: field) }
    case .variable(let name):
      guard operation.definition.variables.contains(where: { $0.name == name }) else { return nil }
    default: return nil
    }
    if let (selection, places) = list.missingPageInfo {
      added.append(selection)
      for place in places { edits.add(selection: selection, to: place) }
    }
    if added.isEmpty { return nil }
    (self.text, self.added) = (edits.result, added)
  }

  /// Puts a variable in the place of a number that asks for the first page.
  ///
  /// - Parameters:
  ///   - path: the response keys from `data` to the list.
  ///   - argument: the way to the number: the argument, and the fields of the object that is written there.
  ///   - type: the variable's type.
  /// - Returns: nil if the operation has no number there.
  package init?(
    _ text: String, _ operation: ExecutableOperation, variableAt argument: [String], of path: [String], type: String
  ) {
    guard let place = ConnectionFinder.place(at: path, in: operation), let name = argument.last,
      let document = try? ExecutableDocument(parsing: text), var edits = DocumentEdits(text)
    else { return nil }
    let variable = edits.freeVariable(name)
    var number: String?
    for field in place.response.all {
      guard let value = field.value(at: argument), case .integer(let text) = value.kind else { return nil }
      number = text
      edits.replace(value, with: "$\(variable)")
    }
    guard let number else { return nil }
    added = ["$\(variable): \(type) = \(number)", "\(name): $\(variable)"]
    for each in document.operations(reaching: place.response.all, operation.fragments) {
      edits.declare(added[0], in: each)
    }
    self.text = edits.result
  }
}

extension ExecutableDocument {
  /// The operations that have one of these fields, also through fragments.
  fileprivate func operations(
    reaching fields: [Field], _ fragments: [String: FragmentDefinition]
  ) -> [OperationDefinition] {
    let positions = Set(fields.map(\.position))
    return operations.filter { operation in
      var reach = FieldReach(in: ExecutableOperation(validated: operation, fragments: fragments)) {
        positions.contains($0.position)
      }
      return reach.includes([operation.selectionSet])
    }
  }
}

extension Field {
  /// The value at the end of a way through written objects; nil if the field has none there.
  fileprivate func value(at path: [String]) -> InputValue? {
    guard let first = path.first, var value = arguments.first(where: { $0.name == first })?.value else { return nil }
    for name in path.dropFirst() {
      guard case .object(let fields) = value.kind, let field = fields.first(where: { $0.name == name }) else {
        return nil
      }
      value = field.value
    }
    return value
  }
}
