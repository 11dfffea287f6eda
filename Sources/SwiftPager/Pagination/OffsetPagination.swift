/// Page infos of lists that are paged by offsets: a request says how many items to skip and how many to return.
public enum OffsetPagination {
  /// The page info of a list that is read forward.
  public struct Forward: PaginationInfo, Hashable, Codable {
    /// The number of items to skip for the next page.
    public let offset: Int
    /// Whether there is a next page. A total, a flag of the server or a full page can show it.
    public var canLoadNext: Bool { toldNext ?? false }
    private let toldNext: Bool?
    private var hasNullList = false

    /// A page info with the offset of the next page.
    ///
    /// - Parameters:
    ///   - offset: the number of items to skip for the next page.
    ///   - canLoadNext: whether there is a next page; nil if the page does not say.
    ///   - isListNull: whether the page has null in place of its items.
    public init(offset: Int, canLoadNext: Bool?, isListNull: Bool = false) {
      self.offset = offset
      toldNext = canLoadNext
      hasNullList = isListNull
    }

    public var canLoadPrevious: Bool { false }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      direction == .next && toldNext == nil
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    // A resume token has only page infos that lead to a page, so their lists are not null.
    private enum CodingKeys: String, CodingKey {
      case offset
      case toldNext = "canLoadNext"
    }
  }

  /// The page info of a list that is read backward.
  public struct Reverse: PaginationInfo, Hashable, Codable {
    /// The number of items to skip for the previous page.
    public let offset: Int
    /// Whether there is a previous page.
    public var canLoadPrevious: Bool { toldPrevious ?? false }
    private let toldPrevious: Bool?
    private var hasNullList = false

    /// A page info with the offset of the previous page.
    ///
    /// - Parameters:
    ///   - offset: the number of items to skip for the previous page.
    ///   - canLoadPrevious: whether there is a previous page; nil if the page does not say.
    ///   - isListNull: whether the page has null in place of its items.
    public init(offset: Int, canLoadPrevious: Bool?, isListNull: Bool = false) {
      self.offset = offset
      toldPrevious = canLoadPrevious
      hasNullList = isListNull
    }

    public var canLoadNext: Bool { false }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      direction == .previous && toldPrevious == nil
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    private enum CodingKeys: String, CodingKey {
      case offset
      case toldPrevious = "canLoadPrevious"
    }
  }

  /// The page info of a list that is read in both directions from a place in its middle.
  public struct Bidirectional: PaginationInfo, Hashable, Codable {
    /// The number of items to skip for the next page.
    public let nextOffset: Int
    /// Whether there is a next page.
    public var canLoadNext: Bool { toldNext ?? false }
    /// The number of items to skip for the previous page.
    public let previousOffset: Int
    /// Whether there is a previous page.
    public var canLoadPrevious: Bool { toldPrevious ?? false }
    private let toldNext: Bool?
    private let toldPrevious: Bool?
    private var hasNullList = false

    /// A page info with the offsets of both directions. A flag is nil if the page does not say.
    public init(
      nextOffset: Int, canLoadNext: Bool?, previousOffset: Int, canLoadPrevious: Bool?, isListNull: Bool = false
    ) {
      self.nextOffset = nextOffset
      self.previousOffset = previousOffset
      toldNext = canLoadNext
      toldPrevious = canLoadPrevious
      hasNullList = isListNull
    }

    /// A page info with one offset. The page resolver computes the offsets of both directions from it.
    public init(offset: Int, canLoadNext: Bool?, canLoadPrevious: Bool?, isListNull: Bool = false) {
      self.init(
        nextOffset: offset, canLoadNext: canLoadNext, previousOffset: offset, canLoadPrevious: canLoadPrevious,
        isListNull: isListNull)
    }

    /// The offset of a page info with one offset. If it has two, the offset of the next page.
    public var offset: Int { nextOffset }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      switch direction {
      case .next: toldNext == nil
      case .previous: toldPrevious == nil
      }
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    private enum CodingKeys: String, CodingKey {
      case nextOffset
      case toldNext = "canLoadNext"
      case previousOffset
      case toldPrevious = "canLoadPrevious"
    }
  }
}
