/// One message to a subscriber: a new state of the list, or why there is none.
public struct PagerUpdate<Types: PagerTypes>: Sendable {
  public let id: UpdateID
  /// How often the pager was reset before.
  public let generation: UInt64
  /// The pages that the update carries.
  public let pages: PageSnapshot<Types.Page>
  /// What made the update.
  public let event: PagerEvent<Types>

  /// Whether it only shows the newest state of a page that subscribers already got.
  public var isRenewal: Bool { if case .page(let change) = event { change.isRenewal } else { false } }
}

/// What made an update.
public enum PagerEvent<Types: PagerTypes>: Sendable {
  /// A page arrived, or a held page was replaced.
  case page(PageChange<Types.Page>)
  /// A page could not be loaded.
  case failure(Types.Failure)
  /// The list cannot be completed.
  case incomplete(IncompleteReason)
}

/// The page that made an update.
public struct PageChange<Page: Sendable>: Sendable {
  private let boxedPage: Boxed<Page>
  public let role: PageRole
  /// Its place in the list; nil for a page that is shown and not kept: one with errors only.
  public let id: PageID?
  public let source: PageSource
  /// Whether subscribers already got the page. It is then the newest state of the same page.
  public let isRenewal: Bool

  public init(page: Page, role: PageRole, id: PageID?, source: PageSource, isRenewal: Bool = false) {
    boxedPage = Boxed(page)
    self.role = role
    self.id = id
    self.source = source
    self.isRenewal = isRenewal
  }

  public var page: Page { boxedPage.value }
}

/// Where a page came from.
public enum PageSource: Sendable, Hashable {
  case server
  case cache
}
