package import PagerJSON
package import PagerState

/// Converts between positions and tokens, for every type of request.
extension ListToken {
  /// The token of a position.
  ///
  /// - Parameters:
  ///   - list: what list it is.
  ///   - json: an object that a request can be made of again.
  package init<Request>(
    _ position: ListPosition<Request>, of list: ListSignature,
    _ json: (Request) throws(ResumeTokenError) -> JSONValue
  ) throws(ResumeTokenError) {
    self.init(
      list: list.hash, parts: list.json, pageCount: position.pageCount, itemCount: position.itemCount,
      gapCount: position.gapCount,
      next: try Self.json(position.next, json), previous: try Self.json(position.previous, json),
      fingerprints: position.fingerprints, partialData: position.partialData?.shortened(to: Self.longestErrorText))
  }

  private static func json<Request>(
    _ frontier: Frontier<Request>?, _ json: (Request) throws(ResumeTokenError) -> JSONValue
  ) throws(ResumeTokenError) -> JSONValue {
    switch frontier {
    case nil: .null
    case .closed: .string(EndWord.complete.rawValue)
    case .unresolved: .string(EndWord.noQuery.rawValue)
    case .broken(let reason): .string(EndWord(reason).rawValue)
    case .open(let request): try json(request)
    }
  }

  /// The position of the token.
  ///
  /// - Parameters:
  ///   - list: the list that continues from there.
  ///   - frontier: makes what is beyond an end from such an object.
  /// - Throws: `ResumeTokenError` for a token of another list, and what `frontier` throws.
  package func position<Request>(
    of list: ListSignature, _ frontier: (JSONValue, ListEnd) throws(ResumeTokenError) -> Frontier<Request>
  ) throws(ResumeTokenError) -> ListPosition<Request> {
    guard self.list == list.hash || (parts == nil && self.list == list.earlier) else {
      throw .unusable(message: list.difference(from: parts))
    }
    return ListPosition(
      next: try Self.frontier(next, .next, frontier), previous: try Self.frontier(previous, .previous, frontier),
      pageCount: pageCount,
      itemCount: itemCount, gapCount: gapCount, fingerprints: fingerprints, partialData: partialData)
  }

  private static func frontier<Request>(
    _ json: JSONValue, _ end: ListEnd, _ frontier: (JSONValue, ListEnd) throws(ResumeTokenError) -> Frontier<Request>
  ) throws(ResumeTokenError) -> Frontier<Request>? {
    if json.isNull { return nil }
    guard let text = json.string else { return try frontier(json, end) }
    guard let word = EndWord(rawValue: text) else { throw .damaged("it does not say how the list goes on") }
    return word.frontier()
  }
}

/// The written form of an end without a request.
private enum EndWord: String {
  case complete
  case noQuery = "no_query"
  case cursorStuck = "cursor_stuck"
  case cursorCycle = "cursor_cycle"
  case missingPageInfo = "missing_page_info"
  case nullCursor = "null_cursor"
  case pageLimit = "page_limit"
  case pagesChanged = "pages_changed"

  init(_ reason: IncompleteReason) {
    switch reason {
    case .cursorStuck: self = .cursorStuck
    case .cursorCycle: self = .cursorCycle
    case .missingPageInfo: self = .missingPageInfo
    case .nullCursor: self = .nullCursor
    case .pageLimit: self = .pageLimit
    case .pagesChanged: self = .pagesChanged
    }
  }

  func frontier<Request>() -> Frontier<Request> {
    switch self {
    case .complete: .closed
    case .noQuery: .unresolved
    case .cursorStuck: .broken(.cursorStuck)
    case .cursorCycle: .broken(.cursorCycle)
    case .missingPageInfo: .broken(.missingPageInfo)
    case .nullCursor: .broken(.nullCursor)
    case .pageLimit: .broken(.pageLimit)
    case .pagesChanged: .broken(.pagesChanged)
    }
  }
}
