package import PagerJSON
package import PagerState

/// How a list of offsets or page numbers continues after a page.
package final class OffsetShape: ListShape {
  /// The variable that takes the offset, or the number of the page.
  package let variable: String
  /// Whether it takes page numbers.
  package let countsPages: Bool
  /// Whether there is more, below the connection.
  let hasMore: JSONPointer?
  /// How many pages the whole list has, below the connection; nil if no page says it.
  package let pageCount: JSONPointer?
  /// In a list that its first page should be: a cursor that is null if it is, below the connection.
  let nextCursor: JSONPointer?
  /// How the list ends.
  let end: EndRules

  init(
    variable: String, countsPages: Bool, hasMore: JSONPointer?, pageCount: JSONPointer?,
    nextCursor: JSONPointer? = nil, end: EndRules
  ) {
    self.variable = variable
    self.countsPages = countsPages
    self.hasMore = hasMore
    self.pageCount = pageCount
    self.nextCursor = nextCursor
    self.end = end
  }

  /// How many items a request asks for; nil if that is not known.
  var limit: Int64? { end.limit }

  /// The request for the page at a place.
  func request(_ query: QueryRole, at offset: ListOffset, after past: ListPast) -> PageRequest {
    let setting = PageRequest.Setting(variable, VariableValue(integer: offset.number))
    return PageRequest(query, toward: .next, [setting], at: .offset(offset), after: past)
  }

  // MARK: A list

  package var word: String? { "offset" }

  package func reads(_ end: ListEnd) -> Bool { end == .next }

  package func saysWhetherThereIsMore(_ total: TotalPlace?) -> Bool {
    hasMore != nil || pageCount != nil || total?.endsList == true
  }

  package var marksPages: Bool { end.repeats != .allowed && !end.endsWithFirstPage }

  package func end(at end: ListEnd, of page: PageParts) throws(JSONReadError) -> PageEnd {
    guard end == .next, case .offset(let offset) = page.request.place else { return .closed }
    return try OffsetPage(list: self, offset: offset, page: page).end()
  }

  package func request(
    _ query: QueryRole, toward end: ListEnd, in token: JSONValue
  ) throws(ResumeTokenError) -> PageRequest? {
    guard end == .next, let offset = ListOffset(token) else { return nil }
    return request(query, at: offset, after: ListPast(token))
  }

  package func names(_ variables: PageVariables) -> [String: JSONValue] {
    [
      countsPages ? "page" : "offset": .name(variables.offset), "limit": .name(variables.sizes[.next]),
      "page_count": .pointer(pageCount), "has_more": .pointer(hasMore),
      "end": .name(hasMore == nil && pageCount == nil ? end.word : nil),
    ]
  }

  package func places(_ total: TotalPlace?) -> (cursors: [String], flags: [String]) {
    let total = total.flatMap { $0.endsList ? $0.pointer : nil }
    return ([], [hasMore ?? pageCount ?? total].compactMap { $0?.description })
  }

  package func message(for reason: IncompleteReason, _ signposts: ListSignposts) -> String? {
    switch reason {
    case .cursorStuck:
      "the page has no items and says there is more, so the next offset is the same: the server does not advance"
    case .missingPageInfo where end.endsWithFirstPage:
      "the page has as many items as the request asks for, so the list may be longer: ask for more"
    case .missingPageInfo:
      "the page does not say whether there is more: nothing usable at \(signposts.flags)"
    case .cursorCycle:
      "the pages repeat the items of the list, and bring no other ones: the server ignores the offset, or goes round "
        + "in circles"
    case .emptyPages where countsPages:
      reason.message(signposts) + ". If it counts its pages from 0, set the variable `$\(variable)` to 0"
    case .firstPageUnknown where countsPages:
      reason.message(signposts) + ", as in {\"\(variable)\": 0}"
    default: nil
    }
  }

  /// A server that reads no further than 5,000 or 10,000 items says so in errors that name the argument and the number.
  package func advice(after messages: [String]) -> String? {
    let isOfLimit = messages.contains { message in
      let words = message.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return words.contains { Self.placeWords.contains($0.lowercased()) || $0 == variable && !countsPages }
        && words.contains { Int64($0) ?? 0 >= 100 }
    }
    guard isOfLimit else { return nil }
    return "; if the server does not read further than that, read the list by a key of its items, which has no such "
      + "limit: docs/keyset-lists.md"
  }

  private static let placeWords: Set<String> = ["skip", "offset", "window"]
}

extension OffsetShape: Hashable {
  package static func == (left: OffsetShape, right: OffsetShape) -> Bool {
    left.variable == right.variable && left.countsPages == right.countsPages && left.hasMore == right.hasMore
      && left.pageCount == right.pageCount && left.nextCursor == right.nextCursor && left.end == right.end
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(variable)
    hasher.combine(hasMore)
    hasher.combine(pageCount)
  }
}
