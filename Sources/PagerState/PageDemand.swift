/// How much an operation will request beyond its current page, as far as the operation decides it.
public struct PageDemand: Sendable, Hashable {
  /// Which page of the list that page is, from 1 and in the order of loading; nil if it is not known.
  public var number: Int?
  /// The most pages after that one.
  public var further: Int
  /// How many items are enough, those of that page included; nil: there is no such limit.
  public var items: Int?

  public init(_ number: Int? = nil, further: Int, items: Int? = nil) {
    self.number = number
    self.further = further
    self.items = items
  }
}

extension PagerState {
  /// The request that the walk under way makes as soon as an arrived page is in the list; nil if it makes none, or not
  /// at once.
  ///
  /// - Parameter inspection: what that page says of the list.
  public func request(after inspection: PageInspection<Request>, of load: LoadID) -> Request? {
    guard var active, case .loading(load, let step) = active.phase, case .loadAll(let walk) = active.kind,
      active.interim == nil, inspection.hasData, !inspection.endsOperation, isKeptUpWith
    else { return nil }
    active.pages += 1
    active.items += inspection.itemCount
    guard !active.hasReachedCap(of: walk) else { return nil }
    // A first page begins another list.
    let list = step.role == .initial ? PageList<Types>(number: list.number) : list
    return list.request(after: inspection, to: step)
  }

  /// What the operation under way will request beyond its next page: nothing, unless it is a walk.
  public var demand: PageDemand {
    guard let active, case .loadAll(let walk) = active.kind else {
      return PageDemand(numberOfLoadedPage, further: 0)
    }
    return PageDemand(
      numberOfLoadedPage,
      further: walk.maximumPages.map { max(0, $0 - active.pages - 1) } ?? .max,
      items: walk.maximumItems.map { max(0, $0 - active.items) })
  }
}
