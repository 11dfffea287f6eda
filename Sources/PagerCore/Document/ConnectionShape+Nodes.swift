import PagerJSON
import PagerSyntax

/// What a document shows of the items of a list.
package struct ShownItems: Sendable, Hashable {
  let nodeKeys: [JSONPointer: [String]]
  let inner: InnerConnections?
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
