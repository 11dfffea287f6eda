/// What has been loaded of the list, retained or not.
public struct PageListSummary: Sendable, Hashable {
  /// How many pages are in the list.
  public private(set) var pagesLoaded = 0
  /// How many items they carry.
  public private(set) var itemsLoaded = 0

  mutating func count(_ items: Int, replacesPage: Bool) {
    if !replacesPage { pagesLoaded += 1 }
    itemsLoaded += items
  }
}
