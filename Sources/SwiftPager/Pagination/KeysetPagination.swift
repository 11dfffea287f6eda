/// Page infos of keyset lists, which are paged by the key of the last item.
///
/// The query of a page has the key of the item before the page, such as the id of an order. The server returns the
/// items after that key.
///
/// Each item needs a key of its own. If several items can have the value by which the list is ordered, use a key with a
/// second value, like a structure of a time and an id.
public enum KeysetPagination {
  /// The page info of a list that is read forward.
  public struct Forward<Key: Hashable & Sendable>: PaginationInfo, Hashable {
    /// The key of the page's last item: the query of the next page takes it.
    ///
    /// Nil if the page has no items, or if that item has no key.
    public let key: Key?
    /// Whether there may be a next page.
    public var canLoadNext: Bool { toldNext ?? false }
    /// Whether two items of the page have the same key.
    public let isKeyRepeated: Bool
    private let toldNext: Bool?
    private var hasNullList = false

    /// A page info with these values. The other initializer reads them from the items of a page.
    ///
    /// - Parameters:
    ///   - key: the key of the page's last item.
    ///   - canLoadNext: whether there may be a next page; nil if the page does not say.
    ///   - isKeyRepeated: whether two items of the page have the same key.
    ///   - isListNull: whether the page has null in place of its items.
    public init(key: Key?, canLoadNext: Bool?, isKeyRepeated: Bool = false, isListNull: Bool = false) {
      self.key = key
      toldNext = canLoadNext
      self.isKeyRepeated = isKeyRepeated
      hasNullList = isListNull
    }

    /// The page info of a page with these items.
    ///
    /// The list ends with an empty page, because servers may return fewer items than a query asks for.
    ///
    /// - Parameters:
    ///   - items: the items of the page, in the order of the list; nil if the page has null in place of its items.
    ///   - pageSize: the size of a page, if a page with fewer items ends the list; nil if only an empty page does.
    ///   - key: the key of an item.
    public init<Items: BidirectionalCollection>(
      _ items: Items?, pageSize: Int? = nil, key: (Items.Element) -> Key?
    ) {
      guard let items else {
        self.init(key: nil, canLoadNext: true, isListNull: true)
        return
      }
      self.init(
        key: items.last.flatMap(key), canLoadNext: KeysetPagination.canContinue(items, pageSize),
        isKeyRepeated: KeysetPagination.hasRepeatedKey(items, key))
    }

    public var canLoadPrevious: Bool { false }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      direction == .next && toldNext == nil
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool { key == nil }

    public func isKeyRepeated(toward direction: PaginationDirection) -> Bool { isKeyRepeated }

    // A resume token has only page infos that lead to a page, so their lists are not null.
    private enum CodingKeys: String, CodingKey {
      case key
      case toldNext = "canLoadNext"
      case isKeyRepeated
    }
  }

  /// The page info of a list that is read backward. The items of each page are in the order of the list.
  public struct Reverse<Key: Hashable & Sendable>: PaginationInfo, Hashable {
    /// The key of the page's first item: the query of the previous page takes it.
    ///
    /// Nil if the page has no items, or if that item has no key.
    public let key: Key?
    /// Whether there may be a previous page.
    public var canLoadPrevious: Bool { toldPrevious ?? false }
    /// Whether two items of the page have the same key.
    public let isKeyRepeated: Bool
    private let toldPrevious: Bool?
    private var hasNullList = false

    /// A page info with these values. The other initializer reads them from the items of a page.
    ///
    /// - Parameters:
    ///   - key: the key of the page's first item.
    ///   - canLoadPrevious: whether there may be a previous page; nil if the page does not say.
    ///   - isKeyRepeated: whether two items of the page have the same key.
    ///   - isListNull: whether the page has null in place of its items.
    public init(key: Key?, canLoadPrevious: Bool?, isKeyRepeated: Bool = false, isListNull: Bool = false) {
      self.key = key
      toldPrevious = canLoadPrevious
      self.isKeyRepeated = isKeyRepeated
      hasNullList = isListNull
    }

    /// The page info of a page with these items: see the initializer of `Forward`.
    public init<Items: BidirectionalCollection>(
      _ items: Items?, pageSize: Int? = nil, key: (Items.Element) -> Key?
    ) {
      guard let items else {
        self.init(key: nil, canLoadPrevious: true, isListNull: true)
        return
      }
      self.init(
        key: items.first.flatMap(key), canLoadPrevious: KeysetPagination.canContinue(items, pageSize),
        isKeyRepeated: KeysetPagination.hasRepeatedKey(items, key))
    }

    public var canLoadNext: Bool { false }

    public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool {
      direction == .previous && toldPrevious == nil
    }

    public func isListNull(toward direction: PaginationDirection) -> Bool { hasNullList }

    public func isCursorMissing(toward direction: PaginationDirection) -> Bool { key == nil }

    public func isKeyRepeated(toward direction: PaginationDirection) -> Bool { isKeyRepeated }

    private enum CodingKeys: String, CodingKey {
      case key
      case toldPrevious = "canLoadPrevious"
      case isKeyRepeated
    }
  }

  private static func canContinue(_ items: some Collection, _ pageSize: Int?) -> Bool {
    !items.isEmpty && pageSize.map { items.count >= $0 } ?? true
  }

  private static func hasRepeatedKey<Items: Collection, Key: Hashable>(
    _ items: Items, _ key: (Items.Element) -> Key?
  ) -> Bool {
    var seen: Set<Key> = []
    for item in items {
      if let key = key(item), !seen.insert(key).inserted { return true }
    }
    return false
  }
}

extension KeysetPagination.Forward: Codable where Key: Codable {}

extension KeysetPagination.Reverse: Codable where Key: Codable {}
