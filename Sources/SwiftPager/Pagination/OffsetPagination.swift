/// Page infos of lists that are paged by offsets: skip so many items, return so many.
public enum OffsetPagination {
  /// The page info of a list that is read forward.
  public struct Forward: PaginationInfo, Hashable, Codable {
    /// How many items to skip for the next page.
    public let offset: Int
    /// Whether there is a next page. A total, a flag of the server or a full page may tell.
    public let canLoadNext: Bool

    public init(offset: Int, canLoadNext: Bool) {
      self.offset = offset
      self.canLoadNext = canLoadNext
    }

    public var canLoadPrevious: Bool { false }
  }

  /// The page info of a list that is read backward.
  public struct Reverse: PaginationInfo, Hashable, Codable {
    /// How many items to skip for the previous page.
    public let offset: Int
    /// Whether there is a previous page.
    public let canLoadPrevious: Bool

    public init(offset: Int, canLoadPrevious: Bool) {
      self.offset = offset
      self.canLoadPrevious = canLoadPrevious
    }

    public var canLoadNext: Bool { false }
  }

  /// The page info of a list that is read both ways from somewhere in its middle.
  public struct Bidirectional: PaginationInfo, Hashable, Codable {
    /// How many items to skip for the next page.
    public let nextOffset: Int
    /// Whether there is a next page.
    public let canLoadNext: Bool
    /// How many items to skip for the previous page.
    public let previousOffset: Int
    /// Whether there is a previous page.
    public let canLoadPrevious: Bool

    public init(nextOffset: Int, canLoadNext: Bool, previousOffset: Int, canLoadPrevious: Bool) {
      self.nextOffset = nextOffset
      self.canLoadNext = canLoadNext
      self.previousOffset = previousOffset
      self.canLoadPrevious = canLoadPrevious
    }

    /// A page info with one offset, from which the page resolver works out both ways.
    public init(offset: Int, canLoadNext: Bool, canLoadPrevious: Bool) {
      self.init(
        nextOffset: offset, canLoadNext: canLoadNext, previousOffset: offset, canLoadPrevious: canLoadPrevious)
    }

    /// The one offset of a page info that has one; where it has two, that of the next page.
    public var offset: Int { nextOffset }
  }
}
