package import PagerJSON
package import PagerState

/// How a keyset list continues after a page.
package final class KeysetShape: ListShape {
  /// The keys of an item, below the item.
  let keys: [JSONPointer]
  /// For each end at which the list is read: the variables for the keys of the item there.
  let templates: [ListEnd: [ValueTemplate]]
  /// Whether a request with keys also gets the items that have exactly these keys.
  let isInclusive: Bool
  /// Whether there is more, below the connection.
  let hasMore: JSONPointer?
  /// How the list ends.
  let rules: EndRules

  init(
    keys: [JSONPointer], templates: [ListEnd: [ValueTemplate]], isInclusive: Bool, hasMore: JSONPointer?,
    _ rules: EndRules
  ) {
    self.keys = keys
    self.templates = templates
    self.isInclusive = isInclusive
    self.hasMore = hasMore
    self.rules = rules
  }

  /// How many items a request asks for; nil if that is not known.
  var limit: Int64? { rules.limit }

  /// The request for the page beyond the items with these keys.
  func request(
    _ query: QueryRole, toward end: ListEnd, _ place: KeysetPlace, after past: ListPast
  ) -> PageRequest {
    let settings = (templates[end] ?? []).map { $0.setting(place.keys) }
    return PageRequest(query, toward: end, .init(settings), at: .keyset(place), after: past)
  }

  // MARK: A list

  package var word: String? { "keyset" }

  package func reads(_ end: ListEnd) -> Bool { templates[end] != nil }

  package func saysWhetherThereIsMore(_ total: TotalPlace?) -> Bool { hasMore != nil }

  package var marksPages: Bool { rules.repeats != .allowed }

  package func end(at end: ListEnd, of page: PageParts) throws(JSONReadError) -> PageEnd {
    guard case .keyset(let place) = page.request.place else { return .closed }
    return try KeysetPage(list: self, place: place, page: page).end(at: end)
  }

  package func request(
    _ query: QueryRole, toward end: ListEnd, in token: JSONValue
  ) throws(ResumeTokenError) -> PageRequest? {
    guard reads(end), let place = try KeysetPlace(token), place.keys.count == keys.count else { return nil }
    return request(query, toward: end, place, after: ListPast(token))
  }

  package func names(_ variables: PageVariables) -> [String: JSONValue] {
    [
      "key": .names(keys.map(\.description)), "has_more": .pointer(hasMore),
      "end": .name(hasMore == nil ? rules.word : nil),
      "after": variables.keys[.next].map { .names($0) } ?? .null,
      "before": variables.keys[.previous].map { .names($0) } ?? .null,
      "limit": .name(variables.sizes[.next] ?? variables.sizes[.previous]),
    ]
  }

  package func places(_ total: TotalPlace?) -> (cursors: [String], flags: [String]) {
    ([], [hasMore].compactMap { $0?.description })
  }

  package func message(for reason: IncompleteReason, _ signposts: ListSignposts) -> String? {
    switch reason {
    case .cursorStuck where isInclusive:
      "the next request is the same as the last one, because all items that came have its key: with `inclusive` a page "
        + "must be larger than the largest number of items with one key. Raise the page size, add a second key, or set "
        + "\"end\": \"short_page\" if the server always sends full pages"
    case .cursorStuck where hasMore != nil:
      "the next request is the same as the last one: the page has no items and says there is more, or its last item "
        + "has the key of the request"
    case .cursorStuck:
      "the page ends with the key of its own request, so the next request is the same: the server ignores the key, or "
        + "its filter includes the key (>=); if it does, set \"inclusive\": true"
    case .cursorCycle:
      "the page leads back to an earlier one: it ends with the key of an earlier request, or more items in a row were "
        + "repeated than the list has. The server does not order the list by the key, or ignores the key"
    case .missingPageInfo:
      "the page does not say whether there is more: nothing usable at \(signposts.flags)"
    case .duplicateKey:
      reason.message(signposts) + ". Add a second key that tells such items apart, or set \"inclusive\": true with "
        + "`identity` if the server can filter with >="
    default: nil
    }
  }
}

extension KeysetShape: Hashable {
  package static func == (left: KeysetShape, right: KeysetShape) -> Bool {
    left.keys == right.keys && left.templates == right.templates && left.isInclusive == right.isInclusive
      && left.hasMore == right.hasMore && left.rules == right.rules
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(templates)
  }
}
