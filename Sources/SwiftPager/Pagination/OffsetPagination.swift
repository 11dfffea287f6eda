/// Page infos of lists that are paged by offsets: a request says how many items to skip and how many to return.
public enum OffsetPagination {
  /// The page info of a list that is read forward.
  public struct Forward: PaginationInfo, Hashable, Codable {
    /// The number of items to skip for the next page.
    public let offset: Int
    /// Whether there is a next page. A total, a flag of the server or a full page can show it.
    public let canLoadNext: Bool

    /// A page info with the offset of the next page.
    public init(offset: Int, canLoadNext: Bool) {
      self.offset = offset
      self.canLoadNext = canLoadNext
    }

    public var canLoadPrevious: Bool { false }
  }

  /// The page info of a list that is read backward.
  public struct Reverse: PaginationInfo, Hashable, Codable {
    /// The number of items to skip for the previous page.
    public let offset: Int
    /// Whether there is a previous page.
    public let canLoadPrevious: Bool

    /// A page info with the offset of the previous page.
    public init(offset: Int, canLoadPrevious: Bool) {
      self.offset = offset
      self.canLoadPrevious = canLoadPrevious
    }

    public var canLoadNext: Bool { false }
  }

  /// The page info of a list that is read in both directions from a place in its middle.
  public struct Bidirectional: PaginationInfo, Hashable, Codable {
    /// The number of items to skip for the next page.
    public let nextOffset: Int
    /// Whether there is a next page.
    public let canLoadNext: Bool
    /// The number of items to skip for the previous page.
    public let previousOffset: Int
    /// Whether there is a previous page.
    public let canLoadPrevious: Bool

    /// A page info with the offsets of both directions.
    public init(nextOffset: Int, canLoadNext: Bool, previousOffset: Int, canLoadPrevious: Bool) {
      self.nextOffset = nextOffset
      self.canLoadNext = canLoadNext
      self.previousOffset = previousOffset
      self.canLoadPrevious = canLoadPrevious
    }

    /// A page info with one offset. The page resolver computes the offsets of both directions from it.
    public init(offset: Int, canLoadNext: Bool, canLoadPrevious: Bool) {
      self.init(
        nextOffset: offset, canLoadNext: canLoadNext, previousOffset: offset, canLoadPrevious: canLoadPrevious)
    }

    /// The offset of a page info with one offset. If it has two, the offset of the next page.
    public var offset: Int { nextOffset }
  }
}
