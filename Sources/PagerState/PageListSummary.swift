/// What has been loaded of the list, retained or not.
public struct PageListSummary: Sendable, Hashable {
  /// How many pages are in the list.
  public private(set) var pagesLoaded: Int
  /// How many items they carry.
  public private(set) var itemsLoaded: Int

  init(pagesLoaded: Int = 0, itemsLoaded: Int = 0) {
    self.pagesLoaded = pagesLoaded
    self.itemsLoaded = itemsLoaded
  }

  mutating func count(_ items: Int, replacesPage: Bool) {
    if !replacesPage { pagesLoaded += 1 }
    itemsLoaded += items
  }
}
