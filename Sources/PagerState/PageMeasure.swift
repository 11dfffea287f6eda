/// What a page says about the size of its list. It shows whether an offset list changes while it is read.
public struct PageMeasure: Sendable, Hashable {
  /// How many items came, including the duplicates that were left out.
  public let itemCount: Int
  /// How many items the server says the list has; nil if it does not say.
  public let total: Int64?
  /// How many pages the server says the list has; nil if it does not say.
  public let pageCount: Int64?

  public init(itemCount: Int, total: Int64?, pageCount: Int64? = nil) {
    self.itemCount = itemCount
    self.total = total
    self.pageCount = pageCount
  }
}

extension PageInspection {
  /// What the page says of the size of its list.
  public var measure: PageMeasure {
    PageMeasure(itemCount: itemCount + duplicateCount, total: total, pageCount: pageCount)
  }
}
