/// What a page says of the size of its list: what tells an offset list that changes while it is read.
public struct PageMeasure: Sendable, Hashable {
  /// How many items came, those included that were left out as duplicates.
  public let itemCount: Int
  /// How many items the server says the list has; nil where it does not say.
  public let total: Int64?
  /// How many pages the server says the list has; nil where it does not say.
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
