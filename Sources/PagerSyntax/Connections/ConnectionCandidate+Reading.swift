/// How a connection is read off a document.
extension ConnectionCandidate {
  /// The connection at a place, or nil if the selection has no `pageInfo`.
  ///
  /// - Parameter selection: what is selected at the place.
  init?(at place: ResponsePlace, _ selection: ResponseSelection, in operation: ExecutableOperation) {
    guard let pageInfo = selection.field(named: RelayField.pageInfo) else { return nil }
    let edges = selection.field(named: RelayField.edges)
    let pageInfoSelection = ResponseSelection(pageInfo.selectionSets, in: operation)
    let field = place.response.field

    responsePath = place.path
    fieldName = field.name
    position = field.position
    pageInfoKey = pageInfo.key
    hasNextPageKey = pageInfoSelection.field(named: RelayField.hasNextPage)?.key
    endCursorKey = pageInfoSelection.field(named: RelayField.endCursor)?.key
    hasPreviousPageKey = pageInfoSelection.field(named: RelayField.hasPreviousPage)?.key
    startCursorKey = pageInfoSelection.field(named: RelayField.startCursor)?.key
    edgesKey = edges?.key
    nodesKey = selection.field(named: RelayField.nodes)?.key
    totalCountKey = selection.field(named: RelayField.totalCount)?.key
    after = PaginationArgument(RelayField.after, in: field.arguments)
    first = PaginationArgument(RelayField.first, in: field.arguments)
    before = PaginationArgument(RelayField.before, in: field.arguments)
    last = PaginationArgument(RelayField.last, in: field.arguments)
    enclosingConnection = place.enclosingConnection
  }
}
