import PagerJSON
import PagerState

/// What a page says of the pages beyond it.
struct FollowingPages {
  /// The request for the page.
  let request: PageRequest
  let shape: ConnectionShape
  let connection: JSONNode?
  let pageInfo: JSONNode?
  let itemCount: Int

  /// The longest cursor in bytes: it is copied, sent and remembered, and a server decides how long it is.
  static let longestCursor = 1 << 20

  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a cursor that is too long.
  func frontier(at end: ListEnd) throws(JSONReadError) -> Frontier<PageRequest> {
    if let place = shape[end] { return try frontier(at: end, place) }
    guard end == .next, let offset = shape.offset else { return .closed }
    return try frontier(offset, itemCount: Int64(itemCount))
  }

  // MARK: Cursors

  private func frontier(at end: ListEnd, _ place: ConnectionShape.End) throws(JSONReadError) -> Frontier<PageRequest> {
    // If the list was opened in its middle there are pages before, until an answer to a backward request denies it.
    let isDistrusted = end == .previous && shape.distrusted == request
    if !isDistrusted {
      guard let hasMore = try pageInfo?.uniqueNode(at: place.hasMore)?.bool else { return .broken(.missingPageInfo) }
      guard hasMore else { return .closed }
    }
    guard let cursor = try pageInfo?.uniqueNode(at: place.cursor), !cursor.isNull else { return .broken(.nullCursor) }
    guard cursor.range.count <= Self.longestCursor else {
      throw JSONReadError(
        message:
          "a cursor has \(cursor.range.count) bytes, and the library sends back at most \(Self.longestCursor)",
        offset: cursor.range.lowerBound)
    }
    switch cursor.kind {
    case .string, .number:
      return .open(PageRequest(shape.furtherQuery, toward: end, [.init(place.variable, VariableValue(cursor))]))
    case .object, .array, .bool, .null:
      return .broken(.missingPageInfo)
    }
  }

  // MARK: Offsets

  /// How many items the whole list has; nil if the page does not say.
  var total: Int64? {
    get throws(JSONReadError) { try number(at: shape.offset?.total) }
  }

  /// How many pages the whole list has; nil if the page does not say.
  var pageCount: Int64? {
    get throws(JSONReadError) { try number(at: shape.offset?.pageCount) }
  }

  private func number(at pointer: JSONPointer?) throws(JSONReadError) -> Int64? {
    guard let pointer else { return nil }
    return try connection?.uniqueNode(at: pointer)?.int64
  }

  /// What the page says itself: true, false, or nothing.
  private enum Word {
    case more, noMore, nothing
  }

  private func frontier(_ list: OffsetShape, itemCount: Int64) throws(JSONReadError) -> Frontier<PageRequest> {
    guard let offset = request.offset else { return .closed }
    guard let word = try word(list, after: offset, itemCount) else { return .broken(.missingPageInfo) }
    if word == .noMore || list.fullPage.map({ itemCount < $0 }) ?? false { return .closed }
    if itemCount == 0 {
      // If the number of the server's first page is not certain, the total is not a reason to doubt an empty page.
      let isDenied = word == .more && (list.hasMore != nil || list.pageCount != nil || !list.countsPages)
      return isDenied ? .broken(.cursorStuck) : .closed
    }
    let (number, isTooLarge) = offset.number.addingReportingOverflow(list.countsPages ? 1 : itemCount)
    if isTooLarge { return .unresolved }
    let itemsBefore = offset.itemsBefore.flatMap { before in
      let (sum, isTooLarge) = before.addingReportingOverflow(itemCount)
      return isTooLarge ? nil : sum
    }
    return .open(
      PageRequest(
        shape.furtherQuery, toward: .next, [.init(list.variable, VariableValue(integer: number))],
        offset: ListOffset(number: number, itemsBefore: itemsBefore)))
  }

  /// Nil if the page does not say what its query asks for.
  private func word(
    _ list: OffsetShape, after offset: ListOffset, _ itemCount: Int64
  ) throws(JSONReadError) -> Word? {
    if let pointer = list.hasMore {
      return try connection?.uniqueNode(at: pointer)?.bool.map { $0 ? .more : .noMore }
    }
    if list.pageCount != nil {
      // A page with items belongs to the list, whatever number the server's pages begin with. If the server counts from
      // 0, the last page has a smaller number. An extra empty page does no harm, but a missing page would.
      guard let pageCount = try pageCount, pageCount >= (itemCount == 0 ? 0 : max(1, offset.number)) else { return nil }
      return offset.number < pageCount ? .more : .noMore
    }
    guard list.total != nil else { return .nothing }
    // A list cannot have fewer items than this page, whatever the number means.
    guard let total = try total, total >= itemCount else { return nil }
    guard let before = offset.itemsBefore else { return .nothing }
    let (loaded, isTooLarge) = before.addingReportingOverflow(itemCount)
    return !isTooLarge && loaded < total ? .more : .noMore
  }
}
