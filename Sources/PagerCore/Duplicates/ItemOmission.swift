import PagerState

/// The items of a page that are left out, because they were seen before. A class, for few pages have any.
package final class ItemOmission: Sendable {
  /// Their positions in the array that came, in order.
  package let indexes: [Int]
  /// The identities of the items that an earlier page had. Items that the page itself has twice are not among them.
  let identities: Set<UInt64>

  init(indexes: [Int], identities: Set<UInt64>) {
    self.indexes = indexes
    self.identities = identities
  }

  /// The positions of the items that stay, of so many.
  package func remaining(of count: Int) -> [Int] {
    var omitted = indexes[...]
    return (0..<count).filter { index in
      guard omitted.first == index else { return true }
      omitted.removeFirst()
      return false
    }
  }
}

extension ConnectionPage {
  /// The page without some of its items. What it says about the list still counts all items that came.
  ///
  /// - Parameters:
  ///   - indexes: their positions, in order.
  ///   - identities: the identities of all its items, which the page does not keep.
  func leavingOut(_ indexes: [Int], _ identities: [UInt64]) -> ConnectionPage {
    var page = self
    page.identities = nil
    guard !indexes.isEmpty else { return page }
    let omitted = Set(indexes)
    let kept = Set(identities.enumerated().lazy.filter { !omitted.contains($0.offset) }.map(\.element))
    page.omission = ItemOmission(
      indexes: indexes, identities: Set(indexes.map { identities[$0] }).subtracting(kept))
    page.inspection.itemCount -= indexes.count
    page.inspection.duplicateCount = indexes.count
    return page
  }
}
