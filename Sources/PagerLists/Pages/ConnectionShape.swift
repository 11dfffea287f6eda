package import PagerJSON
import PagerState
package import PagerSyntax

/// Where a response of one query keeps its list. A reference to its content, because each page has it.
package final class ConnectionShape: Sendable {
  /// The content of a shape.
  package struct Content: Sendable, Hashable {
    /// The connection, below `data`. For an offset list it may be the array of items itself.
    package var connection: JSONPointer
    /// The arrays of items that the query selects, below the connection; the first that a response has counts. Empty =
    /// none.
    package var items: [JSONPointer]
    /// The keys of an edge's node, for the arrays whose elements the document shows; the first key that an edge has
    /// counts. No keys = the elements are not edges.
    package var nodeKeys: [JSONPointer: [String]]
    /// The connections below this one that the document shows; nil: it shows none, and the reader looks for none.
    package var inner: InnerConnections?
    /// The identity of an item, below the item; nil if duplicates stay.
    package var identity: JSONPointer?
    /// How many items the whole list has, below the connection; nil if no answer says it.
    package var total: TotalPlace?
    /// Whether a null in place of the list is an empty page.
    package var acceptsNull: Bool
    /// The query that asks for the pages around one of this query.
    package var furtherQuery = QueryRole.first
  }

  package let content: Content
  /// The arrays of items, each with the keys of an edge's node in it. If the document does not show them, Relay's key
  /// is used.
  let arrays: [(place: JSONPointer, nodeKeys: [String])]
  /// Whether the connection may be the array of items itself, as in an offset list or a keyset list.
  let takesArray: Bool

  private init(_ content: Content) {
    self.content = content
    arrays = content.items.map { ($0, content.nodeKeys[$0] ?? ["node"]) }
    takesArray = content.items.contains { $0.tokens.isEmpty }
  }

  package convenience init(
    connection: JSONPointer, items: [JSONPointer], nodeKeys: [JSONPointer: [String]] = [:],
    _ rules: ListRules = ListRules()
  ) {
    self.init(
      Content(
        connection: connection, items: items, nodeKeys: nodeKeys, identity: rules.identity,
        acceptsNull: rules.acceptsNull == true))
  }

  /// The shape with a change to its content.
  package func with(_ change: (inout Content) -> Void) -> ConnectionShape {
    var changed = content
    change(&changed)
    return ConnectionShape(changed)
  }
}

extension ConnectionShape: Hashable {
  package static func == (left: ConnectionShape, right: ConnectionShape) -> Bool {
    left === right || left.content == right.content
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

/// The parts of the content.
extension ConnectionShape {
  package var connection: JSONPointer { content.connection }
  package var items: [JSONPointer] { content.items }
  package var inner: InnerConnections? { content.inner }
  package var identity: JSONPointer? { content.identity }
  package var total: TotalPlace? { content.total }
  package var acceptsNull: Bool { content.acceptsNull }
  package var furtherQuery: QueryRole { content.furtherQuery }
}

extension ConnectionShape {
  /// What a document shows of the items at this place.
  func itemsShown(by operation: ExecutableOperation) -> ShownItems {
    ShownItems(
      nodeKeys: nodeKeysShown(by: operation),
      inner: ConnectionFinder.innerConnections(
        in: operation, below: connection.tokens, items: items.map(\.tokens)))
  }

  /// The shape with what a document shows of the items.
  func showing(_ shown: ShownItems) -> ConnectionShape {
    with { shape in (shape.nodeKeys, shape.inner) = (shown.nodeKeys, shown.inner) }
  }

  /// The keys of the nodes in each array of items that a document shows.
  private func nodeKeysShown(by operation: ExecutableOperation) -> [JSONPointer: [String]] {
    var keys: [JSONPointer: [String]] = [:]
    for pointer in items {
      keys[pointer] = ConnectionFinder.nodeKeys(in: operation, at: connection.tokens + pointer.tokens)
    }
    return keys
  }
}
