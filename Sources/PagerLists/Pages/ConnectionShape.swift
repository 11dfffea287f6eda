package import PagerJSON
import PagerState
package import PagerSyntax

/// Where a response of one query keeps its list.
package struct ConnectionShape: Sendable, Hashable {
  /// The connection, below `data`. For an offset list it may be the array of items itself.
  package var connection: JSONPointer
  /// The arrays of items that the query selects, below the connection; the first that a response has counts. Empty =
  /// none.
  package var items: [JSONPointer]
  /// The keys of an edge's node, for the arrays whose elements the document shows; the first key that an edge has
  /// counts. No keys = the elements are not edges.
  package var nodeKeys: [JSONPointer: [String]]
  /// The connections below this one that the document shows; nil if there are none, and nothing has to be looked for.
  package var inner: InnerConnections?
  /// The identity of an item, below the item; nil if duplicates stay.
  package var identity: JSONPointer?
  /// How many items the whole list has, below the connection; nil if no answer says it.
  package var total: TotalPlace?
  /// Whether a null in place of the list is an empty page.
  package var acceptsNull: Bool
  /// The query that asks for the pages around one of this query.
  package var furtherQuery = QueryRole.first

  package init(
    connection: JSONPointer, items: [JSONPointer], nodeKeys: [JSONPointer: [String]] = [:],
    _ rules: ListRules = ListRules()
  ) {
    self.connection = connection
    self.items = items
    self.nodeKeys = nodeKeys
    identity = rules.identity
    acceptsNull = rules.acceptsNull == true
  }

  /// Whether the connection may be the array of items itself, as in an offset list or a keyset list.
  var takesArray: Bool { items.contains { $0.tokens.isEmpty } }

  /// The keys of an edge's node in one of the arrays of items. If the document does not show them, Relay's key is used.
  package func keys(ofNodesIn items: JSONPointer) -> [String] { nodeKeys[items] ?? ["node"] }
}

extension ConnectionShape {
  /// What a document shows of the items at this place.
  func itemsShown(by operation: ExecutableOperation) -> ShownItems {
    ShownItems(
      nodeKeys: nodeKeysShown(by: operation),
      inner: ConnectionFinder.innerConnections(
        in: operation, below: connection.tokens, items: items.map(\.tokens)))
  }

  /// Takes over what a document shows of the items.
  mutating func learn(_ shown: ShownItems) {
    nodeKeys = shown.nodeKeys
    inner = shown.inner
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
