/// Whether the items of a list come in the order of their values, across its pages.
///
/// An item is compared with the most extreme value before it: the least of a descending list, the greatest of an
/// ascending one. Two equal values are in order.
struct OrderCheck: Sendable {
  /// An item that was read.
  struct Item: Sendable {
    let value: SinceValue
    /// Its page, from 1 and in the order of loading, and its index on the page.
    let page: Int
    let index: Int
  }

  fileprivate let order: SinceOrder
  fileprivate let tolerance: SinceTolerance
  /// The item with the most extreme value, without those that a new item may be out of order with.
  fileprivate(set) var bound: Item?
  /// The items that a new one may be out of order with, the oldest first.
  fileprivate var recent: [Item] = []

  /// - Parameter bound: that of the pages before, if the list is resumed.
  init(_ rule: SinceRule, bound: Item? = nil) {
    order = rule.order
    tolerance = rule.tolerance
    self.bound = bound
  }
}

/// The check while a page is read: its items are places of the page's column.
struct PageOrder {
  typealias Place = SinceColumn.Place

  private let check: OrderCheck
  private var bound: Place?
  private var recent: ArraySlice<Place>
  /// The value that lies farthest in the order of the list.
  private var farthest: Place?

  init(after check: OrderCheck, _ column: inout SinceColumn) {
    self.check = check
    bound = check.bound.map { column.add($0) }
    recent = check.recent.map { column.add($0) }[...]
    farthest = bound
    for place in recent where farthest.map({ isBefore($0, place, in: column) }) ?? true { farthest = place }
  }

  /// What an item is to those before it.
  struct Step {
    /// Whether no item before had the value, because the list has only now come to it.
    let isNew: Bool
    /// The earlier item that it must not follow; nil if it is in order.
    let earlier: Place?
  }

  /// Takes the next item, unless it is out of order.
  mutating func follow(_ place: Place, in column: SinceColumn) -> Step {
    guard check.order != .filtered else { return Step(isNew: true, earlier: nil) }
    // Most items lie beyond all before, so this is their only comparison.
    let isNew = farthest.map { isBefore($0, place, in: column) } ?? true
    if isNew {
      farthest = place
    } else if let bound, isWrong(place, after: bound, in: column) {
      return Step(isNew: false, earlier: bound)
    }
    guard case .items(let count) = check.tolerance else {
      if isNew { bound = place } else { tighten(place, in: column) }
      return Step(isNew: isNew, earlier: nil)
    }
    recent.append(place)
    if recent.count > count, let oldest = recent.popFirst() { tighten(oldest, in: column) }
    return Step(isNew: isNew, earlier: nil)
  }

  /// Whether a later item may have the value, too.
  func mayComeAgain(_ place: Place, in column: SinceColumn) -> Bool {
    bound.map { !isWrong(place, after: $0, in: column) } ?? true
  }

  /// The check of the next page.
  func checked(_ column: SinceColumn) -> OrderCheck {
    var check = check
    check.bound = bound.map(column.item)
    check.recent = recent.map(column.item)
    return check
  }

  private mutating func tighten(_ place: Place, in column: SinceColumn) {
    // Of equal values the newest item counts: it is nearer for a reader of the message.
    if let bound, isBefore(place, bound, in: column) { return }
    bound = place
  }

  /// Whether a value has its place before another one in the order of the list.
  private func isBefore(_ place: Place, _ other: Place, in column: SinceColumn) -> Bool {
    check.order == .descending ? column.isLess(other, place) : column.isLess(place, other)
  }

  private func isWrong(_ place: Place, after bound: Place, in column: SinceColumn) -> Bool {
    guard isBefore(place, bound, in: column) else { return false }
    guard case .distance(let distance) = check.tolerance else { return true }
    let (value, bound) = (column[place], column[bound])
    return check.order == .descending ? value.lowered(by: distance) > bound : value < bound.lowered(by: distance)
  }
}
