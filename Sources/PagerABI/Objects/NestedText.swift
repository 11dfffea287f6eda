import PagerBytes
import PagerCore
import PagerState

/// What a page says about the lists inside it, as the header's JSON object.
struct NestedText: TextInPieces {
  let lists: RawNestedLists
  let body: ReceivedBytes

  func forEachPiece(_ give: (UnsafeRawBufferPointer) -> Void) {
    let requests = lists.requestCount.map { "\"requests\":\($0)," } ?? ""
    let count = lists.count
    Self.give("{\"incomplete\":\(count.incomplete),\"unknown\":\(count.unknown),\(requests)\"lists\":[", to: give)
    for (index, list) in lists.lists.enumerated() {
      // The names in a pointer are GraphQL's: nothing in them has to be escaped.
      let hasMore = list.hasMore.map { "\($0)" } ?? "null"
      Self.give(
        "\(index == 0 ? "" : ",")"
          + "{\"path\":\"\(list.pointer)\",\"has_more\":\(hasMore),\"item_count\":\(list.itemCount),\"page_info\":",
        to: give)
      if let range = list.pageInfo {
        body.withUnsafeBytes { give(UnsafeRawBufferPointer(rebasing: $0[range])) }
      } else {
        Self.give("null", to: give)
      }
      Self.give("}", to: give)
    }
    Self.give("]}", to: give)
  }

  private static func give(_ text: String, to give: (UnsafeRawBufferPointer) -> Void) {
    var text = text
    text.withUTF8 { give(UnsafeRawBufferPointer($0)) }
  }
}
