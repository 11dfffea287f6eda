import PagerJSON
import PagerState

/// What a page of a list of cursors says of the pages beyond it.
struct CursorPage {
  let list: CursorShape
  let page: PageParts

  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a cursor that is too long.
  func frontier(at end: ListEnd, _ place: CursorShape.End) throws(JSONReadError) -> Frontier<PageRequest> {
    var words = PageWords(content: page.content)
    // If the list was opened in its middle there are pages before, until an answer to a backward request denies it.
    let isDistrusted = end == .previous && list.distrusted == page.request
    words.hasMore = isDistrusted ? .said(true) : try PageWords.Word(flagAt: place.hasMore, below: page.pageInfo)
    switch EndRules(place: .cursor, acceptsNull: page.shape.acceptsNull).verdict(on: words) {
    case .broken(let reason): return .broken(reason)
    case .closed: return .closed
    case .open, .openAfterEmptyPage, .openPageZero: return try further(at: end, place)
    }
  }

  /// The page after the cursor.
  private func further(at end: ListEnd, _ place: CursorShape.End) throws(JSONReadError) -> Frontier<PageRequest> {
    guard let cursor = try page.pageInfo?.uniqueNode(at: place.cursor), !cursor.isNull else {
      return .broken(.nullCursor)
    }
    guard cursor.range.count <= PageParts.longestCursor else {
      throw JSONReadError(
        message:
          "a cursor has \(cursor.range.count) bytes, and the library sends back at most \(PageParts.longestCursor)",
        offset: cursor.range.lowerBound)
    }
    switch cursor.kind {
    case .string, .number:
      return .open(PageRequest(page.shape.furtherQuery, toward: end, [.init(place.variable, VariableValue(cursor))]))
    case .object, .array, .bool, .null:
      return .broken(.missingPageInfo)
    }
  }
}
