/// What a page says of the pages around it. Conform a type of your own where the given ones do not fit.
public protocol PaginationInfo: Sendable {
  /// Whether there is a page after this one.
  var canLoadNext: Bool { get }
  /// Whether there is a page before this one.
  var canLoadPrevious: Bool { get }
}

/// The side of a list on which a page is asked for.
public enum PaginationDirection: Sendable, Hashable, CaseIterable {
  case next
  case previous
}
