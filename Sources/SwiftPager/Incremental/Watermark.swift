/// Finds what is new in the pages of a sorted list, and checks that the list is sorted.
///
/// Give it the values of each page's items in the order of the list, and store ``mark`` after the last page, once the
/// whole walk went well:
///
/// ```swift
/// var watermark = Watermark(stored, order: .descending) { $0.addingTimeInterval(-60) }
/// let page = try watermark.take(products.map(\.updatedAt))
/// save(products[page.new])
/// if page.isAtKnown { … }  // end the walk
/// ```
public struct Watermark<Value: Comparable & Sendable>: Sendable {
  /// In which order the list has its items.
  public enum Order: Sendable, Hashable {
    /// The newest first: a walk ends at the first known item.
    case descending
    /// The oldest first: the query asks for items from the floor on.
    case ascending
  }

  /// What one page has.
  public struct Page: Sendable, Hashable {
    /// The positions of the items that may be new: all items of an ascending list.
    public let new: Range<Int>
    /// Whether the rest of the list is known.
    public let isAtKnown: Bool
  }

  /// In which order the list has its items.
  public let order: Order
  /// The mark with which the walk began; nil: nothing is known.
  public let start: Value?
  /// Items strictly below it are known; nil: none are. It is the mark minus the lag.
  public let floor: Value?
  /// The greatest value so far, or the mark with which the walk began.
  ///
  /// It is the next mark if the walk reaches the end of the list, or a page that is at the known items, without an
  /// error.
  public private(set) var mark: Value?
  private var last: (value: Value, position: ItemPosition)?
  private var pageCount = 0

  /// Makes the watermark of a run.
  ///
  /// - Parameters:
  ///   - mark: the mark of the last run; nil for a first run.
  ///   - order: in which order the list has its items.
  ///   - lag: makes the floor of the mark. It lets items be read again that the server commits late, or that change
  ///     again in the moment of the mark. Items at the floor are read again in any case.
  public init(_ mark: Value? = nil, order: Order, lag: (Value) -> Value = { $0 }) {
    self.order = order
    self.mark = mark
    start = mark
    floor = mark.map(lag)
  }

  /// Takes the values of a page's items.
  ///
  /// - Parameter values: one for each item, in the order of the list; nil for an item without one.
  /// - Throws: ``ListOrderError`` for an item that is out of order or has no value. The mark is then not the next one.
  public mutating func take(_ values: some Sequence<Value?>) throws(ListOrderError) -> Page {
    pageCount += 1
    var count = 0
    var firstKnown: Int?
    for value in values {
      let position = ItemPosition(page: pageCount, index: count)
      guard let value else { throw ListOrderError(position: position, previous: nil) }
      if let last, order == .descending ? value > last.value : value < last.value {
        throw ListOrderError(position: position, previous: last.position)
      }
      last = (value, position)
      if order == .descending, firstKnown == nil, let floor, value < floor { firstKnown = count }
      if mark.map({ $0 < value }) ?? true { mark = value }
      count += 1
    }
    return Page(new: 0..<(firstKnown ?? count), isAtKnown: firstKnown != nil)
  }
}

/// The place of an item in a walk.
public struct ItemPosition: Sendable, Hashable {
  /// The page, from 1.
  public let page: Int
  /// The index of the item on the page.
  public let index: Int
}

/// An item of a list that is read since a mark is out of order, or has no value.
public struct ListOrderError: Error, Sendable, Hashable {
  /// The item.
  public let position: ItemPosition
  /// The item before it; nil if the item has no value.
  public let previous: ItemPosition?
}

extension ListOrderError: CustomStringConvertible {
  public var description: String {
    let item = "the item with index \(position.index) on page \(position.page)"
    guard let previous else {
      return "\(item) has no value, so it has no place in a list that is read since a mark"
    }
    return "\(item) is out of order after the item with index \(previous.index) on page \(previous.page): sort the "
      + "list by the value that the mark is one of"
  }
}
