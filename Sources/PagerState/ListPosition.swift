/// How far a list has come: everything needed to continue from there without its pages, also in another process.
public struct ListPosition: Sendable, Hashable {
  /// What is beyond the ends. If the list has not begun, next is nil and everything else is empty. Previous is also nil
  /// if no request asked about that end.
  public var next: Frontier?
  public var previous: Frontier?
  /// How many pages are between the ends, and how many items they carry.
  public var pageCount: Int
  public var itemCount: Int
  /// The number of gaps: pages that do not begin where the page before ends.
  public var gapCount: Int
  /// Fingerprints of the requests that led here, the oldest first, to notice a cycle of cursors.
  public var fingerprints: [UInt64]
  /// The errors that came with the data of these pages; nil if there were none.
  public var partialData: PartialData?
  /// The totals that these pages named; nil if they named none.
  public var totals: ToldTotals?
  /// How many of their items were left out although the list has them once.
  public var omittedCount = 0
  /// What speaks against the end of the list, as these pages say it.
  public var doubts: ListDoubts = []
  /// Whether the list was opened in its middle, so that items before its pages were not read.
  public var beginsInMiddle = false
  /// What the reader of these pages has learnt; nil if it learns nothing.
  public var trail: TrailReference?
  /// Whether the list begins with its first page if the server refuses the first request from here.
  public var restartsIfRefused = false

  public init(
    next: Frontier?, previous: Frontier?, pageCount: Int, itemCount: Int, gapCount: Int = 0,
    fingerprints: [UInt64], partialData: PartialData? = nil, trail: TrailReference? = nil
  ) {
    self.next = next
    self.previous = previous
    self.pageCount = pageCount
    self.itemCount = itemCount
    self.gapCount = gapCount
    self.fingerprints = fingerprints
    self.partialData = partialData
    self.trail = trail
  }

  /// Before the first page.
  public static var beginning: ListPosition {
    ListPosition(next: nil, previous: nil, pageCount: 0, itemCount: 0, fingerprints: [])
  }

  public subscript(end: ListEnd) -> Frontier? {
    get {
      switch end {
      case .next: next
      case .previous: previous
      }
    }
    set {
      switch end {
      case .next: next = newValue
      case .previous: previous = newValue
      }
    }
  }
}
