/// The connections below the list of a page, as a document shows them: the keys that lead to each of them.
///
/// Kept flat, and read without recursion: how deep a document nests is its writer's choice, and a stack may be small.
package struct InnerConnections: Sendable, Hashable {
  /// One key of the response on the way to an inner connection.
  package struct Place: Sendable, Hashable {
    /// The key in the object of the place above.
    package let key: String
    /// The places below it that lead to a connection.
    package fileprivate(set) var children: [Int] = []
    /// The connection that stands here; nil if this only leads to one.
    package let connection: InnerConnection?
    /// The place above; the first place has none.
    package let parent: Int?
    /// The keys of the object's `id` and `__typename`, if the document asks for both.
    package fileprivate(set) var identity: Identity?
  }

  /// The keys under which an object says which one it is.
  package struct Identity: Sendable, Hashable {
    package let id: String
    package let typename: String
  }

  /// The first one is the list itself. A place comes after the one above it.
  package private(set) var places: [Place]
  /// Whether the document shows more of them than were looked for.
  package let isCutOff: Bool

  /// The most places and the most connections that are looked at: fragments can make a short document hold
  /// exponentially many.
  private static let placeLimit = 1024

  /// The connections by depth; those of one depth in the order in which a response holds them.
  package var connections: [InnerConnection] { places.compactMap(\.connection) }

  /// Nil if there are certainly none. A page then need not be searched.
  ///
  /// - Parameter exempt: the paths that lead to the items of the list itself, which may pass through what looks like a
  ///   connection.
  init?(
    below selectionSets: [SelectionSet], at path: [String], exempt: Set<[String]>, in operation: ExecutableOperation
  ) {
    var reach = FieldReach(
      ofConnectionsBy: [RelayField.pageInfo, RelayField.edges, RelayField.nodes], in: operation)
    places = [Place(key: path.last ?? "", connection: nil, parent: nil)]
    var pending = [(index: 0, path: path, sets: selectionSets)]
    var next = 0
    while next < pending.count {
      let (index, path, sets) = pending[next]
      next += 1
      let selection = ResponseSelection(sets, in: operation)
      if let id = selection.field(named: "id"), let typename = selection.field(named: "__typename") {
        places[index].identity = Identity(id: id.key, typename: typename.key)
      }
      for field in selection.fields where reach.includes(field.selectionSets) {
        guard places.count < Self.placeLimit else { break }
        let below = path + [field.key]
        let connection =
          exempt.contains(below) ? nil : InnerConnection(field, at: below, in: operation)
        pending.append((places.count, below, field.selectionSets))
        places.append(Place(key: field.key, connection: connection, parent: index))
      }
    }
    isCutOff = places.count >= Self.placeLimit
    linkPlaces()
    if places[0].children.isEmpty, !isCutOff { return nil }
  }

  /// The nearest object with an id around a connection, with no list between the two; nil if there is none.
  package func identifiedPlace(above place: Int) -> Int? {
    var current = places[place].parent
    while let index = current {
      if places[index].identity != nil { return index }
      let parent = places[index].parent
      // The elements of a list: the objects around it are not theirs alone.
      if let parent, places[parent].connection?.listKeys.contains(places[index].key) ?? false { return nil }
      current = parent
    }
    return nil
  }

  /// The number of keys on the path between two places.
  package func depth(from ancestor: Int, to place: Int) -> Int {
    var count = 0
    var current = place
    while current != ancestor, let parent = places[current].parent {
      count += 1
      current = parent
    }
    return count
  }

  /// Links each place that is, or leads to, a connection with the one above it.
  private mutating func linkPlaces() {
    var leads = places.map { $0.connection != nil }
    for index in places.indices.reversed() where leads[index] {
      guard let parent = places[index].parent else { continue }
      leads[parent] = true
      places[parent].children.append(index)
    }
    for index in places.indices { places[index].children.reverse() }
  }
}

/// A connection that is repeated in a page, and how its answers say whether they are whole.
package struct InnerConnection: Sendable, Hashable {
  /// The response keys from `data` to it, without the indexes of the lists on the way.
  package let path: [String]
  /// Where the field stands first.
  package let position: SourcePosition
  /// Whether it is read from its end. Missing items then come before the present ones.
  package let isBackward: Bool
  /// The key of `pageInfo`; nil if the document does not ask for it.
  package let pageInfoKey: String?
  /// The keys of the flag and of the cursor at the end that it is read toward, below the page info; nil if the document
  /// does not ask for them.
  package let flagKey: String?
  package let cursorKey: String?
  /// The keys under which the document asks for elements: those of `nodes` and `edges`, or else those of all fields
  /// with selections.
  package let listKeys: [String]

  /// Nil for a field that is not a connection, or whose elements the document does not ask for. Without page info it
  /// needs edges with nodes, or `nodes`.
  init?(_ response: ResponseField, at path: [String], in operation: ExecutableOperation) {
    let selection = ResponseSelection(response.selectionSets, in: operation)
    let pageInfo = selection.field(named: RelayField.pageInfo)
    let edges = selection.field(named: RelayField.edges)
    let nodes = selection.field(named: RelayField.nodes)
    if pageInfo == nil {
      let node = edges.flatMap { ResponseSelection($0.selectionSets, in: operation).field(named: RelayField.node) }
      guard node != nil || nodes.map({ !$0.selectionSets.isEmpty }) ?? false else { return nil }
    }
    let lists = [nodes, edges].compactMap { $0?.key }
    listKeys =
      !lists.isEmpty
      ? lists
      : selection.fields.filter { !$0.selectionSets.isEmpty && $0.field.name != RelayField.pageInfo }.map(\.key)
    if listKeys.isEmpty { return nil }

    let arguments = Set(response.field.arguments.map(\.name))
    isBackward =
      arguments.isDisjoint(with: [RelayField.first, RelayField.after])
      && !arguments.isDisjoint(with: [RelayField.last, RelayField.before])
    let info = ResponseSelection(pageInfo?.selectionSets ?? [], in: operation)
    self.path = path
    position = response.field.position
    pageInfoKey = pageInfo?.key
    flagKey = info.field(named: isBackward ? RelayField.hasPreviousPage : RelayField.hasNextPage)?.key
    cursorKey = info.field(named: isBackward ? RelayField.startCursor : RelayField.endCursor)?.key
  }

  /// The name in a schema of the flag that says whether there is more.
  package var flagField: String { isBackward ? RelayField.hasPreviousPage : RelayField.hasNextPage }
  /// The schema's name of the cursor for the missing items.
  package var cursorField: String { isBackward ? RelayField.startCursor : RelayField.endCursor }

  /// The path as a JSON Pointer, below `data` and without the indexes of the lists on the way.
  package var pointer: String { path.responsePointer }

  /// For messages: `"/shop/products/nodes/prices" at line 2, column 5`.
  package var label: String { "\"\(pointer)\" at \(position)" }
}

extension ConnectionFinder {
  /// The inner connection at a path; nil if the field there is not one.
  package static func innerConnection(in operation: ExecutableOperation, at path: [String]) -> InnerConnection? {
    place(at: path, in: operation).flatMap { InnerConnection($0.response, at: path, in: operation) }
  }

  /// The connections below a list; nil if there are none.
  ///
  /// - Parameters:
  ///   - path: the response keys from `data` to the list.
  ///   - items: those from the list to its arrays of items.
  package static func innerConnections(
    in operation: ExecutableOperation, below path: [String], items: [[String]]
  ) -> InnerConnections? {
    let selectionSets =
      path.isEmpty ? [operation.definition.selectionSet] : place(at: path, in: operation)?.response.selectionSets
    guard let selectionSets, !selectionSets.isEmpty else { return nil }
    let ways = items.map { tokens in tokens.filter { !$0.isIndex } }
    let exempt = Set(ways.flatMap { keys in keys.indices.map { path + keys[...$0] } })
    return InnerConnections(below: selectionSets, at: path, exempt: exempt, in: operation)
  }
}
