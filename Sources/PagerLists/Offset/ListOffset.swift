/// A place in a list of offsets or page numbers, as integers: the number in the request, and its meaning.
package struct ListOffset: Sendable, Hashable {
  /// The number of the requested item or page.
  package let number: Int64
  /// How many items come before it; nil if that is not known, because the list was opened at some page.
  package let itemsBefore: Int64?

  package init(number: Int64, itemsBefore: Int64?) {
    self.number = number
    self.itemsBefore = itemsBefore
  }

  /// How many items the list has up to and with this page; nil if that is not known, or too large.
  func items(with count: Int64) -> Int64? {
    itemsBefore.flatMap { before in
      let (sum, isTooLarge) = before.addingReportingOverflow(count)
      return isTooLarge ? nil : sum
    }
  }
}
