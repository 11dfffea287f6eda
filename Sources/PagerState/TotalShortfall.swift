/// A list that reached its end with fewer items than its own pages named.
public struct TotalShortfall: Sendable, Hashable {
  /// How many items the list has, without those that were left out.
  public let items: Int
  /// The smallest total that its pages named. A list that grows while it is read names larger ones later.
  public let total: Int64

  public init(items: Int, total: Int64) {
    self.items = items
    self.total = total
  }
}

extension ListPosition {
  /// Whether the pages up to here have fewer items than they named. Nothing is said of a list that was opened in its
  /// middle.
  public var hasFewerThanTotal: Bool { !beginsInMiddle && leastTotal.map { itemCount < $0 } ?? false }
}

extension PageListSummary {
  /// What the pages so far lack to the smallest total that they named. Nothing if the list was not read from its
  /// beginning.
  var shortfall: TotalShortfall? {
    guard !beginsInMiddle, let total = drift.leastTotal, itemsLoaded < total else { return nil }
    return TotalShortfall(items: itemsLoaded, total: total)
  }
}
