/// Page infos of lists that are paged by cursors, like Relay's connections.
public enum CursorBasedPagination {
  /// The page info of a list that is read forward, with `first` and `after`.
  public struct Forward: PaginationInfo, Hashable, Codable {
    /// Whether there is a page after this one: `hasNextPage`. False if the page does not say so.
    public var hasNext: Bool { toldNext ?? false }
    /// The cursor for the next page: `endCursor`.
    public let endCursor: String?
    /// The older name of ``endCursor``.
    @available(*, deprecated, renamed: "endCursor")
    public var cursor: String? { endCursor }
    private let toldNext: Bool?
    private var hasNullList = false

    /// A page info with the values that the page has.
    ///
    /// - Parameters:
    ///   - hasNext: whether there is a page after this one; nil if the page does not say.
    ///   - endCursor: the cursor for the next page; nil if the page has none.
    ///   - isListNull: whether the page has null in place of its items.
    public init(hasNext: Bool?, endCursor: String?, isListNull: Bool = false) {
      toldNext = hasNext
      hasNullList = isListNull
      self.endCursor = endCursor
    }

    public var canLoadNext: Bool { hasNext }
    public var canLoadPrevious: Bool { false }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      direction == .next && toldNext == nil
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool { endCursor == nil }

    // A resume token has only page infos that lead to a page, so their lists are not null.
    private enum CodingKeys: String, CodingKey {
      case toldNext = "hasNext"
      case endCursor
    }
  }

  /// The page info of a list that is read backward, with `last` and `before`.
  public struct Reverse: PaginationInfo, Hashable, Codable {
    /// Whether there is a page before this one: `hasPreviousPage`. False if the page does not say so.
    public var hasPrevious: Bool { toldPrevious ?? false }
    /// The cursor for the previous page: `startCursor`.
    public let startCursor: String?
    private let toldPrevious: Bool?
    private var hasNullList = false

    /// A page info with the values that the page has.
    ///
    /// - Parameters:
    ///   - hasPrevious: whether there is a page before this one; nil if the page does not say.
    ///   - startCursor: the cursor for the previous page; nil if the page has none.
    ///   - isListNull: whether the page has null in place of its items.
    public init(hasPrevious: Bool?, startCursor: String?, isListNull: Bool = false) {
      toldPrevious = hasPrevious
      hasNullList = isListNull
      self.startCursor = startCursor
    }

    public var canLoadNext: Bool { false }
    public var canLoadPrevious: Bool { hasPrevious }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      direction == .previous && toldPrevious == nil
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool { startCursor == nil }

    private enum CodingKeys: String, CodingKey {
      case toldPrevious = "hasPrevious"
      case startCursor
    }
  }

  /// The page info of a list that is read in both directions from a place in its middle.
  public struct Bidirectional: PaginationInfo, Hashable, Codable {
    /// Whether there is a page after this one: `hasNextPage`. False if the page does not say so.
    public var hasNext: Bool { toldNext ?? false }
    /// The cursor for the next page: `endCursor`.
    public let endCursor: String?
    /// Whether there is a page before this one: `hasPreviousPage`. False if the page does not say so.
    public var hasPrevious: Bool { toldPrevious ?? false }
    /// The cursor for the previous page: `startCursor`.
    public let startCursor: String?
    private let toldNext: Bool?
    private let toldPrevious: Bool?
    private var hasNullList = false

    /// A page info with the values that the page has.
    ///
    /// - Parameters:
    ///   - hasNext: whether there is a page after this one; nil if the page does not say.
    ///   - endCursor: the cursor for the next page; nil if the page has none.
    ///   - hasPrevious: whether there is a page before this one; nil if the page does not say.
    ///   - startCursor: the cursor for the previous page; nil if the page has none.
    ///   - isListNull: whether the page has null in place of its items.
    public init(
      hasNext: Bool?, endCursor: String?, hasPrevious: Bool?, startCursor: String?, isListNull: Bool = false
    ) {
      toldNext = hasNext
      toldPrevious = hasPrevious
      hasNullList = isListNull
      self.endCursor = endCursor
      self.startCursor = startCursor
    }

    public var canLoadNext: Bool { hasNext }
    public var canLoadPrevious: Bool { hasPrevious }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      switch direction {
      case .next: toldNext == nil
      case .previous: toldPrevious == nil
      }
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool {
      switch direction {
      case .next: endCursor == nil
      case .previous: startCursor == nil
      }
    }

    private enum CodingKeys: String, CodingKey {
      case toldNext = "hasNext"
      case endCursor
      case toldPrevious = "hasPrevious"
      case startCursor
    }
  }
}
