/// A field that holds a list without page info, such as an offset list.
package struct ListField: Sendable {
  /// The response keys from `data` down to the field.
  package let responsePath: [String]
  /// Where the field stands first.
  package let position: SourcePosition
  /// The key of the array of items below the field: of `items`, `nodes` or `edges`, whichever is selected. Nil if none
  /// is selected. The field may then be the array itself.
  package let itemsKey: String?
  /// The name of the field in the schema, which an alias may hide.
  package let name: String
  /// Whether the field has a selection of its own.
  package let hasSelection: Bool
  /// Whether it is inside the list of a connection, and so comes once for each of that list's items.
  package let isRepeated: Bool
  private let arguments: [Argument]
  /// What it selects.
  package let selection: [SelectedField]

  init(_ place: ResponsePlace, in operation: ExecutableOperation) {
    let selection = ResponseSelection(place.response.selectionSets, in: operation)
    responsePath = place.path
    position = place.response.field.position
    name = place.response.field.name
    hasSelection = !place.response.selectionSets.isEmpty
    itemsKey = ["items", RelayField.nodes, RelayField.edges].lazy.compactMap { selection.field(named: $0)?.key }.first
    arguments = place.response.field.arguments
    isRepeated = place.enclosingConnection != nil
    self.selection = selection.fields.map { SelectedField($0, in: operation) }
  }

  /// The values of its arguments, those inside of written objects included, each with the way to it: the argument's
  /// name, and the names of the object's fields.
  package var argumentValues: [(path: [String], value: InputValue)] {
    var values: [(path: [String], value: InputValue)] = []
    var pending = arguments.reversed().map { (path: [$0.name], value: $0.value) }
    while let next = pending.popLast() {
      guard case .object(let fields) = next.value.kind else {
        values.append(next)
        continue
      }
      pending += fields.reversed().map { (path: next.path + [$0.name], value: $0.value) }
    }
    return values
  }

  /// How an argument is filled.
  package func argument(_ name: String) -> PaginationArgument { PaginationArgument(name, in: arguments) }

  /// The value of an argument, and where it stands; nil if the field has no such argument.
  package func value(of name: String) -> (value: InputValue, position: SourcePosition)? {
    arguments.first { $0.name == name }.map { ($0.value, $0.position) }
  }

  /// The integer that the document fixes an argument to, or nil.
  package func integer(_ name: String) -> Int64? {
    guard case .integer(let text)? = arguments.first(where: { $0.name == name })?.value.kind else { return nil }
    return Int64(text)
  }

  /// For messages: `"/shop/products" at line 2, column 5`.
  package var label: String { "\"\(responsePath.responsePointer)\" at \(position)" }
}

extension ConnectionFinder {
  /// The field at the end of a path of response keys, or nil if the operation selects nothing there.
  package static func field(in operation: ExecutableOperation, at path: [String]) -> ListField? {
    place(at: path, in: operation).map { ListField($0, in: operation) }
  }
}
