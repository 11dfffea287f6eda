import HashTreeCollections

/// The pages of a list at one moment. Taking one costs nothing; it stays as it is when the list grows.
public struct PageSnapshot: Sendable {
  /// The page, if there is one only: most pagers keep no more.
  private var only: ListPage?
  private var onlyRole = PageRole.initial
  /// All pages, if there are several.
  private var many: ByReference<Pages>?
  /// How many pages of the list lie between the initial one and these, at each end: pages that are not retained.
  private var skippedNext = 0
  private var skippedPrevious = 0

  /// Pages on both sides of the initial one.
  private struct Pages: Sendable {
    var previous = PageSequence()
    var initial: ListPage?
    var next = PageSequence()
  }

  init() {}

  /// No pages; this many pages of the list are not retained.
  init(skippingNext next: Int, previous: Int) {
    skippedNext = next
    skippedPrevious = previous
  }

  /// Pages before the initial one, the nearest first.
  public var previous: PageSequence { many?.value.previous ?? (onlyRole == .previous ? PageSequence(only) : []) }
  /// The first page of a fetch; nil before one arrived, and if pages are not retained.
  public var initial: ListPage? { many.map { $0.value.initial } ?? (onlyRole == .initial ? only : nil) }
  /// Pages after the initial one, the nearest first.
  public var next: PageSequence { many?.value.next ?? (onlyRole == .next ? PageSequence(only) : []) }

  /// How many pages there are.
  public var count: Int {
    guard let many else { return only == nil ? 0 : 1 }
    return many.value.previous.count + (many.value.initial == nil ? 0 : 1) + many.value.next.count
  }

  /// The page at a position of the list: previous pages from the farthest on, the initial page, next pages. Nil
  /// outside.
  public func page(at position: Int) -> (page: ListPage, role: PageRole)? {
    guard position >= 0, position < count else { return nil }
    guard let pages = many?.value else { return only.map { ($0, onlyRole) } }
    let previousCount = pages.previous.count
    if position < previousCount { return (pages.previous[previousCount - 1 - position], .previous) }
    guard let initial = pages.initial else { return (pages.next[position - previousCount], .next) }
    if position == previousCount { return (initial, .initial) }
    return (pages.next[position - previousCount - 1], .next)
  }

  /// The position of a page that changed; nil if the snapshot does not have it.
  public func position(of change: PageChange) -> Int? {
    // A page that is shown alone is the changed page, wherever it stands in the list.
    guard let pages = many?.value, let id = change.id else { return count == 1 ? 0 : nil }
    let position =
      switch id.role {
      case .previous: pages.previous.count - 1 - (id.index - skippedPrevious)
      case .initial: pages.previous.count
      case .next: pages.previous.count + (pages.initial == nil ? 0 : 1) + id.index - skippedNext
      }
    return (0..<count).contains(position) ? position : nil
  }

  /// Adds a page: the initial page starts the list anew, the others go to the end named by their role.
  mutating func add(_ page: ListPage, as role: PageRole) {
    if role == .initial { self = PageSnapshot() }
    guard many != nil || only != nil else {
      (only, onlyRole) = (page, role)
      return
    }
    change { pages in
      switch role {
      case .initial: pages.initial = page
      case .next: pages.next.append(page)
      case .previous: pages.previous.append(page)
      }
    }
  }

  private mutating func change<Result>(_ change: (inout Pages) -> Result) -> Result {
    var pages = many?.value ?? Pages(previous: previous, initial: initial, next: next)
    let result = change(&pages)
    many = ByReference(pages)
    only = nil
    return result
  }

  /// The places of these pages in a list.
  func places(in list: UInt64) -> HeldPages {
    let (nextCount, previousCount) =
      many.map { ($0.value.next.count, $0.value.previous.count) }
      ?? (only != nil && onlyRole == .next ? 1 : 0, only != nil && onlyRole == .previous ? 1 : 0)
    return HeldPages(
      list: list, hasInitial: initial != nil, next: skippedNext..<(skippedNext + nextCount),
      previous: skippedPrevious..<(skippedPrevious + previousCount))
  }

  /// The page in a place, counted from the initial page; nil if there is none.
  func page(as role: PageRole, at index: Int) -> ListPage? {
    switch role {
    case .initial: initial
    case .next: next.page(at: index - skippedNext)
    case .previous: previous.page(at: index - skippedPrevious)
    }
  }

  /// Puts a page in the place of another, counted from the initial page. Returns whether there is one.
  mutating func replace(_ page: ListPage, as role: PageRole, at index: Int) -> Bool {
    guard self.page(as: role, at: index) != nil else { return false }
    if many == nil {
      only = page
      return true
    }
    return change { [skippedNext, skippedPrevious] pages in
      switch role {
      case .initial:
        pages.initial = page
        return true
      case .next: return pages.next.replace(at: index - skippedNext, with: page)
      case .previous: return pages.previous.replace(at: index - skippedPrevious, with: page)
      }
    }
  }
}

/// Pages in the order in which they were loaded.
///
/// A persistent collection: a copy shares its pages with the original, so adding or replacing a page while a subscriber
/// holds an older sequence copies no other page, and takes a time logarithmic in their number.
public struct PageSequence: Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
  /// Most pagers keep one page at most.
  private var first: ListPage?
  /// The pages after the first; nil if the sequence has one page at most.
  private var others: TreeDictionary<Int, ListPage>?

  public init() {}

  public init(arrayLiteral pages: ListPage...) {
    for page in pages { append(page) }
  }

  init(_ only: ListPage?) {
    first = only
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { first == nil ? 0 : 1 + (others?.count ?? 0) }

  public subscript(position: Int) -> ListPage {
    guard let page = page(at: position) else {
      preconditionFailure("page \(position) of \(count)")
    }
    return page
  }

  /// The page at a position; nil if there is none.
  func page(at position: Int) -> ListPage? { position == 0 ? first : others?[position] }

  /// Adds a page after the newest one.
  public mutating func append(_ page: ListPage) {
    guard first != nil else {
      first = page
      return
    }
    let index = endIndex
    if others == nil { others = [:] }
    others?[index] = page
  }

  /// Puts a page in the place of another. Returns whether there is one.
  mutating func replace(at position: Int, with page: ListPage) -> Bool {
    guard indices.contains(position) else { return false }
    if position == 0 { first = page } else { others?[position] = page }
    return true
  }
}

/// The places of a list that hold a page, for code that watches pages. Reading them costs nothing.
public struct HeldPages: Sendable, Hashable {
  public let list: UInt64
  public let hasInitial: Bool
  /// The pages after the initial one, counted from it.
  public let next: Range<Int>
  /// The pages before the initial one, counted from it.
  public let previous: Range<Int>

  public func contains(_ id: PageID) -> Bool {
    guard id.list == list else { return false }
    return switch id.role {
    case .initial: hasInitial
    case .next: next.contains(id.index)
    case .previous: previous.contains(id.index)
    }
  }

  /// Whether all places that held a page before still do.
  public func keeps(_ before: HeldPages) -> Bool {
    if before.isEmpty { return true }
    return list == before.list && (hasInitial || !before.hasInitial) && Self.covers(next, before.next)
      && Self.covers(previous, before.previous)
  }

  private var isEmpty: Bool { !hasInitial && next.isEmpty && previous.isEmpty }

  private static func covers(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
    other.isEmpty || (range.lowerBound <= other.lowerBound && range.upperBound >= other.upperBound)
  }
}

/// The page that made an update.
public struct PageChange: Sendable {
  public let page: ListPage
  public let role: PageRole
  /// Its place in the list; nil for a page that is shown and not kept: one with errors only.
  public let id: PageID?
  public let source: PageSource
  /// Whether subscribers already got the page. It is then the newest state of the same page.
  public let isRenewal: Bool

  init(_ page: ListPage, as role: PageRole, at id: PageID?, from source: PageSource, isRenewal: Bool = false) {
    self.page = page
    self.role = role
    self.id = id
    self.source = source
    self.isRenewal = isRenewal
  }
}
