import PagerCore
import PagerJSON

/// Where the items that a page shows are in its body.
struct ItemSlices {
  /// Of all that came.
  private let all: ElementSlices
  /// The positions of those that are shown; nil: of all.
  private let shown: [Int]?

  /// - Parameter keys: those of an edge's node, where the nodes are wanted.
  /// - Throws: where memory is out.
  init(of array: Range<Int>, in page: ConnectionPage, valuesOf keys: [String]) throws(JSONReadError) {
    all = try ElementSlices(of: array, in: page.body, valuesOf: keys)
    shown = page.omission?.remaining(of: all.count)
  }

  var count: Int { shown?.count ?? all.count }

  /// Where an item is; nil beyond the last.
  subscript(index: Int) -> Range<Int>? {
    guard let shown else { return all[index] }
    return shown.indices.contains(index) ? all[shown[index]] : nil
  }
}
