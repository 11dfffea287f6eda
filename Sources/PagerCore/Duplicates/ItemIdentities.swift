import PagerJSON

/// The identities of a page's items, as hashes. Two items share one by accident with a probability of 2⁻⁶⁴.
enum ItemIdentities {
  /// One for each item, in order; 0 for an item without a string or a number there.
  ///
  /// - Parameters:
  ///   - pointer: its place in an item, or in an edge's node.
  ///   - nodeKeys: the keys of an edge's node.
  static func read(
    in items: JSONNode, at pointer: JSONPointer, nodeKeys: [String]
  ) throws(JSONReadError) -> [UInt64] {
    var identities: [UInt64] = []
    identities.reserveCapacity(items.count)
    for element in items.elements {
      let item = nodeKeys.lazy.compactMap { element[$0] }.first ?? element
      identities.append(try item.uniqueNode(at: pointer).map(hash) ?? 0)
    }
    return identities
  }

  private static func hash(of value: JSONNode) -> UInt64 {
    var hash = StableHash()
    switch value.kind {
    case .string:
      hash.combine(1)
      hash.combine(value.string ?? "")
    case .number:
      hash.combine(2)
      hash.combine(VariableValue(value).compared)
    case .object, .array, .bool, .null: return 0
    }
    return max(1, hash.value)
  }
}
