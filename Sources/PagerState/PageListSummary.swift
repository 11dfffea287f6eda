/// What has been loaded of the list, retained or not.
public struct PageListSummary: Sendable, Hashable {
  /// How many pages are in the list.
  public private(set) var pagesLoaded = 0
  /// How many items they carry.
  public private(set) var itemsLoaded = 0
  /// The lists inside these that were not whole, or did not say whether they were.
  public private(set) var nested = NestedCount()

  mutating func count<Request: Hashable & Sendable>(
    _ page: PageInspection<Request>, inPlaceOf interim: InterimPage?, replacesPage: Bool
  ) {
    if !replacesPage { pagesLoaded += 1 }
    itemsLoaded += page.itemCount - (interim?.items ?? 0)
    nested += page.nested
    if let interim { nested -= interim.nested }
  }
}
