import PagerBytes
import PagerCore
import PagerJSON
import PagerLocks
import PagerState
import PagerTransport

/// A page as C sees it; its handle lives as long as its update's.
final class PageObject: Handled {
  static let handleName: StaticString = "page"

  let page: ConnectionPage
  let role: PageRole
  private let made = Lock(Made())

  /// What is made when C asks for it.
  private struct Made: ~Copyable {
    var items: ItemSlices?
    var texts = OwnedTexts()
  }

  init(_ page: ConnectionPage, _ role: PageRole) {
    self.page = page
    self.role = role
  }

  /// A part of the received bytes, in place. The page's update keeps them alive.
  func slice(_ range: Range<Int>?) -> BorrowedText {
    guard let range, let start = page.body.bytes.baseAddress else { return .none }
    let text = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
    return BorrowedText(start: text, count: range.count)
  }

  /// The longest name of a header that is looked for, in bytes.
  static let longestHeaderName = 64 << 10

  /// The value of a header in the response's header lines, in place; none if there is no header of that name.
  func header(_ name: String) -> BorrowedText {
    guard let headers = page.headers, let range = headers.value(of: name), let start = headers.bytes.bytes.baseAddress
    else { return .none }
    let text = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
    return BorrowedText(start: text, count: range.count)
  }

  /// All header lines of the response, in place.
  var headerLines: BorrowedText { page.headers?.bytes.text ?? .none }

  // MARK: Items

  /// The array of items, as it came if all of them are shown. None if memory runs out.
  var items: BorrowedText {
    guard let array = page.items, page.omission != nil else { return slice(page.items) }
    return made.withLock { made in
      if let known = made.texts.known(.items) { return known }
      guard let elements = try? ItemSlices(itemsAt: array, of: page) else { return .none }
      let text = ItemArray(items: elements, body: page.body)
      return made.texts.text(for: .items, count: text.count) { text.write(to: $0) }
    }
  }

  /// An item in place, or an edge's node. None beyond the last, and if memory runs out.
  func item(at index: Int) -> BorrowedText {
    slice(made.withLock { Self.items(of: page, &$0) }?[index])
  }

  /// All items, one a line. None if the page has no array of them, or if memory runs out.
  var lines: BorrowedText {
    made.withLock { made in
      guard let array = page.items, let items = Self.items(of: page, &made) else { return .none }
      let lines = ItemLines(items: items, in: array, of: page.body)
      return made.texts.text(for: .lines, count: lines.count) { lines.write(to: $0) }
    }
  }

  // MARK: Lists inside the items

  /// What the page says about the lists inside it. None if its query has none, or if memory runs out.
  var nested: BorrowedText {
    guard let lists = page.nested else { return .none }
    let text = NestedText(lists: lists, body: page.body)
    return made.withLock { $0.texts.text(for: .nested, count: text.count) { text.write(to: $0) } }
  }

  private static func items(of page: ConnectionPage, _ made: inout Made) -> ItemSlices? {
    if made.items == nil, let array = page.items {
      // Without memory there are none now; a later call tries again.
      made.items = try? ItemSlices(nodesAt: array, of: page)
    }
    return made.items
  }
}

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
