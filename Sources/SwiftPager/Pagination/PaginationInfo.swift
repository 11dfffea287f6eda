/// What a page says about the pages around it. If the types of this library do not fit, conform your own type.
public protocol PaginationInfo: Sendable {
  /// Whether there is a page after this one.
  var canLoadNext: Bool { get }
  /// Whether there is a page before this one.
  var canLoadPrevious: Bool { get }

  /// Whether the page in a direction needs a cursor that this page does not give.
  ///
  /// The pager asks only if the page says that there is more. True ends the list there: subscribers get
  /// `IncompleteListError.nullCursor`, and the pager sends no request. The default is false.
  func isCursorMissing(toward direction: PaginationDirection) -> Bool
}

extension PaginationInfo {
  public func isCursorMissing(toward direction: PaginationDirection) -> Bool { false }
}

/// The side of a list on which to load a page.
public enum PaginationDirection: Sendable, Hashable, CaseIterable {
  case next
  case previous
}
