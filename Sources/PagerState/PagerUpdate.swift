/// One thing a subscriber is told: a new state of the list, or why there is none.
package struct PagerUpdate<Types: PagerTypes>: Sendable {
  /// The pages that the update carries.
  package let pages: PageSnapshot<Types.Page>
  /// What made the update.
  package let event: PagerEvent<Types>

  package init(pages: PageSnapshot<Types.Page>, event: PagerEvent<Types>) {
    self.pages = pages
    self.event = event
  }
}

/// What made an update.
package enum PagerEvent<Types: PagerTypes>: Sendable {
  /// A page arrived.
  case page(Types.Page, PageRole)
  /// A page could not be loaded.
  case failure(Types.Failure)
  /// The list cannot be completed.
  case incomplete(IncompleteReason)
}
