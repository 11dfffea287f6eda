import PagerJSON
import PagerState

extension ConnectionShape {
  /// The lists in the same place of other elements, if an index chooses this one's, that say that they have more.
  ///
  /// A walk does not read these: `/nodes/0/issues` is one of as many lists as there are `nodes`.
  ///
  /// - Throws: `JSONReadError` if a key on the way stands twice.
  func siblings(
    in data: JSONNode, beside request: PageRequest, _ list: any ListShape
  ) throws(JSONReadError) -> SiblingLists? {
    let tokens = connection.tokens
    guard let index = tokens.firstIndex(where: { JSONPointer.index($0) != nil }), list.saysWhetherThereIsMore(total)
    else { return nil }
    guard let array = try data.uniqueNode(at: JSONPointer(tokens: Array(tokens[..<index]))), array.kind == .array
    else { return nil }
    let rest = JSONPointer(tokens: Array(tokens[(index + 1)...]))
    var (count, first) = (0, "")
    for (number, element) in array.elements.enumerated() where String(number) != tokens[index] {
      guard let sibling = try element.uniqueNode(at: rest), sibling.kind == .object,
        try hasMore(sibling, beside: request, list)
      else { continue }
      if count == 0 { first = "/data\(JSONPointer(tokens: tokens[..<index] + [String(number)] + rest.tokens))" }
      count += 1
    }
    return count > 0 ? SiblingLists(count: count, first: first) : nil
  }

  private func hasMore(
    _ sibling: JSONNode, beside request: PageRequest, _ list: any ListShape
  ) throws(JSONReadError) -> Bool {
    var items: JSONNode?
    for pointer in self.items where items == nil {
      if let node = try sibling.uniqueNode(at: pointer), node.kind == .array { items = node }
    }
    var pageInfo: JSONNode?
    if let pointer = list.pageInfo { pageInfo = try sibling.uniqueNode(at: pointer) }
    let parts = try PageParts(
      request: request, shape: self, connection: sibling, pageInfo: pageInfo, items: items, nodeKeys: [])
    return switch try list.end(at: request.end, of: parts).frontier {
    case .open, .broken(.nullCursor): true
    case .closed, .unresolved, .broken: false
    }
  }
}
