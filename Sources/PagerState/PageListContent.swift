/// What a list is at one moment, except for the requests that led to it. It is cheap to keep, so the list can go back
/// to it.
struct PageListContent<Types: PagerTypes>: Sendable {
  /// The pages that are retained.
  var held = PageSnapshot<Types.Page>()
  /// What the pages say about the list.
  var facts = PageFactTable()
  var summary = PageListSummary()
  var next: KnownEnd<Types.Request>?
  var previous: KnownEnd<Types.Request>?
  /// How many requests were answered; kept in checkpoints only.
  var answeredCount = 0

  subscript(end: ListEnd) -> KnownEnd<Types.Request>? {
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

/// What is known of one end of a list.
struct KnownEnd<Request: Hashable & Sendable>: Sendable {
  var frontier: Frontier<Request>
  /// How many pages were added at this end.
  var pageCount = 0
  /// The newest page at this end has only errors; the next page replaces it.
  var newestLacksData = false
}
