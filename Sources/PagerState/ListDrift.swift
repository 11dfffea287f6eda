/// What was noticed of an offset list that changes while it is read: offsets may then skip items, or bring some twice.
///
/// It is small, because a state has many copies of it.
public struct ListDrift: Sendable, Hashable {
  /// The total that was told last; nil where none was.
  public private(set) var total: Int64?
  /// Whether the newest page with items had fewer than one before: the last page may, so it counts once another one follows.
  private var endsWithSmallerPage = false
  private var shortPageCount: UInt32 = 0
  private var totalChangeCount: UInt32 = 0
  /// The items of the largest page so far.
  private var largest: UInt32 = 0

  public init() {}

  /// How many pages had fewer items than one before them, although further items follow.
  public var shortPages: Int { Int(shortPageCount) }
  /// How often a page told another total than the one before it.
  public var totalChanges: Int { Int(totalChangeCount) }

  mutating func note(_ page: PageMeasure) {
    if let told = page.total {
      if let total, total != told { totalChangeCount &+= 1 }
      total = told
    }
    guard page.itemCount > 0 else { return }
    if endsWithSmallerPage { shortPageCount &+= 1 }
    let size = UInt32(clamping: page.itemCount)
    endsWithSmallerPage = size < largest
    largest = max(largest, size)
  }
}
