import PagerState

/// What follows a page, as far as the page and the pages before it tell.
enum EndVerdict: Sendable, Hashable {
  /// Nothing does.
  case closed
  /// Nothing does, and something speaks against it.
  case doubtful(ListDoubts)
  /// The page in the next place.
  case open
  /// The same, although this page is empty.
  case openAfterEmptyPage
  /// The list may have a page with the number 0, before the first one that was asked for. That page decides.
  case openPageZero
  /// The list has the items that its total names, and a server may have capped the total. The next page decides.
  case openBeyondTotal
  /// The list has all pages of their number, and a server may have counted larger pages. The next page decides.
  case openBeyondPageCount
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

  /// What becomes of a page that came before.
  enum Repeats: Sendable, Hashable {
    /// The walk ends with it.
    case refused
    /// Only if it is the first page again. Identities tell what repeated pages bring.
    case allowedInARow
    case allowed

    init(_ rules: ListRules) {
      self =
        switch rules.allowsRepeats {
        case true?: .allowed
        case false?: .refused
        case nil: rules.identity == nil ? .refused : .allowedInARow
        }
    }
  }

  var place: Place
  /// Whether a null in place of the list is an empty page.
  var acceptsNull = false
  /// How many items a page has that is not the last; nil if a shorter one does not end the list.
  var fullPage: Int64?
  /// How many items a request asks for; nil if that is not known.
  var limit: Int64?
  /// Whether the total ends the list, if its pages say nothing else.
  var endsByTotal = false
  /// Whether an empty page has to agree with the total.
  var checksTotal = true
  /// How many empty pages in a row are passed over if each says that there is more; nil: the config does not say it.
  var emptyPageLimit: Int64?
  var repeats = Repeats.refused
  /// Whether a cursor ends the list, and not a flag.
  var endsByCursor = false
  /// Whether the first page is the whole list.
  var endsWithFirstPage = false

  init(_ place: Place, _ rules: ListRules) {
    self.place = place
    acceptsNull = rules.acceptsNull == true
    checksTotal = rules.checksTotal != false
    emptyPageLimit = rules.emptyPageLimit
    repeats = Repeats(rules)
    endsWithFirstPage = rules.ending == .firstPage
  }

  /// What a config calls the page that ends the list if its pages do not say whether there is more.
  var word: String { endsWithFirstPage ? "first_page" : fullPage == nil ? "empty_page" : "short_page" }

  /// Decides what follows a page.
  ///
  /// - Parameters:
  ///   - past: what is known of the pages before it.
  ///   - offset: the place of the page in a list of offsets or page numbers; nil for other lists.
  func verdict(on page: PageWords, after past: ListPast, at offset: ListOffset? = nil) -> EndVerdict {
    let verdict = past.look == .pageZero ? pageZero(page, past) : ownVerdict(on: page, past, offset)
    switch verdict {
    case .closed, .doubtful:
      guard case .unmet(let mayBeWhole) = page.since, !(mayBeWhole && namesTotal(page, past)) else { return verdict }
      return .broken(.markNotReached)
    case .open, .openAfterEmptyPage, .openPageZero, .openBeyondTotal, .openBeyondPageCount, .broken: return verdict
    }
  }

  private func ownVerdict(on page: PageWords, _ past: ListPast, _ offset: ListOffset?) -> EndVerdict {
    if past.look != nil, page.content.count == 0 { return .closed }
    let reply = reply(page, past, at: offset)
    if page.content == .null, reply != .noMore, !acceptsNull { return .broken(.nullList) }
    if endsWithFirstPage { return firstPage(page, reply) }
    if let reason = repetition(page, past, reply) { return .broken(reason) }
    let count = page.content.count
    switch reply {
    case nil: return .broken(.missingPageInfo)
    case .noMore: return lastPage(page, past, at: offset)
    case .nothing: return count == 0 || fullPage.map { count < $0 } ?? false ? .closed : .open
    case .more: return count == 0 ? emptyPage(page, past, at: offset) : .open
    }
  }

  // MARK: Whether there is more

  private enum Reply {
    case more, noMore, nothing
  }

  /// What the page says itself; nil if it does not say what its config names.
  private func reply(_ page: PageWords, _ past: ListPast, at offset: ListOffset?) -> Reply? {
    switch page.hasMore {
    case .said(let hasMore): return hasMore ? .more : .noMore
    case .missing: return nil
    case .unasked: break
    }
    guard let offset else { return .nothing }
    let count = page.content.count
    switch page.pageCount {
    case .said(let pageCount) where endsWithFirstPage: return pageCount > 1 ? .more : .noMore
    case .said(let pageCount):
      // A page with items belongs to the list, whatever number the server's pages begin with.
      if past.look == .beyondPageCount { return .noMore }
      guard pageCount >= (count == 0 ? 0 : max(1, offset.number)) else { return nil }
      return page.isBefore(pageCount, offset, past) ? .more : .noMore
    case .missing: return nil
    case .unasked: break
    }
    guard endsByTotal, !past.hasPassedTotal, past.look != .beyondTotal else { return .nothing }
    guard let total = page.total.value else { return page.total == .missing ? nil : .nothing }
    guard let loaded = offset.items(with: count) else { return .nothing }
    return loaded < total ? .more : .noMore
  }

  /// Whether nothing but the total says whether there is more.
  private func isByTotal(_ page: PageWords) -> Bool { page.hasMore == .unasked && page.pageCount == .unasked }

  // MARK: Pages that may contradict the end

  /// The page is the last one by its own words.
  private func lastPage(_ page: PageWords, _ past: ListPast, at offset: ListOffset?) -> EndVerdict {
    let count = page.content.count
    if isByTotal(page) {
      let isCapped = count > 0 && page.total.value.map(Self.mayBeCapped) ?? false
      return isCapped ? .openBeyondTotal : .closed
    }
    if count > 0, page.hasMore == .unasked, past.hasShortOpening, page.total.value != past.items(with: count) {
      return .openBeyondPageCount
    }
    // An empty page with the last number may also be one beyond the end, of a server that counts from 0.
    if count == 0, page.hasMore == .unasked, let pageCount = page.pageCount.value, pageCount > 0, let offset,
      past.isFirstAssumed
    {
      guard checksTotal, endsByTotal, let total = page.total.value else { return .openPageZero }
      if lacksFirstPage(total, past, at: offset) { return .broken(.firstPageUnknown) }
    }
    // The last page of a list that ends by its cursors is often empty.
    guard count == 0, past.isPromised, !endsByCursor, page.total.value != past.itemCount else { return .closed }
    return .doubtful(.brokenPromise)
  }

  /// Some servers count no further than this, and name it as the total of every longer list.
  private static func mayBeCapped(_ total: Int64) -> Bool { total >= 1_000 && total.isMultiple(of: 500) }

  /// The page is empty, and says itself that there is more.
  private func emptyPage(_ page: PageWords, _ past: ListPast, at offset: ListOffset?) -> EndVerdict {
    let isByTotal = isByTotal(page)
    if isByTotal, !checksTotal { return .closed }
    switch place {
    case .key, .offset: return .broken(.cursorStuck)
    case .cursor: break
    case .pageNumber:
      if isByTotal, let total = page.total.value, let offset, lacksFirstPage(total, past, at: offset) {
        return .broken(.firstPageUnknown)
      }
    }
    let most = emptyPageLimit ?? defaultEmptyPageLimit(page, past)
    if past.emptyPages < most { return .openAfterEmptyPage }
    return .broken(most == 0 ? .cursorStuck : .emptyPages)
  }

  /// A cursor may lead through many pages of items that the reader may not see. Once all are there, few are enough.
  private func defaultEmptyPageLimit(_ page: PageWords, _ past: ListPast) -> Int64 {
    guard place == .cursor else { return 10 }
    let hasAll = (page.total.value ?? past.total).map { past.hasTrueTotal && past.itemCount >= $0 } ?? false
    return hasAll ? 10 : 10_000
  }

  /// Whether the items up to an empty page lack a first page to the total. The walk then began with the second page,
  /// because the server counts from 0 and the config did not name the first page.
  private func lacksFirstPage(_ total: Int64, _ past: ListPast, at offset: ListOffset) -> Bool {
    guard past.isFirstAssumed, past.emptyPages == 0, let loaded = offset.itemsBefore, loaded < total
    else { return false }
    let missing = total - loaded
    let pagesBefore = offset.number - 1
    // In a list with three pages or more, the second page shows the size of the first one.
    if pagesBefore > 1 { return missing == past.largestPage }
    return missing >= past.largestPage && limit.map { missing <= $0 } ?? true
  }

  /// A server that counts from 1 may answer a request for page 0 with page 1.
  private func pageZero(_ page: PageWords, _ past: ListPast) -> EndVerdict {
    if page.content.count > 0, page.bytes != past.opening?.bytes { return .broken(.firstPageUnknown) }
    return past.isPromised ? .doubtful(.brokenPromise) : .closed
  }

  // MARK: A list of one page

  private func firstPage(_ page: PageWords, _ reply: Reply?) -> EndVerdict {
    switch reply {
    case .more where !isByTotal(page): return .broken(.beyondFirstPage)
    case .more, .noMore: return .closed
    // As many items as were asked for may be a part of the list.
    case .nothing, nil: return limit.map { page.content.count >= $0 } ?? false ? .broken(.missingPageInfo) : .closed
    }
  }

  // MARK: Pages that came before

  /// Why a page that came before ends the walk; nil if it did not come before.
  private func repetition(_ page: PageWords, _ past: ListPast, _ reply: Reply?) -> IncompleteReason? {
    guard repeats != .allowed, let mark = page.mark else { return nil }
    let isInARow = mark.hash == past.latest
    // A key that comes again says more, unless no request follows, and so do identities.
    if isInARow, place == .key { return reply == .noMore ? .cursorStuck : nil }
    if isInARow, repeats == .allowedInARow { return nil }
    // A server may send one page again although its cursors move on. A place that it ignores brings nothing else.
    let most: Int64 = place == .cursor ? 2 : 1
    if isInARow, past.repeats >= most, !hasGrown(page, since: past.total) { return .repeatedPage }
    guard let opening = past.opening, let first = opening.mark, mark.repeats(first),
      !hasGrown(page, since: opening.total)
    else { return nil }
    return .firstPageAgain
  }

  /// Items may have been added before an earlier page, so that its items are now on this one.
  private func hasGrown(_ page: PageWords, since before: Int64?) -> Bool {
    guard let now = page.total.value, let before else { return false }
    return now > before
  }

  // MARK: Lists that are read since a mark

  /// Whether a total says how many items the list has. The walk compares them at its end.
  private func namesTotal(_ page: PageWords, _ past: ListPast) -> Bool {
    guard let total = page.total.value ?? past.total, !Self.mayBeCapped(total) else { return false }
    return past.hasTrueTotal || page.hasTrueTotal
  }
}
