import PagerState

/// Why a list cannot be completed. Subscribers get it after the page that showed it.
public enum IncompleteListError: Error, Sendable, Hashable, CaseIterable {
  /// The page says there is more, and leads to the query it was asked with.
  case cursorStuck
  /// The page says there is more, and leads to the query of an earlier page.
  case cursorCycle
  /// The page does not say whether there is more.
  case missingPageInfo
  /// The page says there is more, and gives no cursor.
  case nullCursor
  /// A walk reached its cap of pages or items, and there is more.
  case pageLimit
}

extension IncompleteListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cursorStuck: "the page says there is more, but leads to the query it was asked with: the server does not move on"
    case .cursorCycle: "the page says there is more, but leads to the query of an earlier page: the server goes in circles"
    case .missingPageInfo: "the page does not say whether there is more"
    case .nullCursor: "the page says there is more, but its cursor is null"
    case .pageLimit: "the walk reached its cap, and there is more"
    }
  }
}

extension IncompleteListError {
  init(_ reason: IncompleteReason) {
    switch reason {
    case .cursorStuck: self = .cursorStuck
    case .cursorCycle: self = .cursorCycle
    case .missingPageInfo: self = .missingPageInfo
    case .nullCursor: self = .nullCursor
    case .pageLimit: self = .pageLimit
    }
  }
}
