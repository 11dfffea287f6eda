/// What a change of a held page does to the state.
extension PagerState {
  /// The held pages, with one of them replaced, for readers that compute its page info from all of them. Nil if that
  /// place no longer holds a page.
  public func pages(with page: ListPage, at id: PageID) -> PageSnapshot? {
    list.pages(with: page, at: id)
  }

  /// Another page replaces a held page and shows what has changed since. It does not hold a walk back, and readers do
  /// not get it. Returns whether that place still holds a page.
  ///
  /// - Parameter facts: what the page says about the list. If the page is the outermost one at an end, this counts
  ///   from now on. A request under way stays, and its page counts as a page that does not begin where this one ends.
  public mutating func replace(
    _ page: ListPage, _ facts: PageFacts, at id: PageID, from source: PageSource,
    into actions: inout [PagerAction]
  ) -> Bool {
    guard list.replace(page, facts, at: id) else { return false }
    if let interim = active?.interim, interim.id == id, facts.hasData {
      active?.items += facts.itemCount - interim.counts.shown
      active?.interim = InterimPage(id, facts)
    }
    if case .reading(let load, var placed)? = active?.phase {
      placed.pages = list.placing(
        placed.page, as: placed.step.role, inPlaceOf: active?.interim, retention: retention)
      active?.phase = .reading(load, placed)
    }
    let change = PageChange(page, as: id.role, at: id, from: source, isRenewal: true)
    // A page that subscribers have not got is not shown early. Its own update will show its newest state.
    if let newest = unpublished?.change {
      unpublished?.pages = list.held
      if newest.id == id {
        unpublished?.change = PageChange(page, as: id.role, at: id, from: newest.source)
      }
    }
    guard let pages = publishedPages(with: page, at: id) else { return true }
    let update = nextUpdate(.page(change), pages)
    remember(update)
    if subscribers.addChange(update.id, of: id, from: source) { actions.append(.publish(update)) }
    return true
  }

  /// The pages that subscribers have got, with one replaced; nil if they have not got that one.
  private func publishedPages(with page: ListPage, at id: PageID) -> PageSnapshot? {
    guard unpublished != nil else { return list.held }
    guard var pages = publishedPages, pages.replace(page, as: id.role, at: id.index) else { return nil }
    return pages
  }

  /// The pages of this list that subscribers have got.
  private var publishedPages: PageSnapshot? {
    guard unpublished != nil else { return list.held }
    guard let current, case .page(let change) = current.event, change.id?.list == list.number else { return nil }
    return current.pages
  }

  /// A subscriber was handed a change of a page that has changed again since, and has not got the newer change.
  mutating func tellOfLaterChange(
    of id: PageID, from source: PageSource, to subscriber: SubscriberID, into actions: inout [PagerAction]
  ) {
    guard list.places.contains(id), let pages = publishedPages, let page = pages.page(as: id.role, at: id.index) else {
      return
    }
    let change = PageChange(page, as: id.role, at: id, from: source, isRenewal: true)
    let update = nextUpdate(.page(change), pages)
    subscribers.change(subscriber) { _ = $0.addChange(update.id, of: id, from: source) }
    actions.append(.replay(subscriber, update))
  }
}

extension PagerState {
  /// What the list lacks to the total that its pages named; nil while it has not reached its end, or lacks nothing.
  public var shortfall: TotalShortfall? { isAtEnd ? summary.shortfall : nil }

  /// What speaks against the end of the list; nothing while it has not reached its end.
  ///
  /// - Parameter comparesTotal: whether the totals of its pages count its items.
  public func doubts(comparesTotal: Bool) -> ListDoubts {
    isAtEnd ? summary.doubts(comparesTotal: comparesTotal) : []
  }

  private var isAtEnd: Bool {
    list.hasData && ListEnd.allCases.allSatisfy { list.frontier(at: $0) == .closed } && summary.gapCount == 0
  }
}
