/// What the answers to requests do to the state.
extension PagerState {
  /// A page arrived. Returns the pages held with this one in its place, for those who read the page info from all of
  /// them; nil when the load was superseded. What the page says of the list follows, with `conclude`.
  public mutating func place(_ page: Types.Page, of load: LoadID) -> PageSnapshot<Types.Page>? {
    guard case .loading(let wanted, let step)? = active?.phase, wanted == load else { return nil }
    let pages = list.placing(page, as: step.role, retention: retention)
    active?.phase = .reading(load, PlacedPage(page: page, step: step, pages: pages))
    return pages
  }

  /// What a placed page says of the list.
  public mutating func conclude(
    _ load: LoadID, _ inspection: PageInspection<Request>, from source: PageSource = .server
  ) -> [Action] {
    guard let active, case .reading(let wanted, let placed) = active.phase, wanted == load else { return [] }
    if !inspection.hasData, list.hasData, placed.step.role == .initial || retention != .all {
      return showWithoutKeeping(placed, from: source)
    }
    openReader()
    take(placed, inspection, from: source)

    guard inspection.hasData else { return publishUnpublished() + finish(.withoutData(placed.page)) }
    switch active.kind {
    case .fetch:
      return publishUnpublished() + finishLoad(at: ListEnd.allCases)
    case .load(let end):
      return publishUnpublished() + finishLoad(at: [end])
    case .loadAll(let walk):
      return goOn(with: walk)
    }
  }

  /// A page could not be loaded. Pages loaded so far stay.
  public mutating func fail(_ load: LoadID, _ failure: Types.Failure) -> [Action] {
    guard active?.phase.load == load else { return [] }
    return publishUnpublished() + publish(.failure(failure), list.held) + finish(.failure(failure))
  }

  /// Another page takes the place of one that is held: it shows what has changed since. Holds no walk back.
  public mutating func replace(_ page: Types.Page, at id: PageID, from source: PageSource) -> [Action] {
    guard let pages = list.replace(page, at: id) else { return [] }
    if case .reading(let load, var placed)? = active?.phase {
      placed.pages = list.placing(placed.page, as: placed.step.role, retention: retention)
      active?.phase = .reading(load, placed)
    }
    let update = nextUpdate(.page(PageChange(page: page, role: id.role, id: id, source: source)), pages)
    guard unpublished == nil else {
      // Pages that subscribers have not been told of are not shown early. The update that will show them has this one, too.
      unpublished = update
      return []
    }
    remember(update)
    return tell(update, holdsBack: false, isRead: false)
  }

  private mutating func take(
    _ placed: PlacedPage<Types>, _ inspection: PageInspection<Request>, from source: PageSource
  ) {
    let step = placed.step
    if step.role == .initial { unseen = UnseenPages() }
    // What follows a page that nobody has been handed shares its fate, retained or not.
    if retention != .all || unseen.first != nil {
      let before = checkpoint(before: step)
      unseen.add(step.request.hashValue, before: before)
    }
    let id = list.receive(placed, inspection, retention: retention)
    let change = PageChange(page: placed.page, role: step.role, id: id, source: source)
    unpublished = nextUpdate(.page(change), placed.pages)
    active?.pages += 1
    active?.items += inspection.itemCount
  }

  private func checkpoint(before step: PageStep<Request>) -> UnseenPages<Types>.Checkpoint {
    guard step.role == .initial else { return .init(list: list.checkpoint, current: current) }
    // Before the first page there is nothing to go back to but the request for it.
    return .init(
      list: PageList(number: list.number, beginningWith: step.request, toward: opening).checkpoint, current: nil)
  }

  /// A page with errors only does not take the place of pages with data: not as the beginning of a new list, and not as
  /// the one page that is retained. It is shown, and what is held stays.
  private mutating func showWithoutKeeping(_ placed: PlacedPage<Types>, from source: PageSource) -> [Action] {
    var pages = PageSnapshot<Types.Page>()
    pages.add(placed.page, as: placed.step.role)
    let change = PageChange(page: placed.page, role: placed.step.role, id: nil, source: source)
    let before = publishUnpublished()
    openReader()
    return before + tell(nextUpdate(.page(change), pages)) + finish(.withoutData(placed.page))
  }

  /// Tells subscribers of pages that were loaded and not shown yet.
  mutating func publishUnpublished() -> [Action] {
    guard let update = unpublished.take() else { return [] }
    let isAwaited = active.map { !$0.audience.isEmpty } ?? backlogs.values.contains { $0.isOpen }
    unseen.publish(in: update.id, isAwaited: isAwaited, isMeant: active?.hasLostAudience ?? false)
    let told = active?.audience.mapValues { _ in true }
    active?.audience = told ?? [:]
    remember(update)
    return tell(update)
  }

  /// Ends a fetch or a load; one that reached a page from which there is no way on says so.
  private mutating func finishLoad(at ends: [ListEnd]) -> [Action] {
    for end in ends {
      if case .broken(let reason) = list.turn(at: end) { return finishIncomplete(reason) }
    }
    return finish(.success)
  }

  private mutating func finishIncomplete(_ reason: IncompleteReason) -> [Action] {
    publish(.incomplete(reason), list.held) + finish(.incomplete(reason))
  }

  /// After a page of a walk: asks for the next one, or ends the walk.
  ///
  /// The next request comes before the update among the actions: it travels while subscribers work on the page.
  private mutating func goOn(with walk: Walk) -> [Action] {
    let step: PageStep<Request>?
    do {
      step = try list.nextStep()
    } catch {
      switch error {
      case .incomplete(let reason): return publishUnpublished() + finishIncomplete(reason)
      case .usage(let usage): return publishUnpublished() + finish(.usage(usage))
      }
    }
    guard let step else { return publishUnpublished() + finish(.success) }
    if let active, active.hasReachedCap(of: walk) { return publishUnpublished() + finishIncomplete(.pageLimit) }

    let updates = walk.emitsEachPage ? publishUnpublished() : []
    active?.phase = .heldBack(step)
    return releaseHeldBackRequest() + updates
  }

  /// Sends a walk's next request once no subscriber is more than one update behind.
  mutating func releaseHeldBackRequest() -> [Action] {
    guard case .heldBack(let step)? = active?.phase, backlogs.values.allSatisfy({ $0.holdingBack <= 1 }) else {
      return []
    }
    let load = nextLoad()
    active?.phase = .loading(load, step)
    return [.send(load, step.request)]
  }
}
