/// Finds what is new in the pages of a sorted list, and checks that the list is sorted.
///
/// Pass it the values of each page's items, in the order of the list. After the last page store ``mark``, if the whole
/// walk succeeded:
///
/// ```swift
/// var watermark = Watermark(stored, order: .descending) { $0.addingTimeInterval(-60) }
/// let page = try watermark.take(products.map(\.updatedAt))
/// save(products[page.new])
/// if page.isAtKnown { … }  // end the walk
/// ```
public struct Watermark<Value: Comparable & Sendable>: Sendable {
  /// The order of the items in the list.
  public enum Order: Sendable, Hashable {
    /// The newest item comes first. A walk ends at the first known item.
    case descending
    /// The oldest item comes first. The query asks for the items from the floor on.
    case ascending
  }

  /// The items of one page that may be new.
  public struct Page: Sendable, Hashable {
    /// The indexes of the items that may be new; in an ascending list, of all items.
    public let new: Range<Int>
    /// Whether the items after `new`, and the rest of the list, are known. In an ascending list it is always false.
    public let isAtKnown: Bool
  }

  /// The order of the items in the list.
  public let order: Order
  /// The mark with which the walk began; nil in a first run.
  public let start: Value?
  /// The mark with which the walk began, minus the lag; nil in a first run. Items strictly below it are known.
  public let floor: Value?
  /// The greatest value so far, or the mark with which the walk began.
  ///
  /// Store it as the next mark if the walk ends without an error, at the end of the list or at a page with
  /// ``Page/isAtKnown``.
  public private(set) var mark: Value?
  private var last: (value: Value, position: ItemPosition)?
  private var pageCount = 0

  /// Makes the watermark of a run.
  ///
  /// - Parameters:
  ///   - mark: the mark of the last run; nil for a first run.
  ///   - order: the order of the items in the list.
  ///   - lag: computes the floor from the mark, for example one minute below it; by default the floor is the mark. The
  ///     run reads the items from the floor on again, because the server may commit an item late, or change an item
  ///     again at the moment of the mark.
  public init(_ mark: Value? = nil, order: Order, lag: (Value) -> Value = { $0 }) {
    self.order = order
    self.mark = mark
    start = mark
    floor = mark.map(lag)
  }

  /// Takes the values of a page's items, and returns which of the items may be new.
  ///
  /// - Parameter values: one for each item, in the order of the list; nil for an item without one.
  /// - Throws: ``ListOrderError`` for an item that is out of order or has no value. Do not store the mark then.
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

/// The position of an item in a walk.
public struct ItemPosition: Sendable, Hashable {
  /// The page, from 1.
  public let page: Int
  /// The index of the item on the page.
  public let index: Int
}

/// An item in the pages that a ``Watermark`` takes is out of order, or has no value.
public struct ListOrderError: Error, Sendable, Hashable {
  /// The position of the item.
  public let position: ItemPosition
  /// The position of the item before it; nil if the item has no value.
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
