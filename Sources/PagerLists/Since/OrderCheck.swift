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

  private let order: SinceOrder
  private let tolerance: SinceTolerance
  /// The item with the most extreme value, without those that a new item may be out of order with.
  private(set) var bound: Item?
  /// The items that a new one may be out of order with, the oldest first.
  private var recent: ArraySlice<Item> = []

  /// - Parameter bound: that of the pages before, if the list is resumed.
  init(_ rule: SinceRule, bound: Item? = nil) {
    order = rule.order
    tolerance = rule.tolerance
    self.bound = bound
  }

  /// Takes the next item. Returns the earlier item that it must not follow; nil if it is in order.
  mutating func follow(_ item: Item) -> Item? {
    guard order != .filtered else { return nil }
    if let bound, isWrong(item.value, after: bound.value) { return bound }
    guard case .items(let count) = tolerance else {
      tighten(item)
      return nil
    }
    recent.append(item)
    if recent.count > count, let oldest = recent.popFirst() { tighten(oldest) }
    return nil
  }

  private mutating func tighten(_ item: Item) {
    guard let bound else {
      self.bound = item
      return
    }
    // Of equal values the newest item counts: it is nearer for a reader of the message.
    let isTighter = order == .descending ? item.value <= bound.value : item.value >= bound.value
    if isTighter { self.bound = item }
  }

  private func isWrong(_ value: SinceValue, after bound: SinceValue) -> Bool {
    guard case .distance(let distance) = tolerance else { return order == .descending ? value > bound : value < bound }
    return order == .descending ? value.lowered(by: distance) > bound : value < bound.lowered(by: distance)
  }
}
