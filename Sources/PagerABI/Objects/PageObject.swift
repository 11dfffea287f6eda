import PagerBytes
import PagerJSON
import PagerLists
import PagerState
import PagerThreads
import PagerTransport

/// A page as C sees it. Its handle lives as long as its update's, and longer if C retains the page.
final class PageObject: Handled {
  static let handleName: StaticString = "page"

  let page: ConnectionPage
  let role: PageRole
  private let body: LentBytes
  private let headers: LentBytes
  private let model: LentBytes
  private let guarded = Lock(Guarded())

  private struct Guarded: ~Copyable {
    /// Whether the update still has the handle.
    var hasUpdate = true
    /// How often C has retained the page and not released it.
    var references = 0
    /// The items, or the nodes of edges; made when C asks for them, as everything below.
    var items: ItemSlices?
    /// The items as they came, of a page of edges.
    var elements: ItemSlices?
    var texts = OwnedTexts()
  }

  init(_ page: ConnectionPage, _ role: PageRole) {
    self.page = page
    self.role = role
    body = LentBytes(page.body)
    headers = LentBytes(page.headers?.bytes)
    model = LentBytes(page.model)
  }

  // MARK: References

  /// Adds a reference of C's. Returns false when another thread has just given the last one back.
  func retain() -> Bool {
    guarded.withLock { guarded in
      guard guarded.hasUpdate || guarded.references > 0 else { return false }
      guarded.references += 1
      return true
    }
  }

  /// Releases a reference of C's.
  ///
  /// - Throws: `invalidArgument` if C has none.
  func release(_ handle: OpaquePointer?) throws(ErrorReport) {
    let isLast = try guarded.withLock { guarded throws(ErrorReport) in
      guard guarded.references > 0 else {
        throw ErrorReport(.invalidArgument, "the page was not retained: it belongs to its update")
      }
      guarded.references -= 1
      return guarded.references == 0 && !guarded.hasUpdate
    }
    if isLast { _ = HandleTable.shared.remove(handle, as: PageObject.self) }
  }

  /// The update is gone. Unless C has retained the page, its handle becomes stale.
  func endUpdate(_ handle: OpaquePointer?) {
    let isLast = guarded.withLock { guarded in
      guarded.hasUpdate = false
      return guarded.references == 0
    }
    if isLast { _ = HandleTable.shared.remove(handle, as: PageObject.self) }
  }

  // MARK: Parts

  /// A part of the received bytes, in place. The page keeps them alive.
  func slice(_ range: Range<Int>?) -> BorrowedText { body.part(at: range) }

  /// The longest name of a header that is looked for, in bytes.
  static let longestHeaderName = 64 << 10

  /// The value of a header in the response's header lines, in place; none if there is no header of that name.
  func header(_ name: String) -> BorrowedText {
    headers.part(at: page.headers?.value(of: name))
  }

  /// All header lines of the response, in place.
  var headerLines: BorrowedText { headers.text }

  /// What the host's function made of the page.
  var modelText: BorrowedText { model.text }

  // MARK: Items

  /// The array of items, as it came if all of them are shown. None if memory runs out.
  var items: BorrowedText {
    guard page.items != nil, page.omission != nil else { return slice(page.items) }
    return guarded.withLock { guarded in
      if let known = guarded.texts.known(.items) { return known }
      guard let elements = Self.elements(of: page, &guarded) else { return .none }
      let text = ItemArray(items: elements, body: page.body)
      return guarded.texts.text(for: .items, count: text.count) { text.write(to: $0) }
    }
  }

  /// An item in place, or an edge's node. None beyond the last, and if memory runs out.
  func item(at index: Int) -> BorrowedText {
    slice(guarded.withLock { Self.items(of: page, &$0) }?[index])
  }

  /// The places of all items in the body, as pairs of a start and a length. Nil if the page has no array of them, or if
  /// memory runs out.
  ///
  /// - Parameter nodes: whether an edge counts as its node.
  func spans(ofNodes nodes: Bool) -> (pairs: UnsafePointer<UInt64>, count: Int)? {
    guarded.withLock { guarded in
      let items = nodes ? Self.items(of: page, &guarded) : Self.elements(of: page, &guarded)
      guard let items else { return nil }
      var start = items.pairs.baseAddress
      if LentMemory.isWatched {
        let copy = guarded.texts.text(for: nodes ? .nodeSpans : .spans, count: items.pairs.count) {
          $0.copyMemory(from: items.pairs)
        }
        start = UnsafeRawPointer(copy.start)
      }
      return start.map { ($0.assumingMemoryBound(to: UInt64.self), items.count) }
    }
  }

  /// All items, one a line. None if the page has no array of them, or if memory runs out.
  var lines: BorrowedText {
    guarded.withLock { guarded in
      guard let array = page.items, let items = Self.items(of: page, &guarded) else { return .none }
      let lines = ItemLines(items: items, in: array, of: page.body)
      return guarded.texts.text(for: .lines, count: lines.count) { lines.write(to: $0) }
    }
  }

  // MARK: Lists inside the items

  /// What the page says about the lists inside it. None if its query has none, or if memory runs out.
  var nested: BorrowedText {
    guard let lists = page.nested else { return .none }
    let text = NestedText(lists: lists, body: page.body)
    return guarded.withLock { $0.texts.text(for: .nested, count: text.count) { text.write(to: $0) } }
  }

  private static func items(of page: ConnectionPage, _ guarded: inout Guarded) -> ItemSlices? {
    if guarded.items == nil, let array = page.items {
      // Without memory there are none now; a later call tries again.
      guarded.items = try? ItemSlices(nodesAt: array, of: page)
    }
    return guarded.items
  }

  private static func elements(of page: ConnectionPage, _ guarded: inout Guarded) -> ItemSlices? {
    if page.nodeKeys.isEmpty { return items(of: page, &guarded) }
    if guarded.elements == nil, let array = page.items {
      guarded.elements = try? ItemSlices(itemsAt: array, of: page)
    }
    return guarded.elements
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
