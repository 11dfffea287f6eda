import PagerState

/// A place in a list of offsets or page numbers, as integers: the number in the request, and its meaning.
package struct ListOffset: Sendable, Hashable {
  /// The number of the requested item or page.
  package let number: Int64
  /// How many items come before it; nil if that is not known, because the list was opened at some page.
  package let itemsBefore: Int64?
  /// What is known of the pages before it.
  let past: OffsetPast

  package init(number: Int64, itemsBefore: Int64?) {
    self.init(number: number, itemsBefore: itemsBefore, past: .unknown)
  }

  init(number: Int64, itemsBefore: Int64?, past: OffsetPast) {
    self.number = number
    self.itemsBefore = itemsBefore
    self.past = past
  }

  /// How many items the list has up to and with this page; nil if that is not known, or too large.
  func items(with count: Int64) -> Int64? {
    itemsBefore.flatMap { before in
      let (sum, isTooLarge) = before.addingReportingOverflow(count)
      return isTooLarge ? nil : sum
    }
  }
}

/// What is known of the pages before a place in a list of offsets or page numbers.
///
/// Requests for the same page are equal, whatever this says. A class, because requests are copied often.
final class OffsetPast: Sendable, Hashable {
  /// How many pages directly before are empty, and said that there is more.
  let emptyPages: Int64
  /// The most items that a page before has.
  let largestPage: Int64
  /// Whether the config did not name the number of the first page, and no page has shown that it is 1.
  let isFirstAssumed: Bool
  /// A hash of the items of the page in the place before; 0 if it has none.
  let items: UInt64
  /// The total that this page named; nil if it named none.
  let total: Int64?
  /// A hash of the items of the first page; nil if it is not needed.
  let firstItems: UInt64?
  /// Whether the request asks for the page with the number 0, to find out whether the list has one.
  let isPageZero: Bool

  init(
    emptyPages: Int64 = 0, largestPage: Int64 = 0, isFirstAssumed: Bool = false, items: UInt64 = 0,
    total: Int64? = nil, firstItems: UInt64? = nil, isPageZero: Bool = false
  ) {
    self.emptyPages = emptyPages
    self.largestPage = largestPage
    self.isFirstAssumed = isFirstAssumed
    self.items = items
    self.total = total
    self.firstItems = firstItems
    self.isPageZero = isPageZero
  }

  /// Nothing is known.
  static let unknown = OffsetPast()
  /// Nothing is known, not even the number of the first page.
  static let ofAssumedFirst = OffsetPast(isFirstAssumed: true)

  static func == (left: OffsetPast, right: OffsetPast) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
