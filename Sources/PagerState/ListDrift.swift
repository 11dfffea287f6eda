/// What was noticed of an offset list that changes while it is read: offsets may then skip items, or bring some twice.
///
/// It is small, because a state has many copies of it.
public struct ListDrift: Sendable, Hashable {
  /// The items, and the pages, that the list was said to have.
  private var items = ToldNumber()
  private var pages = ToldNumber()
  /// Whether the newest page with items had fewer than one before: the last page may, so it counts once another one follows.
  private var endsWithSmallerPage = false
  private var shortPageCount: UInt32 = 0
  /// The items of the largest page so far.
  private var largest: UInt32 = 0

  public init() {}

  /// How many pages had fewer items than one before them, although further items follow.
  public var shortPages: Int { Int(shortPageCount) }
  /// How often a page told another total than the one before it.
  public var totalChanges: Int { Int(items.changes) }
  /// The total that was told last; nil where none was.
  public var total: Int64? { items.last }
  /// How often a page told another number of pages than the one before it.
  public var pageCountChanges: Int { Int(pages.changes) }
  /// The number of pages that was told last; nil where none was.
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

  /// What a page tells that took the place of one in the list: of that list, and not where it ends.
  mutating func note(changeOf page: PageMeasure) {
    items.note(page.total)
    pages.note(page.pageCount)
  }
}

/// A number that pages tell of their list.
private struct ToldNumber: Sendable, Hashable {
  /// What was told last; nil where nothing was.
  private(set) var last: Int64?
  /// How often it was another one than before.
  private(set) var changes: UInt32 = 0

  mutating func note(_ told: Int64?) {
    guard let told else { return }
    if let last, last != told { changes &+= 1 }
    last = told
  }
}
