import PagerJSON
import PagerSyntax

extension ConnectionShape {
  /// The keys of the nodes in each array of items that a document shows.
  func nodeKeysShown(by operation: ExecutableOperation) -> [JSONPointer: [String]] {
    var keys: [JSONPointer: [String]] = [:]
    for pointer in items {
      keys[pointer] = ConnectionFinder.nodeKeys(in: operation, at: connection.tokens + pointer.tokens)
    }
    return keys
  }
}
