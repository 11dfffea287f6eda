/// One thing a subscriber is told: a new state of the list, or why there is none.
package struct PagerUpdate<Types: PagerTypes>: Sendable {
  package let id: UpdateID
  /// How often the pager was reset before.
  package let generation: UInt64
  /// The pages that the update carries.
  package let pages: PageSnapshot<Types.Page>
  /// What made the update.
  package let event: PagerEvent<Types>
}

/// What made an update.
package enum PagerEvent<Types: PagerTypes>: Sendable {
  /// A page arrived, or one that is held was replaced in its place.
  case page(PageChange<Types.Page>)
  /// A page could not be loaded.
  case failure(Types.Failure)
  /// The list cannot be completed.
  case incomplete(IncompleteReason)
}

/// The page that made an update.
package struct PageChange<Page: Sendable>: Sendable {
  package let page: Page
  package let role: PageRole
  /// Its place in the list; nil for a page that is shown and not kept: one with errors only.
  package let id: PageID?
  package let source: PageSource
}

/// Where a page came from.
package enum PageSource: Sendable, Hashable {
  case server
  case cache
}
