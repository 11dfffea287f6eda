import HashTreeCollections

/// What has been loaded of the list, retained or not.
public struct PageListSummary: Sendable, Hashable {
  /// How many pages are in the list.
  public private(set) var pagesLoaded: Int
  private var counts = ItemCounts()
  /// How many items they carry.
  public var itemsLoaded: Int { counts.shown }
  /// How many of these are null.
  public var nullCount: Int { counts.nulls }
  /// The lists inside these that were not whole, or did not say whether they were.
  public var nested: NestedCount { counts.nested }
  /// How many times a page does not begin where the page before it ends, because the page before it has changed since.
  /// Items between them may be missing or come twice. Only a new first page repairs this.
  public private(set) var gapCount: Int
  /// How many items were left out, because an earlier page had them.
  public var duplicateCount: Int { counts.duplicates }
  /// How many items were left out, because an earlier run had them.
  public var knownCount: Int { counts.known }
  /// How many items were left out although the list has them once. Those of an earlier process count, too.
  public var omittedCount: Int { counts.omitted }
  /// What speaks against the end of the list, as its pages say it.
  public internal(set) var pageDoubts: ListDoubts = []
  /// What the reader of the pages has learnt up to the newest page; nil if it learns nothing.
  public internal(set) var trail: TrailReference?
  /// The signs that the list changes while it is read.
  public private(set) var drift = ListDrift()
  /// The same before the newest page.
  private var earlierDrift = ListDrift()
  /// The errors that came with its pages; nil if there were none.
  public private(set) var partialData: PartialData? {
    get { remarks?.value.partialData }
    set { remark { $0.partialData = newValue } }
  }
  /// Whether another process opened the list in its middle: the items before are not in it.
  public private(set) var beginsInMiddle = false
  /// The fields for which an answer has two values in one record of a cache; nil if there are none.
  public private(set) var conflicts: ListConflicts? {
    get { remarks?.value.conflicts }
    set { remark { $0.conflicts = newValue } }
  }
  /// The lists beside this one that have more, on its first page; nil: all of these show all their items.
  public private(set) var siblings: SiblingLists? {
    get { remarks?.value.siblings }
    set { remark { $0.siblings = newValue } }
  }
  /// What few lists have.
  private var remarks: ByReference<Remarks>?

  private struct Remarks: Sendable, Hashable {
    var partialData: PartialData?
    var conflicts: ListConflicts?
    var siblings: SiblingLists?
  }

  private mutating func remark(_ change: (inout Remarks) -> Void) {
    var changed = remarks?.value ?? Remarks()
    change(&changed)
    remarks = changed == Remarks() ? nil : ByReference(changed)
  }

  init() {
    (pagesLoaded, gapCount) = (0, 0)
  }

  /// The list up to a position at which another process stopped.
  init(upTo position: ListPosition) {
    pagesLoaded = position.pageCount
    (counts.shown, counts.omitted) = (position.itemCount, position.omittedCount)
    gapCount = position.gapCount
    pageDoubts = position.doubts
    trail = position.trail
    beginsInMiddle = position.beginsInMiddle
    drift = ListDrift(totals: position.totals)
    earlierDrift = drift
    if position.partialData != nil { partialData = position.partialData }
  }

  /// - Parameter id: the place of the page; nil if it is not retained.
  mutating func count(
    _ page: PageFacts, inPlaceOf interim: InterimPage?, replacesPage: Bool, at id: PageID?
  ) {
    if !replacesPage { pagesLoaded += 1 }
    counts += page.counts
    if let interim { counts -= interim.counts }
    // The page that it replaces has left the list with its errors.
    if replacesPage, let id { replace(id, with: nil) }
    if let errors = page.errors { partialData = .adding(errors, of: pagesLoaded, at: id, to: partialData) }
    guard page.hasData else { return }
    trail = page.trail
    pageDoubts.formUnion(page.doubts)
    if let found = page.siblings { siblings = found }
    if let found = page.conflicts { conflicts = .adding(found, of: pagesLoaded, to: conflicts) }
    // The answer counts, and not the page that came ahead of it.
    if interim == nil { earlierDrift = drift } else { drift = earlierDrift }
    drift.note(page.measure)
  }

  /// Another answer has taken the place of a page: its errors leave with it.
  mutating func replace(_ id: PageID, with errors: ErrorsBesideData?) {
    guard remarks != nil else { return }
    partialData = .replacing(id, with: errors, in: partialData)
  }

  /// A page replaced a counted page, which had changed.
  mutating func count(_ page: PageFacts, inPlaceOf before: HeldFacts) {
    counts += page.counts
    counts -= before.counts
    drift.note(changeOf: page.measure)
    earlierDrift.note(changeOf: page.measure)
  }

  mutating func count(gap isThere: Bool, before wasThere: Bool) {
    gapCount += (isThere ? 1 : 0) - (wasThere ? 1 : 0)
  }
}

/// What was noticed of a list that changes while it is read: offsets may then skip items, or bring some twice.
///
/// It is small, because a state has many copies of it.
public struct ListDrift: Sendable, Hashable {
  /// The numbers of items and pages that the server reported for the list.
  private var items = ToldNumber()
  private var pages = ToldNumber()
  /// Whether each total was the number of items of its own page.
  private var totalsCountPages = true
  /// Whether the newest page with items had fewer items than a page before it. The last page may have fewer, so this
  /// counts only after another page follows.
  private var endsWithSmallerPage = false
  private var shortPageCount: UInt32 = 0
  /// The items of the largest page so far.
  private var largest: UInt32 = 0

  public init() {}

  /// - Parameter totals: what the pages before named.
  init(totals: ToldTotals?) {
    items = ToldNumber(totals.map { $0.least...$0.greatest })
    totalsCountPages = totals?.countPages ?? true
  }

  /// How many pages had fewer items than one before them, although further items follow.
  public var shortPages: Int { Int(shortPageCount) }
  /// How often a page reported a different total than the page before it.
  public var totalChanges: Int { Int(items.changes) }
  /// The newest reported total; nil if there was none.
  public var total: Int64? { items.last }
  /// All reported totals; nil if there was none.
  public var totals: ToldTotals? {
    items.range.map { ToldTotals(least: $0.lowerBound, greatest: $0.upperBound, countPages: totalsCountPages) }
  }
  /// How often a page reported a different number of pages than the page before it.
  public var pageCountChanges: Int { Int(pages.changes) }
  /// The newest reported number of pages; nil if there was none.
  public var pageCount: Int64? { pages.last }

  mutating func note(_ page: PageMeasure) {
    noteNumbers(page)
    guard page.itemCount > 0 else { return }
    if endsWithSmallerPage { shortPageCount &+= 1 }
    let size = UInt32(clamping: page.itemCount)
    endsWithSmallerPage = size < largest
    largest = max(largest, size)
  }

  /// Notes what a page reports that replaced a page of the list. It counts for the list, but not for the list's end.
  mutating func note(changeOf page: PageMeasure) {
    noteNumbers(page)
  }

  private mutating func noteNumbers(_ page: PageMeasure) {
    items.note(page.total)
    pages.note(page.pageCount)
    if let total = page.total, total != page.itemCount { totalsCountPages = false }
  }
}

/// A number that pages report about their list.
private struct ToldNumber: Sendable, Hashable {
  /// The newest number; nil if there was none.
  private(set) var last: Int64?
  /// The smallest number and the greatest one; nil if there was none.
  private(set) var range: ClosedRange<Int64>?
  /// How often the number changed.
  private(set) var changes: UInt32 = 0

  init(_ range: ClosedRange<Int64>? = nil) {
    self.range = range
  }

  mutating func note(_ told: Int64?) {
    guard let told else { return }
    if let last, last != told { changes &+= 1 }
    last = told
    range = min(range?.lowerBound ?? told, told)...max(range?.upperBound ?? told, told)
  }
}
