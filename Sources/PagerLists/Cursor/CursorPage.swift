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
    if isDistrusted {
      words.hasMore = .said(true)
    } else if let flag = place.hasMore {
      words.hasMore = try PageWords.Word(flagAt: flag, below: list.pageInfo(of: page))
    } else {
      words.hasMore = try hasCursor(place)
    }
    switch EndRules(place: .cursor, acceptsNull: page.shape.acceptsNull).verdict(on: words) {
    case .broken(let reason): return .broken(reason)
    case .closed: return .closed
    case .open, .openAfterEmptyPage, .openPageZero: return try further(at: end, place)
    }
  }

  /// Whether the page has a cursor, in a list that ends by the lack of one.
  @inline(never)
  private func hasCursor(_ place: CursorShape.End) throws(JSONReadError) -> PageWords.Word<Bool> {
    if let cursor = try list.cursor(at: place, of: page) { return .said(!cursor.isNull && !cursor.isEmptyString) }
    // A page without edges has no last edge.
    return place.lastElement != nil && page.content == .items(0) ? .said(false) : .missing
  }

  /// The page after the cursor.
  private func further(at end: ListEnd, _ place: CursorShape.End) throws(JSONReadError) -> Frontier<PageRequest> {
    guard let cursor = try list.cursor(at: place, of: page), !cursor.isNull else { return .broken(.nullCursor) }
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

extension CursorShape {
  /// What a page says about its neighbours, in the place where it says so.
  func pageInfo(of page: PageParts) -> JSONNode? { pageInfo == nil ? page.connection : page.pageInfo }

  /// The cursor that a page has for an end.
  func cursor(at place: End, of page: PageParts) throws(JSONReadError) -> JSONNode? {
    guard let info = pageInfo(of: page) else { return nil }
    if let last = place.lastElement { return try lastCursor(at: place, last, below: info) }
    return try info.uniqueNode(at: place.cursor)
  }

  @inline(never)
  private func lastCursor(at place: End, _ last: Int, below info: JSONNode) throws(JSONReadError) -> JSONNode? {
    let array = try info.uniqueNode(at: JSONPointer(tokens: Array(place.cursor.tokens[..<last])))
    guard let array, array.kind == .array, array.count > 0 else { return nil }
    let rest = ["\(array.count - 1)"] + place.cursor.tokens[(last + 1)...]
    return try array.uniqueNode(at: JSONPointer(tokens: rest))
  }
}

extension JSONNode {
  fileprivate var isEmptyString: Bool { stringBytes?.isEmpty == true }
}
