/// A list that reached its end with fewer items than its own pages named.
public struct TotalShortfall: Sendable, Hashable {
  /// How many items the list has. Those that came twice count once.
  public let items: Int
  /// The smallest total that its pages named. A list that grows while it is read names larger ones later.
  public let total: Int64

  public init(items: Int, total: Int64) {
    self.items = items
    self.total = total
  }
}

/// The totals that the pages of a list named.
public struct ToldTotals: Sendable, Hashable {
  public var least: Int64
  public var greatest: Int64
  /// Whether each was the number of items of its own page: then none says how many items the list has.
  public var countPages: Bool

  public init(least: Int64, greatest: Int64, countPages: Bool) {
    (self.least, self.greatest, self.countPages) = (least, greatest, countPages)
  }
}

extension ListPosition {
  /// Whether the pages up to here have fewer items than they named.
  public var hasFewerThanTotal: Bool { PageListSummary(upTo: self).shortfall != nil }

  /// What speaks against the list if it ends here.
  ///
  /// - Parameter comparesTotal: whether the totals of its pages count its items.
  public func doubtsAtEnd(comparesTotal: Bool) -> ListDoubts {
    PageListSummary(upTo: self).doubts(comparesTotal: comparesTotal)
  }
}

extension PageListSummary {
  /// What the pages so far lack to the smallest total that they named. Nothing if the list was opened in its middle, or
  /// its reader had read enough before its end.
  var shortfall: TotalShortfall? {
    guard !beginsInMiddle, trail?.trail.endsEarly != true, let total = drift.totals?.least, itemsRead < total else {
      return nil
    }
    return TotalShortfall(items: itemsRead, total: total)
  }

  /// What speaks against the list if it ends here.
  ///
  /// - Parameter comparesTotal: whether the totals count the items of the list.
  func doubts(comparesTotal: Bool) -> ListDoubts {
    var doubts = pageDoubts
    guard comparesTotal, let totals = drift.totals else { return doubts }
    if shortfall != nil { doubts.insert(.fewerThanTotal) }
    if !totals.countPages, itemsRead > totals.greatest { doubts.insert(.moreThanTotal) }
    return doubts
  }

  /// How many items came, without those that came before.
  private var itemsRead: Int { itemsLoaded + omittedCount }
}
