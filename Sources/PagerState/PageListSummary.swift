/// What has been loaded of the list, retained or not.
public struct PageListSummary: Sendable, Hashable {
  /// How many pages are in the list.
  public private(set) var pagesLoaded: Int
  /// How many items they carry.
  public private(set) var itemsLoaded: Int
  /// The lists inside these that were not whole, or did not say whether they were.
  public private(set) var nested = NestedCount()
  /// How many times a page does not begin where the page before it ends, because the page before it has changed since.
  /// Items between them may be missing or come twice. Only a new first page repairs this.
  public private(set) var gapCount: Int
  /// How many items were left out, because an earlier page had them.
  public private(set) var duplicateCount = 0
  /// The signs that the list changes while it is read. They only matter for offset lists.
  public private(set) var drift = ListDrift()
  /// The same before the newest page.
  private var earlierDrift = ListDrift()
  /// The errors that came with the data of its pages; nil if there were none.
  public private(set) var partialData: PartialData? {
    get { boxedPartialData?.value }
    set { boxedPartialData = newValue.map { Boxed($0) } }
  }
  private var boxedPartialData: Boxed<PartialData>?

  init(pagesLoaded: Int = 0, itemsLoaded: Int = 0, gapCount: Int = 0, partialData: PartialData? = nil) {
    self.pagesLoaded = pagesLoaded
    self.itemsLoaded = itemsLoaded
    self.gapCount = gapCount
    self.partialData = partialData
  }

  /// - Parameter id: the place of the page; nil if it is not retained.
  mutating func count<Request: Hashable & Sendable>(
    _ page: PageInspection<Request>, inPlaceOf interim: InterimPage?, replacesPage: Bool, at id: PageID?
  ) {
    if !replacesPage { pagesLoaded += 1 }
    itemsLoaded += page.itemCount - (interim?.items ?? 0)
    nested += page.nested
    if let interim { nested -= interim.nested }
    duplicateCount += page.duplicateCount - (interim?.duplicates ?? 0)
    guard page.hasData else { return }
    if let errors = page.errors { partialData = .adding(errors, of: pagesLoaded, at: id, to: partialData) }
    // The answer counts, and not the page that came ahead of it.
    if interim == nil { earlierDrift = drift } else { drift = earlierDrift }
    drift.note(page.measure)
  }

  /// Another answer has taken the place of a page: its errors leave with it.
  mutating func replace(_ id: PageID, with errors: ErrorsBesideData?) {
    guard boxedPartialData != nil else { return }
    partialData = .replacing(id, with: errors, in: partialData)
  }

  /// A page replaced a counted page, which had changed.
  mutating func count<Request: Hashable & Sendable>(_ page: PageInspection<Request>, inPlaceOf before: PageFacts) {
    itemsLoaded += page.itemCount - before.itemCount
    duplicateCount += page.duplicateCount - before.duplicateCount
    nested += page.nested
    nested -= before.nested
    drift.note(changeOf: page.measure)
    earlierDrift.note(changeOf: page.measure)
  }

  mutating func count(gap isThere: Bool, before wasThere: Bool) {
    gapCount += (isThere ? 1 : 0) - (wasThere ? 1 : 0)
  }
}
