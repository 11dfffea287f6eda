/// What a page of an offset list says of the list's size: what tells a list that changes while it is read.
public struct PageMeasure: Sendable, Hashable {
  /// How many items came, those included that were left out as duplicates.
  public let itemCount: Int
  /// How many items the server says the list has; nil where it does not say.
  public let total: Int64?

  public init(itemCount: Int, total: Int64?) {
    self.itemCount = itemCount
    self.total = total
  }
}
