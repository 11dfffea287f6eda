/// How many items a page or a list has, and how many of them were left out.
struct ItemCounts: Sendable, Hashable {
  /// How many there are, without those that were left out.
  var shown = 0
  /// How many of these are null.
  var nulls = 0
  /// How many were left out because an earlier page had them.
  var duplicates = 0
  /// How many were left out because an earlier run had them.
  var known = 0
  /// How many were left out although the list has them once.
  var omitted = 0
  /// The lists inside these that are not whole, or do not say whether they are.
  var nested = NestedCount()

  static func += (left: inout ItemCounts, right: ItemCounts) {
    left.shown += right.shown
    left.nulls += right.nulls
    left.duplicates += right.duplicates
    left.known += right.known
    left.omitted += right.omitted
    left.nested += right.nested
  }

  static func -= (left: inout ItemCounts, right: ItemCounts) {
    left.shown -= right.shown
    left.nulls -= right.nulls
    left.duplicates -= right.duplicates
    left.known -= right.known
    left.omitted -= right.omitted
    left.nested -= right.nested
  }
}

extension PageFacts {
  /// How many items the page has.
  var counts: ItemCounts {
    ItemCounts(
      shown: itemCount, nulls: nullCount, duplicates: duplicateCount, known: knownCount, omitted: omittedCount,
      nested: nested)
  }

  /// How many of its items were left out although the list has them once.
  private var omittedCount: Int { knownCount + skippedCount }
}
