import PagerJSON
package import PagerState

extension PageRequest {
  /// Writes what a resume token says of a request: an object with the members of its place and of what is known of the
  /// pages before. Members that say nothing are left out, and the names come in the order of the alphabet.
  ///
  /// One function for all kinds of places, because their names come between each other.
  package static func write(_ request: ListRequest, to text: inout MemberText) throws(ResumeTokenError) {
    let request = PageRequest.open(request)
    let (past, place) = (request.past, request.place)
    text.open()
    if past.isFirstAssumed { text.add("assumed", word: "true") }
    if past.look == .beyondTotal { text.add("beyond", word: "true") }
    if past.look == .beyondPageCount { text.add("beyond_pages", word: "true") }
    text.add("count", ifSet: past.itemCount)
    // As text, so that it is sent back byte for byte even if other libraries change the token's numbers and escapes.
    if place.isOfCursor { try text.add("cursor", quoting: request.settings.first?.value.json ?? .null) }
    text.add("empty", ifSet: past.emptyPages)
    if let bytes = past.opening?.bytes { text.add("first", hash: bytes) }
    if past.countsFromZero { text.add("from_zero", word: "true") }
    switch place {
    case .offset(let offset):
      if let before = offset.itemsBefore {
        text.add("items_before", before)
      } else {
        text.add("items_before", word: "null")
      }
    case .keyset(let place):
      try text.add("keys", quoting: place.keys.map(\.json))
      text.add("largest", Int64(place.largestPage))
    case .cursor, .scroll, .made: break
    }
    text.add("largest_page", ifSet: past.largestPage)
    if case .offset(let offset) = place { text.add("offset", offset.number) }
    if let opening = past.opening { text.add(opening) }
    switch place {
    case .keyset(let place): text.add("page", place.page)
    // The page info and not the request: no token makes a pager send anything but its own queries.
    case .made(let made): try text.add("page_info", .string(made.pageInfo))
    case .cursor, .scroll, .offset: break
    }
    if past.hasPassedTotal { text.add("passed_total", word: "true") }
    if past.isPromised { text.add("promised", word: "true") }
    if past.latest != 0 {
      text.add("repeated", hash: past.latest)
      if past.repeats > 1 { text.add("repeats", past.repeats) }
    }
    if case .keyset(let place) = place, !place.seen.isEmpty { text.add("seen", plain: Fingerprints.text(place.seen)) }
    if past.hasShortOpening { text.add("short_opening", word: "true") }
    if let total = past.total { text.add("total", total) }
    if past.hasTrueTotal { text.add("true_total", word: "true") }
    if past.look == .pageZero { text.add("zero", word: "true") }
    text.close()
  }
}

extension ListPlace {
  fileprivate var isOfCursor: Bool {
    switch self {
    case .cursor, .scroll: true
    case .offset, .keyset, .made: false
    }
  }
}

extension MemberText {
  fileprivate mutating func add(_ name: StaticString, ifSet count: Int64) {
    if count > 0 { add(name, count) }
  }

  fileprivate mutating func add(_ opening: OpeningPage) {
    if let mark = opening.mark {
      add("opening", hashes: mark)
      add("opening_count", Int64(mark.count))
    }
    if let total = opening.total { add("opening_total", total) }
  }

  private mutating func add(_ name: StaticString, hashes mark: PageMark) {
    addString(name) { for index in 0..<mark.length { $0.appendDigits(of: mark.items[index]) } }
  }
}
