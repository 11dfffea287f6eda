/// What was noticed of an offset list that changes while it is read: offsets may then skip items, or bring some twice.
public struct ListDrift: Sendable, Hashable {
  /// How many pages had fewer items than one before them, although further items follow.
  public private(set) var shortPages = 0
  /// How often a page told another total than the one before it.
  public private(set) var totalChanges = 0
  /// The total that was told last; nil where none was.
  public private(set) var total: Int64?
  /// The items of the largest page so far.
  private var largest = 0
  /// Whether the newest page with items had fewer: the last page may, so it counts once another one follows.
  private var endsWithSmallerPage = false

  public init() {}

  mutating func note(_ page: PageMeasure) {
    if let told = page.total {
      if let total, total != told { totalChanges += 1 }
      total = told
    }
    guard page.itemCount > 0 else { return }
    if endsWithSmallerPage { shortPages += 1 }
    endsWithSmallerPage = page.itemCount < largest
    largest = max(largest, page.itemCount)
  }
}
