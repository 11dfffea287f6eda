import PagerSyntax

/// Adds `__typename` to a document: to all that is selected of objects, except for the operation's own selection.
struct TypenameInsertion {
  private var places: [SourcePosition] = []

  /// Whether a document uses the name for another field. Its value is then not a type.
  static func isMisused(in document: ExecutableDocument) -> Bool {
    (document.operations.map(\.selectionSet) + document.fragments.map(\.selectionSet)).contains { isMisused(in: $0) }
  }

  private static func isMisused(in set: SelectionSet) -> Bool {
    set.selections.contains { selection in
      switch selection {
      case .field(let field):
        field.responseKey == RelayName.typename && field.name != RelayName.typename
          || field.selectionSet.map { isMisused(in: $0) } ?? false
      case .inlineFragment(let fragment): isMisused(in: fragment.selectionSet)
      case .fragmentSpread: false
      }
    }
  }

  /// The text with the additions; selections that have the field already stay as they are.
  static func text(of document: ExecutableDocument, _ text: String) -> String {
    var insertion = TypenameInsertion()
    for operation in document.operations { insertion.visit(operation.selectionSet, isRoot: true) }
    for fragment in document.fragments { insertion.visit(fragment.selectionSet, isRoot: false) }
    return insertion.applied(to: text)
  }

  private mutating func visit(_ set: SelectionSet, isRoot: Bool) {
    var hasTypename = isRoot
    for selection in set.selections {
      switch selection {
      case .field(let field):
        if field.responseKey == RelayName.typename, field.directives.isEmpty { hasTypename = true }
        if let subset = field.selectionSet { visit(subset, isRoot: false) }
      case .inlineFragment(let fragment):
        // A fragment selects from the object around it, which has the field.
        visit(fragment.selectionSet, isRoot: true)
      case .fragmentSpread: break
      }
    }
    if !hasTypename { places.append(set.position) }
  }

  /// Finds the places as the parser counts them: in lines and in Unicode scalars.
  private func applied(to text: String) -> String {
    var remaining = places.sorted()[...]
    var result = String.UnicodeScalarView()
    var line = 1
    var column = 1
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      result.append(scalar)
      if previous == nil, scalar == "\u{FEFF}" {
        previous = scalar
        continue
      }
      // Between CR and LF a line has begun already, and its first character has not.
      if scalar == "{", let place = remaining.first, place.line == line, place.column == column {
        result.append(contentsOf: "\(RelayName.typename) ".unicodeScalars)
        remaining.removeFirst()
      }
      switch scalar {
      case "\n" where previous == "\r":
        column = 1
      case "\n", "\r":
        line += 1
        column = 1
      default:
        column += 1
      }
      previous = scalar
    }
    return String(result)
  }
}
