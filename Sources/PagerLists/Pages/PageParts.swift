import PagerJSON
import PagerState

/// The parts of a page from which a list tells what lies beyond it.
package struct PageParts {
  /// The request for the page.
  let request: PageRequest
  let shape: ConnectionShape
  let connection: JSONNode?
  let pageInfo: JSONNode?
  let items: JSONNode?
  let nodeKeys: [String]
  /// The identities of the items, in order; nil if the pager does not look for duplicates.
  var identities: [UInt64]?

  /// The longest cursor in bytes: it is copied, sent and remembered, and a server decides how long it is.
  static let longestCursor = 1 << 20

  /// What stands in the place of the list. A connection has none if the query selects no items.
  var content: PageWords.Content {
    if let items { return .items(Int64(items.count)) }
    return connection != nil && shape.items.isEmpty ? .items(0) : .null
  }

  /// The number of items in the whole list, if the page has it.
  var total: PageWords.Word<Int64> {
    get throws(JSONReadError) {
      var total = try PageWords.Word(countAt: shape.total?.pointer, below: connection, least: content.count)
      for other in shape.total?.others ?? [] {
        let count = try PageWords.Word(countAt: other, below: connection, least: content.count)
        if let value = count.value, value > total.value ?? .min { total = count }
      }
      return total
    }
  }
}
