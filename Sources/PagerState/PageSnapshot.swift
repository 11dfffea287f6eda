/// The pages of a list at one moment. Taking one costs nothing; it stays as it is when the list grows.
public struct PageSnapshot<Page: Sendable>: Sendable {
  /// Pages before the initial one, the nearest first.
  public var previous = PageSequence<Page>()
  /// The first page of a fetch; nil before one arrived, and if pages are not retained.
  public var initial: Page? {
    get { boxedInitial?.value }
    set { boxedInitial = newValue.map { Boxed($0) } }
  }
  /// Pages after the initial one, the nearest first.
  public var next = PageSequence<Page>()
  private var boxedInitial: Boxed<Page>?
  /// How many pages of the list lie between the initial one and these, at each end: pages that are not retained.
  private var skippedNext = 0
  private var skippedPrevious = 0

  public init() {}

  /// No pages, in a list of which so many are not retained.
  init(skippingNext next: Int, previous: Int) {
    skippedNext = next
    skippedPrevious = previous
  }

  /// How many pages there are.
  public var count: Int {
    previous.count + (boxedInitial == nil ? 0 : 1) + next.count
  }

  /// The page at a position of the list: previous pages from the farthest on, the initial page, next pages. Nil
  /// outside.
  public func page(at position: Int) -> (page: Page, role: PageRole)? {
    guard position >= 0, position < count else { return nil }
    if position < previous.count { return (previous[previous.count - 1 - position], .previous) }
    guard let initial else { return (next[position - previous.count], .next) }
    if position == previous.count { return (initial, .initial) }
    return (next[position - previous.count - 1], .next)
  }

  /// The position of a page that changed; nil if the snapshot does not have it.
  public func position(of change: PageChange<Page>) -> Int? {
    // A page that is shown alone is the page that changed, wherever it is in the list.
    guard count > 1, let id = change.id else { return count == 1 ? 0 : nil }
    let position =
      switch id.role {
      case .previous: previous.count - 1 - (id.index - skippedPrevious)
      case .initial: previous.count
      case .next: previous.count + (boxedInitial == nil ? 0 : 1) + id.index - skippedNext
      }
    return (0..<count).contains(position) ? position : nil
  }

  /// Adds a page: the initial page starts the list anew, the others go to the end named by their role.
  mutating func add(_ page: Page, as role: PageRole) {
    switch role {
    case .initial:
      self = PageSnapshot()
      initial = page
    case .next: next.append(page)
    case .previous: previous.append(page)
    }
  }

  /// The places of these pages in a list.
  func places(in list: UInt64) -> HeldPages {
    HeldPages(
      list: list, hasInitial: boxedInitial != nil, next: skippedNext..<(skippedNext + next.count),
      previous: skippedPrevious..<(skippedPrevious + previous.count))
  }

  /// The page in a place, counted from the initial page; nil if there is none.
  func page(as role: PageRole, at index: Int) -> Page? {
    switch role {
    case .initial: initial
    case .next: next.page(at: index - skippedNext)
    case .previous: previous.page(at: index - skippedPrevious)
    }
  }

  /// Puts a page in the place of another, counted from the initial page. Returns whether there is one.
  mutating func replace(_ page: Page, as role: PageRole, at index: Int) -> Bool {
    switch role {
    case .initial:
      guard boxedInitial != nil else { return false }
      initial = page
      return true
    case .next: return next.replace(at: index - skippedNext, with: page)
    case .previous: return previous.replace(at: index - skippedPrevious, with: page)
    }
  }
}
