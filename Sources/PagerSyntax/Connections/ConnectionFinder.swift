/// Finds the Relay connections of an operation in its text, without a request.
///
/// A connection is a field whose selection has a field named `pageInfo`. The search follows aliases and fragments.
/// Fields with the same response key are one field, as in a response: `products{edges{…}} products{pageInfo{…}}` is one
/// connection. The search ignores what `@skip` and `@include` leave out if the operation's ``SelectionConditions`` know
/// it.
package enum ConnectionFinder {
  /// The most connections that are looked for: fragments can make a short document hold exponentially many.
  package static let candidateLimit = 64

  /// The one connection to page through.
  ///
  /// - Parameter path: the response keys from `data` to the connection; nil if the operation has only one connection
  ///   outside the lists of others.
  /// - Throws: `noConnection`, `ambiguousConnection`, `unknownConnection` or `connectionInsideList`; the message lists
  ///   the connections that there are.
  package static func connection(
    in operation: ExecutableOperation, at path: [String]? = nil
  ) throws(GraphQLDocumentError) -> ConnectionCandidate {
    let fault = ConnectionFault(operation.definition)
    let addressable = connections(in: operation)
    guard let first = addressable.first else { throw fault.none() }
    guard let path else {
      guard addressable.count == 1 else { throw fault.ambiguous(addressable) }
      return first
    }
    guard let place = place(at: path, in: operation) else { throw fault.unknownPath(path, addressable) }
    let selection = ResponseSelection(place.response.selectionSets, in: operation)
    guard let connection = ConnectionCandidate(at: place, selection, in: operation) else {
      throw fault.notConnection(place, addressable)
    }
    if let enclosing = connection.enclosingConnection {
      throw fault.insideList(connection, of: enclosing, oneOf: oneElement(on: path, in: operation), addressable)
    }
    return connection
  }

  // MARK: Search

  /// The connections that can be paged, in the order in which a response would hold them; the first ``candidateLimit``
  /// of them. Connections inside the list of another are not included: they are never chosen, and must not use up the
  /// limit.
  ///
  /// Visits the places that lead to a connection, depth first, with its own stack instead of recursion.
  package static func connections(in operation: ExecutableOperation) -> [ConnectionCandidate] {
    var reach = FieldReach(ofConnectionsBy: [RelayField.pageInfo], in: operation)
    var found: [ConnectionCandidate] = []
    var pending = Array(rootPlaces(of: operation).reversed())
    while found.count < candidateLimit, let place = pending.popLast() {
      guard place.enclosingConnection == nil, reach.includes(place.response.selectionSets) else { continue }
      let selection = ResponseSelection(place.response.selectionSets, in: operation)
      let candidate = ConnectionCandidate(at: place, selection, in: operation)
      if let candidate { found.append(candidate) }
      pending += selection.fields.reversed().map { place.place(of: $0, isConnection: candidate != nil) }
    }
    return found
  }

  /// The place at the end of `path`, or nil if the operation selects nothing there.
  ///
  /// A document does not show which fields are arrays, so an index may follow any of them. It chooses one element, and
  /// what is below is then not repeated for every element.
  static func place(at path: [String], in operation: ExecutableOperation) -> ResponsePlace? {
    var found: ResponsePlace?
    var around: [String]?
    for key in path {
      if let array = found, key.isIndex {
        found = ResponsePlace(response: array.response, path: array.path + [key], enclosingConnection: around)
      } else {
        let fields = found.map { places(below: $0, in: operation) } ?? rootPlaces(of: operation)
        guard let place = fields.first(where: { $0.response.key == key }) else { return nil }
        around = found?.enclosingConnection
        found = place
      }
    }
    return found
  }

  /// The places of the fields that are selected at a place.
  static func places(below place: ResponsePlace, in operation: ExecutableOperation) -> [ResponsePlace] {
    let selection = ResponseSelection(place.response.selectionSets, in: operation)
    let isConnection = selection.field(named: RelayField.pageInfo) != nil
    return selection.fields.map { place.place(of: $0, isConnection: isConnection) }
  }

  static func rootPlaces(of operation: ExecutableOperation) -> [ResponsePlace] {
    ResponseSelection([operation.definition.selectionSet], in: operation).fields.map {
      ResponsePlace(response: $0, path: [$0.key], enclosingConnection: nil)
    }
  }

  /// The path through the first element of each connection's list on the way.
  private static func oneElement(on path: [String], in operation: ExecutableOperation) -> [String] {
    var path = path
    while let connection = place(at: path, in: operation)?.enclosingConnection, connection.count + 1 < path.count {
      path.insert("0", at: connection.count + 1)
    }
    return path
  }

  /// The keys of the nodes in the elements of a list: those of the field `node`, in the order in which they stand in
  /// the document. There may be several, under aliases; and different types of edges may have different ones.
  ///
  /// - Parameter path: the response keys from `data` to the list.
  /// - Returns: an empty list if the elements are not edges; nil if the document does not show what they are.
  package static func nodeKeys(in operation: ExecutableOperation, at path: [String]) -> [String]? {
    guard let response = place(at: path, in: operation)?.response, !response.selectionSets.isEmpty else { return nil }
    // A node may itself have a field `node`.
    if response.field.name == RelayField.nodes { return [] }
    let element = ResponseSelection(response.selectionSets, in: operation)
    return element.fields.filter { $0.field.name == RelayField.node }.map(\.key)
  }
}

/// The field and argument names of the Relay cursor connections specification.
enum RelayField {
  static let pageInfo = "pageInfo"
  static let hasNextPage = "hasNextPage"
  static let endCursor = "endCursor"
  static let hasPreviousPage = "hasPreviousPage"
  static let startCursor = "startCursor"
  static let edges = "edges"
  static let node = "node"
  /// The nodes without their edges. Not in Relay's specification, but most servers have it.
  static let nodes = "nodes"

  static let after = "after"
  static let first = "first"
  static let before = "before"
  static let last = "last"
}
