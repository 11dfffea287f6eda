import PagerJSON
import PagerState

// Functions of the list and not of a page: a value with a page would be a copy of it.
extension CursorShape {
  /// What a page says of the pages beyond an end.
  ///
  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a cursor that is too long.
  func end(at end: ListEnd, _ place: End, of page: PageParts) throws(JSONReadError) -> PageEnd {
    var words = page.words
    // If the list was opened in its middle there are pages before, until an answer to a backward request denies it.
    let isDistrusted = end == .previous && distrusted == page.request
    if isDistrusted {
      words.hasMore = .said(true)
    } else if let flag = place.hasMore {
      words.hasMore = try PageWords.Word(flagAt: flag, below: pageInfo(of: page))
    } else if !endsByEmptyPage {
      words.hasMore = try hasCursor(place, of: page)
    }
    var rules = rules
    rules.endsByCursor = place.hasMore == nil
    // A page says of the end behind it only that it is there.
    let past = end == page.request.end ? page.request.past : .unknown
    if end != page.request.end { (words.mark, words.since) = (nil, .unasked) }
    let verdict = rules.verdict(on: words, after: past)
    switch verdict {
    case .broken(let reason):
      // A page that came before may give the cursor of its own request: that says more of the server.
      guard reason == .firstPageAgain || reason == .repeatedPage, words.hasMore == .said(true),
        case .open(let next) = try further(at: end, place, of: page, after: past), next == page.request
      else { return PageEnd(.broken(reason)) }
      return PageEnd(.open(next))
    case .closed: return .closed
    case .doubtful(let doubts): return PageEnd(.closed, in: doubts)
    case .open, .openAfterEmptyPage, .openPageZero, .openBeyondTotal, .openBeyondPageCount:
      let isPromise = !isDistrusted && words.isPromise(at: nil, after: past)
      let following = past.following(words, verdict, isPromise: isPromise)
      return PageEnd(try further(at: end, place, of: page, after: following))
    }
  }

  /// Whether the page has a cursor, in a list that ends by the lack of one.
  @inline(never)
  private func hasCursor(_ place: End, of page: PageParts) throws(JSONReadError) -> PageWords.Word<Bool> {
    if let cursor = try cursor(at: place, of: page) { return .said(!cursor.isNull && !cursor.isEmptyString) }
    // A page without edges has no last edge.
    return place.lastElement != nil && page.content == .items(0) ? .said(false) : .missing
  }

  /// The page after the cursor.
  private func further(
    at end: ListEnd, _ place: End, of page: PageParts, after past: ListPast
  ) throws(JSONReadError) -> Frontier {
    guard let cursor = try cursor(at: place, of: page), !cursor.isNull else { return .broken(.nullCursor) }
    guard cursor.range.count <= PageParts.longestCursor else {
      throw JSONReadError(
        message:
          "a cursor has \(cursor.range.count) bytes, and the library sends back at most \(PageParts.longestCursor)",
        offset: cursor.range.lowerBound)
    }
    switch cursor.kind {
    case .string, .number:
      let setting = PageRequest.Setting(place.variable, VariableValue(cursor))
      let further = page.request.place.afterCursor
      return .open(PageRequest(page.shape.furtherQuery, toward: end, .init(setting), at: further, after: past))
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
