import PagerState

/// What speaks against a list that reached its end: it may have fewer or more items than came.
///
/// A doubt is not an error: each of these also occurs in lists that are whole. They come from totals, so only lists
/// whose total is known have them: those of a ``PagedQuery`` with ``PagedQuery/total(of:)``.
public enum ListDoubt: String, Sendable, Hashable, CaseIterable {
  /// The list has fewer items than the smallest total of its pages.
  case fewerThanTotal = "fewer_than_total"
  /// The list has more items than the greatest total of its pages.
  case moreThanTotal = "more_than_total"
}

extension QueryPager {
  /// What speaks against the list; empty while it has not reached its end.
  ///
  /// ``QueryPager/all(cachePolicy:headers:timeout:)`` throws ``FewerThanTotalError`` for the first of them. Nothing
  /// throws for the other one.
  public var doubts: [ListDoubt] { coordinator.doubts }
}

extension [ListDoubt] {
  init(_ doubts: ListDoubts) {
    self = doubts.words.compactMap { ListDoubt(rawValue: $0) }
  }
}
