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
  /// The number of items in the whole list, if the page has it.
  let total: PageWords.Word<Int64>
  /// The identities of the items, in order; nil if the pager does not look for duplicates.
  var identities: [UInt64]?
  /// What the page can be told from others by; nil if it cannot.
  var mark: PageMark?
  /// Whether an item came that an earlier run had.
  var since = PageWords.Mark.unasked

  /// The longest cursor in bytes: it is copied, sent and remembered, and a server decides how long it is.
  static let longestCursor = 1 << 20

  /// - Throws: `JSONReadError` if a key on the way to the total stands twice.
  init(
    request: PageRequest, shape: ConnectionShape, connection: JSONNode?, pageInfo: JSONNode?, items: JSONNode?,
    nodeKeys: [String]
  ) throws(JSONReadError) {
    (self.request, self.shape, self.nodeKeys) = (request, shape, nodeKeys)
    (self.connection, self.pageInfo, self.items) = (connection, pageInfo, items)
    let least = Int64(items?.count ?? 0)
    var total = try PageWords.Word(countAt: shape.total?.pointer, below: connection, least: least)
    for other in shape.total?.others ?? [] {
      let count = try PageWords.Word(countAt: other, below: connection, least: least)
      if let value = count.value, value > total.value ?? .min { total = count }
    }
    self.total = total
  }

  /// What stands in the place of the list. A connection has none if the query selects no items.
  var content: PageWords.Content {
    if let items { return .items(Int64(items.count)) }
    return connection != nil && shape.items.isEmpty ? .items(0) : .null
  }

  /// What the page says, but for the words that only its kind has.
  var words: PageWords {
    var words = PageWords(content: content)
    (words.total, words.mark, words.since) = (total, mark, since)
    words.isTotalNamed = shape.total?.isNamed == true
    return words
  }
}

/// What lies beyond an end of a page, and what speaks against that.
package struct PageEnd {
  let frontier: Frontier
  let doubts: ListDoubts

  init(_ frontier: Frontier, in doubts: ListDoubts = []) {
    (self.frontier, self.doubts) = (frontier, doubts)
  }

  static let closed = PageEnd(.closed)
}
