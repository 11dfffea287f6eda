import PagerJSON
import PagerState

/// What a page of a list of offsets or page numbers says of the page after it.
struct OffsetPage {
  let list: OffsetShape
  /// The place of the page.
  let offset: ListOffset
  let page: PageParts
  let total: PageWords.Word<Int64>

  private var content: PageWords.Content { page.content }

  /// - Throws: `JSONReadError` if a key on the way stands twice.
  func frontier() throws(JSONReadError) -> Frontier<PageRequest> {
    let hash = needsHash ? page.items?.bulkHash ?? 0 : 0
    if offset.past.isPageZero {
      // A server that counts from 1 may answer a request for page 0 with page 1.
      return content.count > 0 && hash != offset.past.firstItems ? .broken(.firstPageUnknown) : .closed
    }
    var words = PageWords(content: content)
    if let pointer = list.hasMore { words.hasMore = try PageWords.Word(flagAt: pointer, below: page.connection) }
    words.pageCount = try PageWords.Word(countAt: list.pageCount, below: page.connection)
    if page.shape.total?.endsList == true { words.total = total }
    if !list.allowsRepeats, content.count > 0, hash == offset.past.items, !hasGrown {
      words.repeatsItems = try areDistinct
    }
    switch list.end.verdict(on: words, at: offset) {
    case .closed: return .closed
    case .broken(let reason): return .broken(reason)
    case .open: return next(hash, isAfterEmptyPage: false)
    case .openAfterEmptyPage: return next(hash, isAfterEmptyPage: true)
    case .openPageZero: return pageZero
    }
  }

  // MARK: The next page

  private func next(_ hash: UInt64, isAfterEmptyPage: Bool) -> Frontier<PageRequest> {
    let before = offset.past
    let (number, isTooLarge) = offset.number.addingReportingOverflow(list.countsPages ? 1 : content.count)
    if isTooLarge { return .unresolved }
    let past = OffsetPast(
      emptyPages: isAfterEmptyPage ? before.emptyPages + 1 : 0, largestPage: max(before.largestPage, content.count),
      // If empty pages stand between others, a server that counts from 0 is not the reason for them.
      isFirstAssumed: before.isFirstAssumed && !isAfterEmptyPage, items: content.count > 0 ? hash : 0,
      total: total.value, firstItems: before.firstItems ?? (mayAskForPageZero ? hash : nil))
    return open(ListOffset(number: number, itemsBefore: offset.items(with: content.count), past: past))
  }

  private var pageZero: Frontier<PageRequest> {
    let past = OffsetPast(firstItems: offset.past.firstItems ?? 0, isPageZero: true)
    return open(ListOffset(number: 0, itemsBefore: nil, past: past))
  }

  private func open(_ offset: ListOffset) -> Frontier<PageRequest> {
    .open(list.request(page.shape.furtherQuery, at: offset))
  }

  // MARK: Repeated items

  /// Whether the list may turn out to begin with a page 0.
  private var mayAskForPageZero: Bool { offset.past.isFirstAssumed && list.pageCount != nil }

  private var needsHash: Bool { !list.allowsRepeats || mayAskForPageZero || offset.past.isPageZero }

  /// Items may have been added before the page before, so that its items are now on this one.
  private var hasGrown: Bool {
    guard let now = total.value, let before = offset.past.total else { return false }
    return now > before
  }

  /// Whether the items can be told from each other: only then do equal bytes mean the same items.
  private var areDistinct: Bool {
    get throws(JSONReadError) {
      guard let items = page.items else { return false }
      var seen: Set<UInt64> = []
      for element in items.elements {
        guard element.kind == .object, seen.insert(element.writtenHash).inserted else { return false }
      }
      guard seen.count == 1, let element = items.elements.first(where: { _ in true }) else { return true }
      let item = page.nodeKeys.lazy.compactMap { element[$0] }.first ?? element
      return item["id"].map { !$0.isNull } ?? false
    }
  }
}
