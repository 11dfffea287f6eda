import PagerState

/// What a page shows of its list beside its page info.
struct ListFacts: Sendable {
  /// How many items the page has; nil: it has null in place of its items.
  let itemCount: Int?
  /// How many items the whole list has, as the page says; nil if it does not say.
  let total: Int?
}

extension PageFacts {
  /// Counts the items, and ends the list at a page that has null in their place and says that there is more.
  mutating func add(_ facts: ListFacts) {
    itemCount = facts.itemCount ?? 0
    total = facts.total.map { Int64($0) }
    guard facts.itemCount == nil else { return }
    next = next.withNullList
    previous = previous.withNullList
  }
}

extension Frontier {
  /// The same end of the list if the page has null in place of its items.
  fileprivate var withNullList: Frontier {
    switch self {
    case .open, .unresolved, .broken(.nullCursor): .broken(.nullList)
    case .closed, .broken: self
    }
  }
}
