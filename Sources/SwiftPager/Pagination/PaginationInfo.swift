/// What a page says of the pages around it. Conform a type of your own where the given ones do not fit.
public protocol PaginationInfo: Sendable {
  /// Whether there is a page after this one.
  var canLoadNext: Bool { get }
  /// Whether there is a page before this one.
  var canLoadPrevious: Bool { get }

  /// Whether the page in a direction can only be asked for with a cursor, and this page does not give it.
  ///
  /// Asked only where the page says that there is more. True ends the list there: subscribers get
  /// `IncompleteListError.nullCursor`, and no request is sent. False unless a conforming type says otherwise.
  func isCursorMissing(toward direction: PaginationDirection) -> Bool
}

extension PaginationInfo {
  public func isCursorMissing(toward direction: PaginationDirection) -> Bool { false }
}

/// The side of a list on which a page is asked for.
public enum PaginationDirection: Sendable, Hashable, CaseIterable {
  case next
  case previous
}
