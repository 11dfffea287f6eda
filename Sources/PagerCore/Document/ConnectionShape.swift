package import PagerJSON
package import PagerState
package import PagerSyntax

/// Where a response of one query keeps its list, and how the list continues from there.
package struct ConnectionShape: Sendable, Hashable {
  /// The connection, below `data`. For an offset list it may be the array of items itself.
  package var connection: JSONPointer
  /// The arrays of items that the query selects, below the connection; the first that a response has counts. Empty =
  /// none.
  package var items: [JSONPointer]
  /// The keys of an edge's node, for the arrays whose elements the document shows; the first key that an edge has
  /// counts. No keys = the elements are not edges.
  package var nodeKeys: [JSONPointer: [String]]
  /// The page info, below the connection.
  package var pageInfo: JSONPointer
  /// The connections below this one that the document shows; nil if there are none, and nothing has to be looked for.
  package var inner: InnerConnections?
  /// How the list continues at its ends; nil if it is not read in that direction.
  package var next: End?
  package var previous: End?
  /// How the list continues if requests name offsets.
  package var offset: OffsetShape?
  /// How the list continues if requests name the keys of items.
  package var keyset: KeysetShape?
  /// The identity of an item, below the item; nil if duplicates stay.
  package var identity: JSONPointer?
  /// The query that asks for the pages around one of this query.
  package var furtherQuery = PagedQuery.first
  /// The request that opens the list in its middle. The answer's flag for the previous end is not trusted, because many
  /// servers say `hasPreviousPage: false` in every answer to a forward request.
  package var distrusted: PageRequest?

  /// How a list continues at one end.
  package struct End: Sendable, Hashable {
    /// Whether there is a page beyond this one, below the page info.
    package var hasMore: JSONPointer
    /// The cursor of the page beyond, below the page info.
    package var cursor: JSONPointer
    /// The variable that takes the cursor.
    package var variable: String

    package init(hasMore: JSONPointer, cursor: JSONPointer, variable: String) {
      self.hasMore = hasMore
      self.cursor = cursor
      self.variable = variable
    }
  }

  package init(
    connection: JSONPointer, items: [JSONPointer], pageInfo: JSONPointer, nodeKeys: [JSONPointer: [String]] = [:],
    next: End? = nil, previous: End? = nil
  ) {
    self.connection = connection
    self.items = items
    self.pageInfo = pageInfo
    self.nodeKeys = nodeKeys
    self.next = next
    self.previous = previous
  }

  /// The keys of an edge's node in one of the arrays of items. If the document does not show them, Relay's key is used.
  package func keys(ofNodesIn items: JSONPointer) -> [String] { nodeKeys[items] ?? ["node"] }

  package subscript(end: ListEnd) -> End? {
    get {
      switch end {
      case .next: next
      case .previous: previous
      }
    }
    set {
      switch end {
      case .next: next = newValue
      case .previous: previous = newValue
      }
    }
  }
}

/// How an offset list continues after a page.
package struct OffsetShape: Sendable, Hashable {
  /// The variable that takes the offset, or the number of the page.
  package var variable: String
  /// Whether it takes page numbers.
  package var countsPages: Bool
  /// Whether there is more, below the connection.
  package var hasMore: JSONPointer?
  /// How many items the whole list has, below the connection.
  package var total: JSONPointer?
  /// How many pages the whole list has, below the connection; nil if requests do not name page numbers.
  package var pageCount: JSONPointer?
  /// How many items a page has that is not the last; nil if a shorter one does not end the list.
  package var fullPage: Int64?
  /// Whether a null in place of the items ends the list.
  package var endsWithNull = false
  /// How many items a request asks for; nil if that is not known.
  package var limit: Int64?

  package init(
    variable: String, countsPages: Bool = false, hasMore: JSONPointer? = nil, total: JSONPointer? = nil,
    fullPage: Int64? = nil
  ) {
    self.variable = variable
    self.countsPages = countsPages
    self.hasMore = hasMore
    self.total = total
    self.fullPage = fullPage
  }
}

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

/// What a page says of the pages beyond it.
struct FollowingPages {
  /// The request for the page.
  let request: PageRequest
  let shape: ConnectionShape
  let connection: JSONNode?
  let pageInfo: JSONNode?
  let items: JSONNode?
  let nodeKeys: [String]
  /// The identities of the items; nil if the pager does not look for duplicates.
  let identities: [UInt64]?

  /// The longest cursor in bytes: it is copied, sent and remembered, and a server decides how long it is.
  static let longestCursor = 1 << 20

  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a cursor that is too long.
  func frontier(at end: ListEnd) throws(JSONReadError) -> Frontier<PageRequest> {
    if let place = shape[end] { return try frontier(at: end, place) }
    if let keyset = shape.keyset {
      guard let place = request.keyset else { return .closed }
      return try KeysetPage(
        list: keyset, request: request, place: place, shape: shape, connection: connection, items: items,
        nodeKeys: nodeKeys, identities: identities
      ).frontier(at: end)
    }
    guard end == .next, let offset = shape.offset else { return .closed }
    return try frontier(offset, itemCount: Int64(items?.count ?? 0))
  }

  // MARK: Cursors

  private func frontier(at end: ListEnd, _ place: ConnectionShape.End) throws(JSONReadError) -> Frontier<PageRequest> {
    // If the list was opened in its middle there are pages before, until an answer to a backward request denies it.
    let isDistrusted = end == .previous && shape.distrusted == request
    if !isDistrusted {
      guard let hasMore = try pageInfo?.uniqueNode(at: place.hasMore)?.bool else { return .broken(.missingPageInfo) }
      guard hasMore else { return .closed }
    }
    guard let cursor = try pageInfo?.uniqueNode(at: place.cursor), !cursor.isNull else { return .broken(.nullCursor) }
    guard cursor.range.count <= Self.longestCursor else {
      throw JSONReadError(
        message:
          "a cursor has \(cursor.range.count) bytes, and the library sends back at most \(Self.longestCursor)",
        offset: cursor.range.lowerBound)
    }
    switch cursor.kind {
    case .string, .number:
      return .open(PageRequest(shape.furtherQuery, toward: end, [.init(place.variable, VariableValue(cursor))]))
    case .object, .array, .bool, .null:
      return .broken(.missingPageInfo)
    }
  }

  // MARK: Offsets

  /// How many items the whole list has; nil if the page does not say.
  var total: Int64? {
    get throws(JSONReadError) { try number(at: shape.offset?.total) }
  }

  /// How many pages the whole list has; nil if the page does not say.
  var pageCount: Int64? {
    get throws(JSONReadError) { try number(at: shape.offset?.pageCount) }
  }

  private func number(at pointer: JSONPointer?) throws(JSONReadError) -> Int64? {
    guard let pointer else { return nil }
    return try connection?.uniqueNode(at: pointer)?.int64
  }

  /// What the page says itself: true, false, or nothing.
  private enum Word {
    case more, noMore, nothing
  }

  private func frontier(_ list: OffsetShape, itemCount: Int64) throws(JSONReadError) -> Frontier<PageRequest> {
    guard let offset = request.offset else { return .closed }
    guard let word = try word(list, after: offset, itemCount) else { return .broken(.missingPageInfo) }
    if items == nil, word != .noMore, !list.endsWithNull { return .broken(.nullList) }
    if word == .noMore || list.fullPage.map({ itemCount < $0 }) ?? false { return .closed }
    if itemCount == 0 {
      // If the number of the server's first page is not certain, the total is not a reason to doubt an empty page.
      let isDenied = word == .more && (list.hasMore != nil || list.pageCount != nil || !list.countsPages)
      return isDenied ? .broken(.cursorStuck) : .closed
    }
    let (number, isTooLarge) = offset.number.addingReportingOverflow(list.countsPages ? 1 : itemCount)
    if isTooLarge { return .unresolved }
    let itemsBefore = offset.itemsBefore.flatMap { before in
      let (sum, isTooLarge) = before.addingReportingOverflow(itemCount)
      return isTooLarge ? nil : sum
    }
    return .open(
      PageRequest(
        shape.furtherQuery, toward: .next, [.init(list.variable, VariableValue(integer: number))],
        offset: ListOffset(number: number, itemsBefore: itemsBefore)))
  }

  /// Nil if the page does not say what its query asks for.
  private func word(
    _ list: OffsetShape, after offset: ListOffset, _ itemCount: Int64
  ) throws(JSONReadError) -> Word? {
    if let pointer = list.hasMore {
      return try connection?.uniqueNode(at: pointer)?.bool.map { $0 ? .more : .noMore }
    }
    if list.pageCount != nil {
      // A page with items belongs to the list, whatever number the server's pages begin with. If the server counts from
      // 0, the last page has a smaller number. An extra empty page does no harm, but a missing page would.
      guard let pageCount = try pageCount, pageCount >= (itemCount == 0 ? 0 : max(1, offset.number)) else { return nil }
      return offset.number < pageCount ? .more : .noMore
    }
    guard list.total != nil else { return .nothing }
    // A list cannot have fewer items than this page, whatever the number means.
    guard let total = try total, total >= itemCount else { return nil }
    guard let before = offset.itemsBefore else { return .nothing }
    let (loaded, isTooLarge) = before.addingReportingOverflow(itemCount)
    return !isTooLarge && loaded < total ? .more : .noMore
  }
}
