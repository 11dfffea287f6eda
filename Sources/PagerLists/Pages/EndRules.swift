import PagerState

/// What follows a page, as far as the page and the pages before it tell.
enum EndVerdict: Sendable, Hashable {
  /// Nothing does.
  case closed
  /// The page in the next place.
  case open
  /// The same, although this page is empty.
  case openAfterEmptyPage
  /// The list may have a page with the number 0, before the first one that was asked for. That page decides.
  case openPageZero
  /// Nothing that can be asked for, or nothing that can be believed.
  case broken(IncompleteReason)
}

/// How a list ends: what its config says, and what kind of list it is.
///
/// Nothing in an answer may contradict the end of a list: decision 16.
struct EndRules: Sendable, Hashable {
  /// What a request names a page by.
  enum Place: Sendable, Hashable {
    case cursor, key, offset, pageNumber
  }

  var place: Place
  /// Whether a null in place of the list is an empty page.
  var acceptsNull = false
  /// How many items a page has that is not the last; nil if a shorter one does not end the list.
  var fullPage: Int64?
  /// How many items a request asks for; nil if that is not known.
  var limit: Int64?
  /// Whether an empty page has to agree with the total.
  var checksTotal = true
  /// How many empty pages in a row are passed over if each says that there is more.
  var emptyPageLimit = defaultEmptyPageLimit

  /// Whether the first page is the whole list.
  var endsWithFirstPage = false

  /// What a config calls the page that ends the list if its pages do not say whether there is more.
  var word: String { endsWithFirstPage ? "first_page" : fullPage == nil ? "empty_page" : "short_page" }

  static let defaultEmptyPageLimit: Int64 = 10

  /// Decides what follows a page.
  ///
  /// - Parameter offset: the place of the page in a list of offsets or page numbers, and what is known of the pages
  ///   before it; nil for other lists.
  func verdict(on page: PageWords, at offset: ListOffset? = nil) -> EndVerdict {
    let reply = reply(page, at: offset)
    if page.content == .null, reply != .noMore, !acceptsNull { return .broken(.nullList) }
    let count = page.content.count
    if endsWithFirstPage {
      // As many items as were asked for may be a part of the list.
      return limit.map { count >= $0 } ?? false ? .broken(.missingPageInfo) : .closed
    }
    if page.repeatsItems { return .broken(.repeatedPage) }
    switch reply {
    case nil: return .broken(.missingPageInfo)
    case .noMore: return lastPage(page, at: offset)
    case .nothing: return count == 0 || fullPage.map { count < $0 } ?? false ? .closed : .open
    case .more: return count == 0 ? emptyPage(page, at: offset) : .open
    }
  }

  // MARK: Whether there is more

  private enum Reply {
    case more, noMore, nothing
  }

  /// What the page says itself; nil if it does not say what its config names.
  private func reply(_ page: PageWords, at offset: ListOffset?) -> Reply? {
    switch page.hasMore {
    case .said(let hasMore): return hasMore ? .more : .noMore
    case .missing: return nil
    case .unasked: break
    }
    guard let offset else { return .nothing }
    let count = page.content.count
    switch page.pageCount {
    case .said(let pageCount):
      // A page with items belongs to the list, whatever number the server's pages begin with.
      guard pageCount >= (count == 0 ? 0 : max(1, offset.number)) else { return nil }
      return offset.number < pageCount ? .more : .noMore
    case .missing: return nil
    case .unasked: break
    }
    switch page.total {
    case .said(let total):
      guard let loaded = offset.items(with: count) else { return .nothing }
      return loaded < total ? .more : .noMore
    case .missing: return nil
    case .unasked: return .nothing
    }
  }

  // MARK: Pages that may contradict the end

  /// The page is the last one by its own words.
  private func lastPage(_ page: PageWords, at offset: ListOffset?) -> EndVerdict {
    // An empty page with the last number may also be one beyond the end, of a server that counts from 0.
    guard page.content.count == 0, page.hasMore == .unasked, let pageCount = page.pageCount.value, pageCount > 0,
      let offset, offset.past.isFirstAssumed
    else { return .closed }
    guard checksTotal, let total = page.total.value else { return .openPageZero }
    return lacksFirstPage(total, at: offset) ? .broken(.firstPageUnknown) : .closed
  }

  /// The page is empty, and says itself that there is more.
  private func emptyPage(_ page: PageWords, at offset: ListOffset?) -> EndVerdict {
    if place == .cursor { return .open }
    let isByTotal = page.hasMore == .unasked && page.pageCount == .unasked
    if isByTotal, !checksTotal { return .closed }
    guard place == .pageNumber, let offset else { return .broken(.cursorStuck) }
    if isByTotal, let total = page.total.value, lacksFirstPage(total, at: offset) { return .broken(.firstPageUnknown) }
    if offset.past.emptyPages < emptyPageLimit { return .openAfterEmptyPage }
    return .broken(emptyPageLimit == 0 ? .cursorStuck : .emptyPages)
  }

  /// Whether the items up to an empty page lack a first page to the total. The walk then began with the second page,
  /// because the server counts from 0 and the config did not name the first page.
  private func lacksFirstPage(_ total: Int64, at offset: ListOffset) -> Bool {
    guard offset.past.isFirstAssumed, offset.past.emptyPages == 0, let loaded = offset.itemsBefore, loaded < total
    else { return false }
    let missing = total - loaded
    let pagesBefore = offset.number - 1
    // In a list with three pages or more, the second page shows the size of the first one.
    if pagesBefore > 1 { return missing == offset.past.largestPage }
    return missing >= offset.past.largestPage && limit.map { missing <= $0 } ?? true
  }
}
