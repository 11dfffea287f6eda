import PagerState

/// Why a list cannot be completed. Subscribers get it after the page that showed it.
public enum IncompleteListError: Error, Sendable, Hashable, CaseIterable {
  /// The page says that there is more, but leads back to its own query.
  case cursorStuck
  /// The page says that there is more, but leads back to the query of an earlier page.
  case cursorCycle
  /// The page says that there is more, but gives no cursor.
  case nullCursor
  /// The page does not say whether there is more.
  case missingPageInfo
  /// The page says that there is more, but has null in place of its items.
  case nullList
  /// A page has changed in the cache, and no longer leads to the page that was loaded after it.
  ///
  /// Items between the two pages may be missing or come twice. Only `loadAll` ends with this error. `fetch` and
  /// `refetch` start the list again.
  case pagesChanged
  /// Two items of a page have the same key.
  ///
  /// If a page ended between such items, the query of the next page would skip items. Only page infos of
  /// ``KeysetPagination`` find this.
  case duplicateKey
}

extension IncompleteListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cursorStuck: "the page says there is more, but leads back to its own query: the server does not advance"
    case .cursorCycle: "the page says there is more, but leads to an earlier page's query: the server goes in circles"
    case .nullCursor: "the page says there is more, but its cursor is null"
    case .missingPageInfo: "the page does not say whether there is more: its page info or a flag in it is null"
    case .nullList: "the page says there is more, but has null in place of its items"
    case .pagesChanged:
      "pages changed after the pages beyond them were loaded: items between them may be missing or come twice until "
        + "the list is fetched again"
    case .duplicateKey:
      "two items of a page have the same key: if a page ended between such items, the next query would skip items"
    }
  }
}

extension IncompleteReason {
  /// What subscribers get for the reason.
  var listError: IncompleteListError {
    switch self {
    case .cursorStuck: .cursorStuck
    case .cursorCycle: .cursorCycle
    case .nullCursor: .nullCursor
    case .missingPageInfo: .missingPageInfo
    case .nullList: .nullList
    case .pagesChanged: .pagesChanged
    case .duplicateKey: .duplicateKey
    // Only pagers that read page infos themselves and walks with a cap find the others, and a pager of queries is
    // neither. Each becomes the nearest error that an app knows.
    case .emptyPages: .cursorStuck
    case .repeatedPage, .firstPageAgain: .cursorCycle
    case .missingKey: .nullCursor
    case .nullAbove: .nullList
    case .pageLimit, .firstPageUnknown, .beyondFirstPage, .markNotReached, .movedOn: .missingPageInfo
    }
  }
}
