import PagerState

/// Why a list cannot be completed. Subscribers get it after the page that showed it.
public enum IncompleteListError: Error, Sendable, Hashable, CaseIterable {
  /// The page says there is more, and leads to the query it was asked with.
  case cursorStuck
  /// The page says there is more, and leads to the query of an earlier page.
  case cursorCycle
  /// The page says there is more, and gives no cursor.
  case nullCursor
  /// Pages of the list have changed in the cache since the pages after them were loaded, and do not lead to these any more: items
  /// between them may be missing, or come twice. Only a `loadAll` ends with it; `fetch` and `refetch` begin the list anew.
  case pagesChanged
}

extension IncompleteListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cursorStuck: "the page says there is more, but leads to its own query: the server does not move on"
    case .cursorCycle: "the page says there is more, but leads to an earlier page's query: the server goes in circles"
    case .nullCursor: "the page says there is more, but its cursor is null"
    case .pagesChanged:
      "pages have changed since the pages after them were loaded: items between them may be missing, or come twice, until "
        + "the list is fetched again"
    }
  }
}

extension IncompleteReason {
  /// What subscribers get for the reason.
  var listError: any Error {
    switch self {
    case .cursorStuck: IncompleteListError.cursorStuck
    case .cursorCycle: IncompleteListError.cursorCycle
    case .nullCursor: IncompleteListError.nullCursor
    case .pagesChanged: IncompleteListError.pagesChanged
    // Found by pagers that read page info themselves, and by walks with a cap. A pager of queries is neither.
    case .missingPageInfo, .pageLimit: self
    }
  }
}
