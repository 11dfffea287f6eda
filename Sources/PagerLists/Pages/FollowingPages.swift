import PagerJSON
import PagerState

/// What a page says of the pages beyond it.
struct FollowingPages {
  /// The request for the page.
  let request: PageRequest
  let shape: ConnectionShape
  let connection: JSONNode?
  let pageInfo: JSONNode?
  let items: JSONNode?
  let nodeKeys: [String]

  /// The longest cursor in bytes: it is copied, sent and remembered, and a server decides how long it is.
  static let longestCursor = 1 << 20

  /// What stands in the place of the list. A connection of which the query selects no items has none.
  var content: PageWords.Content {
    if let items { return .items(Int64(items.count)) }
    return connection != nil && shape.items.isEmpty ? .items(0) : .null
  }

  /// How many items the whole list has, as far as the page says it.
  var total: PageWords.Word<Int64> {
    get throws(JSONReadError) {
      try PageWords.Word(countAt: shape.total?.pointer, below: connection, least: content.count)
    }
  }

  /// How many pages the whole list has; nil if the page does not say.
  var pageCount: Int64? {
    get throws(JSONReadError) { try PageWords.Word(countAt: shape.offset?.pageCount, below: connection).value }
  }

  /// - Parameter identities: those of the items; nil if the pager does not look for duplicates.
  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a cursor that is too long.
  func frontier(at end: ListEnd, _ identities: [UInt64]?) throws(JSONReadError) -> Frontier<PageRequest> {
    if let place = shape[end] { return try frontier(at: end, place) }
    if let keyset = shape.keyset {
      guard let place = request.keyset else { return .closed }
      return try KeysetPage(
        list: keyset, request: request, place: place, shape: shape, connection: connection, items: items,
        content: content, nodeKeys: nodeKeys, identities: identities
      ).frontier(at: end)
    }
    guard end == .next, let list = shape.offset, let offset = request.offset else { return .closed }
    return try OffsetPage(
      list: list, offset: offset, shape: shape, connection: connection, items: items, content: content,
      total: total, nodeKeys: nodeKeys
    ).frontier()
  }

  private func frontier(at end: ListEnd, _ place: ConnectionShape.End) throws(JSONReadError) -> Frontier<PageRequest> {
    var words = PageWords(content: content)
    // If the list was opened in its middle there are pages before, until an answer to a backward request denies it.
    let isDistrusted = end == .previous && shape.distrusted == request
    words.hasMore = isDistrusted ? .said(true) : try PageWords.Word(flagAt: place.hasMore, below: pageInfo)
    switch EndRules(place: .cursor, acceptsNull: shape.acceptsNull).verdict(on: words) {
    case .broken(let reason): return .broken(reason)
    case .closed: return .closed
    case .open, .openAfterEmptyPage, .openPageZero: return try further(at: end, place)
    }
  }

  /// The page after the cursor.
  private func further(at end: ListEnd, _ place: ConnectionShape.End) throws(JSONReadError) -> Frontier<PageRequest> {
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
}
