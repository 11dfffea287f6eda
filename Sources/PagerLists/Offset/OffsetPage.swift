import PagerJSON
import PagerState

/// What a page of a list of offsets or page numbers says of the page after it.
struct OffsetPage {
  let list: OffsetShape
  /// The place of the page.
  let offset: ListOffset
  let page: PageParts

  private var past: ListPast { page.request.past }

  /// - Throws: `JSONReadError` if a key on the way stands twice.
  func end() throws(JSONReadError) -> PageEnd {
    var rules = list.end
    rules.endsByTotal = page.shape.total.map { $0.endsList || list.end.endsWithFirstPage } ?? false
    let words = try words
    let verdict = rules.verdict(on: words, after: past, at: offset)
    switch verdict {
    case .closed: return .closed
    case .doubtful(let doubts): return PageEnd(.closed, in: doubts)
    case .broken(let reason): return PageEnd(.broken(reason))
    case .openPageZero: return open(ListOffset(number: 0, itemsBefore: nil), words, verdict)
    case .open, .openAfterEmptyPage, .openBeyondTotal, .openBeyondPageCount: break
    }
    let count = words.content.count
    let (number, isTooLarge) = offset.number.addingReportingOverflow(list.countsPages ? 1 : count)
    if isTooLarge { return PageEnd(.unresolved) }
    return open(ListOffset(number: number, itemsBefore: offset.items(with: count)), words, verdict)
  }

  private var words: PageWords {
    get throws(JSONReadError) {
      var words = page.words
      if let pointer = list.hasMore {
        words.hasMore = try PageWords.Word(flagAt: pointer, below: page.connection)
      } else if let pointer = list.nextCursor {
        words.hasMore = try PageWords.Word(cursorAt: pointer, below: page.connection)
      }
      words.pageCount = try PageWords.Word(countAt: list.pageCount, below: page.connection)
      if mayAskForPageZero || past.look == .pageZero { words.bytes = page.items?.bulkHash }
      return words
    }
  }

  /// Whether the list may turn out to begin with a page 0.
  private var mayAskForPageZero: Bool { past.isFirstAssumed && past.opening == nil && list.pageCount != nil }

  private func open(_ next: ListOffset, _ words: PageWords, _ verdict: EndVerdict) -> PageEnd {
    // A page says how large the pages are that the server counts, if requests name the size.
    let limit = words.hasMore == .unasked && list.countsPages ? list.limit : nil
    // An empty page that leads to page 0 has broken the promise of the page before.
    let isPromise =
      verdict == .openPageZero
      ? past.isPromised && words.total.value != past.itemCount : words.isPromise(at: offset, after: past)
    let following = past.following(
      words, verdict, isPromise: isPromise, limit: limit, countsFromZero: list.countsPages && offset.number == 0)
    return PageEnd(.open(list.request(page.shape.furtherQuery, at: next, after: following)))
  }
}
