internal import CSimdjson

/// What is looked for in each item of an array: its identity, and a value.
package struct ItemFinder: Sendable {
  /// The keys of an edge's node, then those on the way to the identity, then those on the way to the value.
  private let steps: [csimdjson_step]
  private let keys: [UInt8]
  private let nodeCount, identityCount: Int
  private let isIdentity: Bool

  /// - Parameters:
  ///   - identity: the identity, below the item.
  ///   - value: the value, below the item; nil: it is the identity.
  ///   - nodeKeys: the keys of an edge's node; the first key that an edge has counts.
  package init(identitiesAt identity: JSONPointer, valuesAt value: JSONPointer? = nil, nodeKeys: [String]) {
    (nodeCount, identityCount) = (nodeKeys.count, identity.tokens.count)
    isIdentity = value == nil || value == identity
    var (keys, steps): ([UInt8], [csimdjson_step]) = ([], [])
    for key in nodeKeys + identity.tokens + (isIdentity ? [] : value?.tokens ?? []) {
      let index = JSONPointer.index(key).flatMap { UInt32(exactly: $0) } ?? .max
      steps.append(csimdjson_step(start: UInt32(keys.count), length: UInt32(key.utf8.count), index: index))
      keys += key.utf8
    }
    (self.keys, self.steps) = (keys, steps)
  }

  fileprivate func find(
    in array: JSONNode, _ items: UnsafeMutableBufferPointer<csimdjson_item>, _ repeated: inout UInt32
  ) -> Int {
    keys.withUnsafeBufferPointer { keys in
      steps.withUnsafeBufferPointer { steps in
        var finder = csimdjson_finder(
          keys: keys.baseAddress, steps: steps.baseAddress, node_count: UInt32(nodeCount),
          identity_count: UInt32(identityCount), value_count: UInt32(steps.count - nodeCount - identityCount),
          value_is_identity: isIdentity ? 1 : 0)
        return Int(csimdjson_find_items(array.text, array.token, &finder, items.baseAddress, &repeated))
      }
    }
  }
}

/// The items of an array, each with its identity and a value.
///
/// Valid as long as the array's node.
package struct FoundItems {
  private let array: JSONNode
  private let items: [csimdjson_item]

  /// On the way to a value, the first of several members with one key counts.
  ///
  /// - Throws: `JSONReadError` that names the key if an object on the way to an identity has several members with it.
  package init(of array: JSONNode, _ finder: ItemFinder) throws(JSONReadError) {
    self.array = array
    var repeated: UInt32 = 0
    items = Array(unsafeUninitializedCapacity: array.kind == .array ? array.count : 0) { items, count in
      if items.count > 0 { count = finder.find(in: array, items, &repeated) }
    }
    guard repeated == 0 else { throw JSONReadError(repeatedKey: array.node(at: repeated)) }
  }

  package var count: Int { items.count }

  /// An item, or the node of an edge.
  package func item(_ index: Int) -> JSONNode { array.node(at: items[index].item) }

  /// The identity of an item; nil if it has none.
  package func identity(_ index: Int) -> JSONNode? { node(at: items[index].identity) }

  /// The value of an item; nil if it has none.
  package func value(_ index: Int) -> JSONNode? { node(at: items[index].value) }

  private func node(at token: UInt32) -> JSONNode? { token == 0 ? nil : array.node(at: token) }
}
