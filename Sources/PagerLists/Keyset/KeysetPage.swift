import PagerBytes
import PagerJSON
import PagerState

/// What a page of a keyset list says of the pages beyond it.
struct KeysetPage {
  let list: KeysetShape
  let place: KeysetPlace
  let page: PageParts

  private var items: JSONNode? { page.items }
  private var count: Int { items?.count ?? 0 }

  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a key that is too long.
  func end(at end: ListEnd) throws(JSONReadError) -> PageEnd {
    guard list.reads(end) else { return .closed }
    guard end == page.request.end else { return PageEnd(try oppositeFrontier(at: end)) }
    let (words, past) = (try words, page.request.past)
    let verdict = list.rules.verdict(on: words, after: past)
    // A single page has nothing beside it that could be skipped.
    let isWhole = place.page == 1 && place.keys.isEmpty
    switch verdict {
    case .broken(let reason): return PageEnd(.broken(reason))
    case .doubtful(let doubts): return PageEnd(.closed, in: doubts)
    case .closed where count == 0 || isWhole: return .closed
    case .closed, .open, .openAfterEmptyPage, .openPageZero, .openBeyondTotal, .openBeyondPageCount: break
    }
    if !list.isInclusive, let fault = try repetition() { return PageEnd(.broken(.duplicateKey(fault))) }
    if verdict == .closed { return .closed }
    return PageEnd(
      try next(toward: end, past.following(words, verdict, isPromise: words.isPromise(at: nil, after: past))))
  }

  /// The pages before a list's first page: there are some if the list was opened in its middle. What a further page
  /// says of them does not count.
  private func oppositeFrontier(at end: ListEnd) throws(JSONReadError) -> Frontier {
    place.keys.isEmpty || place.page > 1 ? .closed : try next(toward: end, .unknown)
  }

  private var words: PageWords {
    get throws(JSONReadError) {
      var words = page.words
      if let pointer = list.hasMore { words.hasMore = try PageWords.Word(flagAt: pointer, below: page.connection) }
      return words
    }
  }

  /// The page beyond the item at an end.
  private func next(toward end: ListEnd, _ past: ListPast) throws(JSONReadError) -> Frontier {
    guard let edge = edge(at: end) else {
      return .broken(
        .missingKey(KeyFault("page \(place.page) has no items, so no key can ask for the pages before it")))
    }
    let index = end == .next ? count - 1 : 0
    var keys: [VariableValue] = []
    for pointer in list.keys {
      let key = try node(in: edge, at: pointer)
      guard let key, key.kind == .string || key.kind == .number else {
        let found = key.map { $0.isNull ? "null" : $0.kind.phrase } ?? "nothing"
        return .broken(
          .missingKey(
            KeyFault(
              "the next request needs the key of the item at \(label(index)), and it has \(found) at "
                + "\(pointer.quoted) instead of a string or a number")))
      }
      guard key.range.count <= PageParts.longestCursor else {
        throw JSONReadError(
          message: "a key has \(key.range.count) bytes, and the library sends back at most "
            + "\(PageParts.longestCursor)",
          offset: key.range.lowerBound)
      }
      keys.append(VariableValue(key))
    }
    if list.isInclusive, end == page.request.end, keys == place.keys, isShort { return .closed }
    return .open(
      list.request(
        page.shape.furtherQuery, toward: end,
        KeysetPlace(
          keys: keys, page: place.page + 1, largestPage: max(place.largestPage, count),
          seen: try identities(of: keys)), after: past))
  }

  /// The item at an end of the page; nil if there are no items.
  private func edge(at end: ListEnd) -> JSONNode? {
    guard let items else { return nil }
    var edge: JSONNode?
    for element in items.elements {
      edge = element
      if end == .previous { break }
    }
    return edge
  }

  /// Whether the server had room for further items on a page of an inclusive list.
  ///
  /// Servers cut down the size that a request asks for, so the size of an earlier page counts, and not the request's. A
  /// page with the one item that the request names has room, unless the request asks for one item.
  private var isShort: Bool {
    count < place.largestPage || (count == 1 && list.limit.map { $0 > 1 } ?? false)
  }

  /// The identities of the items with the keys of the next request, which will come again.
  private func identities(of keys: [VariableValue]) throws(JSONReadError) -> [UInt64] {
    guard list.isInclusive, let identities = page.identities, let items else { return [] }
    var found: [UInt64] = []
    for (index, element) in items.elements.enumerated() where identities[index] != 0 {
      var isEqual = true
      for (pointer, key) in zip(list.keys, keys) where isEqual {
        isEqual = try node(in: element, at: pointer).map { VariableValue($0) == key } ?? false
      }
      if isEqual { found.append(identities[index]) }
    }
    return found
  }

  /// Two items with the same keys: a request after the first one would skip the second one, if a page ended between
  /// them. Nil if all keys differ.
  ///
  /// Keys are compared for equality only, and wherever they stand: collations order differently.
  private func repetition() throws(JSONReadError) -> KeyFault? {
    guard let items else { return nil }
    var seen = IdentityTable()
    var hashes: [UInt64] = []
    hashes.reserveCapacity(count)
    for element in items.elements {
      var hash = StableHash()
      var isWhole = true
      for pointer in list.keys where isWhole {
        guard let key = try node(in: element, at: pointer), key.combine(into: &hash) else {
          isWhole = false
          continue
        }
      }
      // Only the item at the end of the page needs a key.
      let value = isWhole ? hash.value : 0
      if isWhole, !seen.insert(value), let first = hashes.firstIndex(of: value) {
        let names = list.keys.map(\.quoted).joined(separator: ", ")
        return KeyFault(
          "two items have the same key (\(names)): \(label(first)) and \(label(hashes.count)); if a page ended between "
            + "such items, the next request would skip the second one")
      }
      hashes.append(value)
    }
    return nil
  }

  /// A value of an item, or of an edge's node.
  private func node(in element: JSONNode, at pointer: JSONPointer) throws(JSONReadError) -> JSONNode? {
    let item = page.nodeKeys.lazy.compactMap { element[$0] }.first ?? element
    return try item.uniqueNode(at: pointer)
  }

  /// An item in words: `/data/orders/99 of page 3`.
  private func label(_ index: Int) -> String {
    let array = page.shape.items.first?.tokens ?? []
    let pointer = JSONPointer(tokens: ["data"] + page.shape.connection.tokens + array + ["\(index)"])
    return "\(pointer) of page \(place.page)"
  }
}

extension JSONPointer {
  fileprivate var quoted: String { "\"\(self)\"" }
}

extension JSONNode {
  /// Adds a string or a number; false for any other value.
  ///
  /// The kind is part of it: `1` and `"1"` are different keys.
  func combine(into hash: inout StableHash) -> Bool {
    switch kind {
    case .string:
      hash.combine(1)
      if let stringBytes { hash.combine(stringBytes) }
    case .number:
      hash.combine(2)
      // Digits compare as they are written; a page of numbers needs no copies.
      if writtenBytes.allSatisfy(\.isDigit) {
        hash.combine(writtenBytes)
      } else {
        hash.combine(VariableValue(self).compared)
      }
    case .object, .array, .bool, .null: return false
    }
    return true
  }
}
