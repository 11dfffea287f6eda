/// What the config or a user's function read from a page. The state decides with it.
public struct PageFacts: Sendable, Hashable {
  /// False for a response that carries errors only: it is kept and shown, but says nothing about the list.
  public var hasData: Bool
  /// How many items the page carries, without those that were left out.
  public var itemCount: Int
  /// How many of these are null.
  public var nullCount = 0
  /// How many of its items were left out because an earlier page had them.
  public var duplicateCount = 0
  /// How many of its items were left out because an earlier run had them.
  public var knownCount = 0
  /// How many of its items were left out because no run hands them out.
  public var skippedCount = 0
  /// What speaks against the list if it ends with this page.
  public var doubts: ListDoubts = []
  /// What the reader has learnt up to this page; nil if it learns nothing.
  public var trail: TrailReference?
  /// How many items it says the whole list has; nil if it does not say, or says a number that its items contradict.
  public var total: Int64?
  /// How many pages it says the whole list has; nil if it does not say.
  public var pageCount: Int64?
  /// The lists inside its items that are not whole, or do not say whether they are.
  public var nested = NestedCount()
  /// The errors beside its data, or of a page without data if these count; nil if there are none.
  public var errors: ErrorsBesideData? {
    get { remarks?.value.errors }
    set { remark { $0.errors = newValue } }
  }
  /// The fields for which its answer has two values in one record of a cache; nil if there are none.
  public var conflicts: PageConflicts? {
    get { remarks?.value.conflicts }
    set { remark { $0.conflicts = newValue } }
  }
  /// The lists beside this one that have more; nil: all of these show all their items.
  public var siblings: SiblingLists? {
    get { remarks?.value.siblings }
    set { remark { $0.siblings = newValue } }
  }
  /// What few pages have.
  private var remarks: ByReference<Remarks>?
  /// What lies after the page.
  public var next: Frontier
  /// What lies before the page.
  public var previous: Frontier
  /// Whether the page ends its operation because of its errors. It is kept like any other page with data.
  public var endsOperation: Bool

  public init(
    hasData: Bool, itemCount: Int, next: Frontier, previous: Frontier, endsOperation: Bool = false
  ) {
    self.hasData = hasData
    self.itemCount = itemCount
    self.next = next
    self.previous = previous
    self.endsOperation = endsOperation
  }

  /// What lies beyond an end.
  public subscript(end: ListEnd) -> Frontier {
    get { end == .next ? next : previous }
    set { if end == .next { next = newValue } else { previous = newValue } }
  }

  private struct Remarks: Sendable, Hashable {
    var errors: ErrorsBesideData?
    var conflicts: PageConflicts?
    var siblings: SiblingLists?
  }

  private mutating func remark(_ change: (inout Remarks) -> Void) {
    var changed = remarks?.value ?? Remarks()
    change(&changed)
    remarks = changed == Remarks() ? nil : ByReference(changed)
  }

  /// A response without data.
  public static var withoutData: PageFacts {
    PageFacts(hasData: false, itemCount: 0, next: .closed, previous: .closed)
  }
}

/// What is beyond one end of the list, according to the newest page with data at that end.
public enum Frontier: Sendable, Hashable {
  /// There are more pages, and this is the request for the next one.
  case open(ListRequest)
  /// The list ends here.
  case closed
  /// There are more pages, but no query for them.
  case unresolved
  /// There may be more pages, and this is why they cannot be requested.
  case broken(IncompleteReason)
}

/// Why a list cannot be completed.
public enum IncompleteReason: Error, Sendable, Hashable {
  /// The page says that there is more, but gives the cursor of its own request.
  case cursorStuck
  /// The page says there is more, and gives the cursor of an earlier page.
  case cursorCycle
  /// The page does not say whether there is more.
  case missingPageInfo
  /// The page says there is more, and gives no cursor.
  case nullCursor
  /// A walk reached its cap of pages or items, and there is more.
  case pageLimit
  /// Pages that are held have changed since the pages beyond them were loaded: items between them may be missing, or
  /// come twice.
  case pagesChanged
  /// The item at the end of the page has no key to ask for the next page with. Nil in a list that another process read.
  case missingKey(KeyFault?)
  /// Two items of the page have the same key, so a request with it may skip items.
  case duplicateKey(KeyFault?)
  /// There is a null in place of the items, and the page does not say that the list ends.
  case nullList
  /// Too many pages in a row are empty, and each says that there is more.
  case emptyPages
  /// The page has the items of the page before it: the server ignores the place that the request names.
  case repeatedPage
  /// The page has the items of the first page: the server does not know the cursor any more, or goes round in circles.
  case firstPageAgain
  /// The server counts its pages from another number than the walk, so the first page is missing.
  case firstPageUnknown
  /// There is a null above the list, and no error explains it. Nil in a list that another process read.
  case nullAbove(NullPlace?)
  /// The page says that there is more, and the config says that it is the whole list.
  case beyondFirstPage
  /// A list with the newest items first ends, and no item came that an earlier run had.
  case markNotReached
  /// A request moved the list, and its page did not come into it.
  case movedOn
}

extension IncompleteReason: CaseIterable {
  public static var allCases: [IncompleteReason] {
    [
      .cursorStuck, .cursorCycle, .missingPageInfo, .nullCursor, .pageLimit, .pagesChanged, .missingKey(nil),
      .duplicateKey(nil), .nullList, .nullAbove(nil), .emptyPages, .repeatedPage, .firstPageAgain,
      .firstPageUnknown, .beyondFirstPage, .markNotReached, .movedOn,
    ]
  }
}

/// What is wrong with the keys of a page, in words that name the items. A class, because reasons are copied with every
/// state.
public final class KeyFault: Sendable, Hashable {
  public let message: String

  public init(_ message: String) {
    self.message = message
  }

  public static func == (left: KeyFault, right: KeyFault) -> Bool { left.message == right.message }

  public func hash(into hasher: inout Hasher) { hasher.combine(message) }
}

extension KeyFault: CustomStringConvertible {
  public var description: String { message }
}

/// What a page says about the size of its list. It shows whether the list changes while it is read.
public struct PageMeasure: Sendable, Hashable {
  /// How many items came, including the duplicates that were left out.
  public let itemCount: Int
  /// How many items the server says the list has; nil if it does not say.
  public let total: Int64?
  /// How many pages the server says the list has; nil if it does not say.
  public let pageCount: Int64?

  public init(itemCount: Int, total: Int64?, pageCount: Int64? = nil) {
    self.itemCount = itemCount
    self.total = total
    self.pageCount = pageCount
  }
}

extension PageFacts {
  /// What the page says of the size of its list.
  public var measure: PageMeasure {
    let count = itemCount + duplicateCount + knownCount + skippedCount
    return PageMeasure(itemCount: count, total: total, pageCount: pageCount)
  }
}

/// Counts the lists inside the items of pages that are not known to be complete.
public struct NestedCount: Sendable, Hashable {
  /// How many say that there is more.
  public var incomplete = 0
  /// How many do not say whether there is more.
  public var unknown = 0

  public init() {}

  public static func += (left: inout NestedCount, right: NestedCount) {
    left.incomplete += right.incomplete
    left.unknown += right.unknown
  }

  public static func -= (left: inout NestedCount, right: NestedCount) {
    left.incomplete -= right.incomplete
    left.unknown -= right.unknown
  }
}
