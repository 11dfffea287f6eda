/// Whether the selections of a list have the argument that takes the cursor.
enum CursorArgument: Hashable {
  /// They take this variable, also inside of an object: `paging: {after: $after}`.
  case variable(String)
  /// They do not have the argument.
  case absent
  /// They ask for the first page with a null or an empty text.
  case opening

  /// - Parameters:
  ///   - fields: the selections that merge into the list.
  ///   - isPlace: whether an argument of this name asks for pages by a number.
  /// - Returns: nil if one of the selections fixes the cursor, asks for the list's end or for pages by a number, or if
  ///   they disagree.
  init?(of fields: [Field], asksByNumber isPlace: (String) -> Bool) {
    var cursors: Set<CursorArgument> = []
    for field in fields {
      guard let cursor = CursorArgument(of: field, asksByNumber: isPlace) else { return nil }
      cursors.insert(cursor)
    }
    guard let cursor = cursors.first, cursors.count == 1 else { return nil }
    self = cursor
  }

  private init?(of field: Field, asksByNumber isPlace: (String) -> Bool) {
    self = .absent
    var pending = field.arguments.map { (name: $0.name, value: $0.value) }
    while let argument = pending.popLast() {
      if argument.name == RelayField.before || argument.name == RelayField.last || isPlace(argument.name) { return nil }
      switch argument.value.kind {
      case .variable(let variable) where argument.name == RelayField.after: self = .variable(variable)
      case _ where argument.name == RelayField.after:
        guard argument.value.asksForFirstPage else { return nil }
        self = .opening
      case .object(let fields): pending += fields.map { ($0.name, $0.value) }
      default: break
      }
    }
  }
}
