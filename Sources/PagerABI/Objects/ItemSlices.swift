import PagerCore
import PagerJSON

/// The places of a page's shown items in its body.
struct ItemSlices {
  /// The places of all items that came.
  private let all: ElementSlices
  /// The positions of the shown items; nil: all are shown.
  private let shown: [Int]?

  /// The items as they came.
  ///
  /// - Throws: an error if memory runs out.
  init(itemsAt array: Range<Int>, of page: ConnectionPage) throws(JSONReadError) {
    self.init(try ElementSlices(of: array, in: page.body, valuesOf: []), of: page)
  }

  /// The node of each edge.
  ///
  /// - Throws: an error if memory runs out.
  init(nodesAt array: Range<Int>, of page: ConnectionPage) throws(JSONReadError) {
    page.interest.show()
    if let places = page.places {
      self.init(places, of: page)
    } else {
      self.init(try ElementSlices(of: array, in: page.body, valuesOf: page.nodeKeys), of: page)
    }
  }

  private init(_ all: ElementSlices, of page: ConnectionPage) {
    self.all = all
    shown = page.omission?.remaining(of: all.count)
  }

  var count: Int { shown?.count ?? all.count }

  /// The place of an item; nil beyond the last.
  subscript(index: Int) -> Range<Int>? {
    guard let shown else { return all[index] }
    return shown.indices.contains(index) ? all[shown[index]] : nil
  }
}
