/// Page infos of lists that are paged by cursors, like Relay's connections.
public enum CursorBasedPagination {
  /// The page info of a list that is read forward, with `first` and `after`.
  public struct Forward: PaginationInfo, Hashable, Codable {
    /// Whether there is a page after this one: `hasNextPage`.
    public let hasNext: Bool
    /// The cursor for the next page: `endCursor`.
    public let endCursor: String?

    /// A page info with the values that the page has.
    public init(hasNext: Bool, endCursor: String?) {
      self.hasNext = hasNext
      self.endCursor = endCursor
    }

    public var canLoadNext: Bool { hasNext }
    public var canLoadPrevious: Bool { false }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool { endCursor == nil }
  }

  /// The page info of a list that is read backward, with `last` and `before`.
  public struct Reverse: PaginationInfo, Hashable, Codable {
    /// Whether there is a page before this one: `hasPreviousPage`.
    public let hasPrevious: Bool
    /// The cursor for the previous page: `startCursor`.
    public let startCursor: String?

    /// A page info with the values that the page has.
    public init(hasPrevious: Bool, startCursor: String?) {
      self.hasPrevious = hasPrevious
      self.startCursor = startCursor
    }

    public var canLoadNext: Bool { false }
    public var canLoadPrevious: Bool { hasPrevious }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool { startCursor == nil }
  }

  /// The page info of a list that is read in both directions from a place in its middle.
  public struct Bidirectional: PaginationInfo, Hashable, Codable {
    /// Whether there is a page after this one: `hasNextPage`.
    public let hasNext: Bool
    /// The cursor for the next page: `endCursor`.
    public let endCursor: String?
    /// Whether there is a page before this one: `hasPreviousPage`.
    public let hasPrevious: Bool
    /// The cursor for the previous page: `startCursor`.
    public let startCursor: String?

    /// A page info with the values that the page has.
    public init(hasNext: Bool, endCursor: String?, hasPrevious: Bool, startCursor: String?) {
      self.hasNext = hasNext
      self.endCursor = endCursor
      self.hasPrevious = hasPrevious
      self.startCursor = startCursor
    }

    public var canLoadNext: Bool { hasNext }
    public var canLoadPrevious: Bool { hasPrevious }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool {
      switch direction {
      case .next: endCursor == nil
      case .previous: startCursor == nil
      }
    }
  }
}
