/// A field that looks like a Relay connection: its selection has `pageInfo`.
///
/// All keys are response keys, that is, aliases if the document has them. A key is nil if the document does not select
/// the field. If a field is selected under several aliases, the first counts.
package struct ConnectionCandidate: Sendable, Hashable {
  /// The response keys from `data` down to the connection.
  package let responsePath: [String]
  /// Where the field stands first.
  package let position: SourcePosition

  /// The key of `pageInfo`, below the connection.
  package let pageInfoKey: String
  /// The key of `hasNextPage`, below `pageInfo`.
  package let hasNextPageKey: String?
  /// The key of `endCursor`, below `pageInfo`.
  package let endCursorKey: String?
  /// The key of `hasPreviousPage`, below `pageInfo`.
  package let hasPreviousPageKey: String?
  /// The key of `startCursor`, below `pageInfo`.
  package let startCursorKey: String?

  /// The key of `edges`, below the connection.
  package let edgesKey: String?
  /// The key of `nodes`, below the connection.
  package let nodesKey: String?

  /// How the argument `after` is filled.
  package let after: PaginationArgument
  /// How the argument `first` is filled.
  package let first: PaginationArgument
  /// How the argument `before` is filled.
  package let before: PaginationArgument
  /// How the argument `last` is filled.
  package let last: PaginationArgument

  /// The path of the nearest connection that repeats this one in its `edges` or `nodes`, or nil.
  ///
  /// A response path does not reach into a list, so such a connection cannot be paged by its path.
  package let enclosingConnection: [String]?

  /// For messages: `"/shop/products" at line 2, column 5`.
  package var label: String { "\"\(responsePath.responsePointer)\" at \(position)" }
}

extension [String] {
  /// The path as a JSON Pointer. GraphQL names hold neither `/` nor `~`, so a path from a document needs no escapes.
  var responsePointer: String { map { "/" + $0 }.joined() }
}

extension String {
  /// Whether a step of a path is the index of an array's element. No field has such a name.
  var isIndex: Bool {
    !isEmpty && utf8.allSatisfy(\.isDigit) && (utf8.first != ASCII.zero || self == "0")
  }
}

/// How a connection is read off a document.
extension ConnectionCandidate {
  /// The connection at a place, or nil if the selection has no `pageInfo`.
  ///
  /// - Parameter selection: what is selected at the place.
  init?(at place: ResponsePlace, _ selection: ResponseSelection, in operation: ExecutableOperation) {
    guard let pageInfo = selection.field(named: RelayField.pageInfo) else { return nil }
    let pageInfoSelection = ResponseSelection(pageInfo.selectionSets, in: operation)
    let field = place.response.field

    responsePath = place.path
    position = field.position
    pageInfoKey = pageInfo.key
    hasNextPageKey = pageInfoSelection.field(named: RelayField.hasNextPage)?.key
    endCursorKey = pageInfoSelection.field(named: RelayField.endCursor)?.key
    hasPreviousPageKey = pageInfoSelection.field(named: RelayField.hasPreviousPage)?.key
    startCursorKey = pageInfoSelection.field(named: RelayField.startCursor)?.key
    edgesKey = selection.field(named: RelayField.edges)?.key
    nodesKey = selection.field(named: RelayField.nodes)?.key
    after = PaginationArgument(RelayField.after, in: field.arguments)
    first = PaginationArgument(RelayField.first, in: field.arguments)
    before = PaginationArgument(RelayField.before, in: field.arguments)
    last = PaginationArgument(RelayField.last, in: field.arguments)
    enclosingConnection = place.enclosingConnection
  }
}

/// How a document fills one of the arguments `after`, `first`, `before` and `last`.
package enum PaginationArgument: Sendable, Hashable {
  /// The field has no such argument.
  case absent
  /// A variable, named without its `$`; the position is that of the argument.
  case variable(String, SourcePosition)
  /// A value written in the document, which a pager cannot change; the position is that of the argument.
  case literal(SourcePosition)

  init(_ name: String, in arguments: [Argument]) {
    guard let argument = arguments.first(where: { $0.name == name }) else {
      self = .absent
      return
    }
    if case .variable(let variable) = argument.value.kind {
      self = .variable(variable, argument.position)
    } else {
      self = .literal(argument.position)
    }
  }

  /// The variable's name without its `$`, or nil for an absent or literal argument.
  package var variableName: String? {
    if case .variable(let name, _) = self { name } else { nil }
  }
}
