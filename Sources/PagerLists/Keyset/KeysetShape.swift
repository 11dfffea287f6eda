package import PagerJSON
import PagerState

/// How a keyset list continues after a page. A class, because shapes are copied for every page and few have one.
package final class KeysetShape: Sendable {
  /// The keys of an item, below the item.
  package let keys: [JSONPointer]
  /// For each end at which the list is read, the variables that take the keys of the item at that end.
  let templates: [ListEnd: [KeyTemplate]]
  /// Whether a request with keys also gets the items that have exactly these keys.
  package let isInclusive: Bool
  /// Whether there is more, below the connection.
  package let hasMore: JSONPointer?
  /// How many items a page has that is not the last; nil if a shorter one does not end the list.
  package let fullPage: Int64?
  /// How many items a request asks for; nil if that is not known.
  package let limit: Int64?

  init(
    keys: [JSONPointer], templates: [ListEnd: [KeyTemplate]], isInclusive: Bool, hasMore: JSONPointer?,
    fullPage: Int64?, limit: Int64?
  ) {
    self.keys = keys
    self.templates = templates
    self.isInclusive = isInclusive
    self.hasMore = hasMore
    self.fullPage = fullPage
    self.limit = limit
  }

  /// Whether the list is read at an end.
  func reads(_ end: ListEnd) -> Bool { templates[end] != nil }

  /// The request for the page beyond the items with these keys.
  func request(
    _ query: PagedQuery, toward end: ListEnd, _ place: KeysetPlace
  ) -> PageRequest {
    PageRequest(query, toward: end, (templates[end] ?? []).map { $0.setting(place.keys) }, keyset: place)
  }
}

extension KeysetShape: Hashable {
  package static func == (left: KeysetShape, right: KeysetShape) -> Bool {
    left.keys == right.keys && left.templates == right.templates && left.isInclusive == right.isInclusive
      && left.hasMore == right.hasMore && left.fullPage == right.fullPage
      && left.limit == right.limit
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(templates)
  }
}

/// The place in a keyset list that a request asks for, in addition to its variables. Requests for the same page are
/// equal, whatever this says. A class, because requests are copied often and few have one.
package final class KeysetPlace: Sendable, Hashable {
  /// The keys after which the page comes; empty for the beginning of the list.
  let keys: [VariableValue]
  /// The number of the page on the way to its end, from 1. It grows from page to page.
  let page: Int64
  /// The most items that a page on the way to this one had.
  let largestPage: Int
  /// For an inclusive list: the identities of the items with exactly these keys. They come again.
  let seen: [UInt64]

  init(keys: [VariableValue] = [], page: Int64 = 1, largestPage: Int = 0, seen: [UInt64] = []) {
    self.keys = keys
    self.page = page
    self.largestPage = largestPage
    self.seen = seen
  }

  package static func == (left: KeysetPlace, right: KeysetPlace) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
