/// What was noticed of an offset list that changes while it is read: offsets may then skip items, or bring some twice.
///
/// It is small, because a state has many copies of it.
public struct ListDrift: Sendable, Hashable {
  /// The numbers of items and pages that the server reported for the list.
  private var items = ToldNumber()
  private var pages = ToldNumber()
  /// Whether the newest page with items had fewer items than a page before it. The last page may have fewer, so this
  /// counts only after another page follows.
  private var endsWithSmallerPage = false
  private var shortPageCount: UInt32 = 0
  /// The items of the largest page so far.
  private var largest: UInt32 = 0

  public init() {}

  /// How many pages had fewer items than one before them, although further items follow.
  public var shortPages: Int { Int(shortPageCount) }
  /// How often a page reported a different total than the page before it.
  public var totalChanges: Int { Int(items.changes) }
  /// The newest reported total; nil if there was none.
  public var total: Int64? { items.last }
  /// How often a page reported a different number of pages than the page before it.
  public var pageCountChanges: Int { Int(pages.changes) }
  /// The newest reported number of pages; nil if there was none.
  public var pageCount: Int64? { pages.last }

  mutating func note(_ page: PageMeasure) {
    items.note(page.total)
    pages.note(page.pageCount)
    guard page.itemCount > 0 else { return }
    if endsWithSmallerPage { shortPageCount &+= 1 }
    let size = UInt32(clamping: page.itemCount)
    endsWithSmallerPage = size < largest
    largest = max(largest, size)
  }

  /// Notes what a page reports that replaced a page of the list. It counts for the list, but not for the list's end.
  mutating func note(changeOf page: PageMeasure) {
    items.note(page.total)
    pages.note(page.pageCount)
  }
}

/// A number that pages report about their list.
private struct ToldNumber: Sendable, Hashable {
  /// The newest number; nil if there was none.
  private(set) var last: Int64?
  /// How often the number changed.
  private(set) var changes: UInt32 = 0

  mutating func note(_ told: Int64?) {
    guard let told else { return }
    if let last, last != told { changes &+= 1 }
    last = told
  }
}
