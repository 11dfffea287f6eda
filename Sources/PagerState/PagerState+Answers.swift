/// What the answers to requests do to the state.
extension PagerState {
  /// A page arrived that says itself what it says about the list: `place` and `conclude` at once.
  ///
  /// - Returns: the actions, and the place of the page; nil if it is not kept, or if its load was superseded.
  public mutating func receive(
    _ page: ListPage, _ inspection: PageInspection, of load: LoadID, from source: PageSource = .server,
    isFinal: Bool = true, objection: (any Error)? = nil
  ) -> (actions: [Action], id: PageID?) {
    guard let placed = placed(page, of: load, isFinal: isFinal) else { return ([], nil) }
    return conclude(load, placed, inspection, from: source, objection)
  }

  /// A page arrived. Returns the held pages with this one in its place, for readers that compute the page info from all
  /// of them; nil when the load was superseded. The caller then passes what the page says about the list to `conclude`.
  ///
  /// - Parameter isFinal: whether the page ends the load. A page that does not comes before the answer, which replaces
  ///   it.
  public mutating func place(
    _ page: ListPage, of load: LoadID, isFinal: Bool = true
  ) -> PageSnapshot? {
    guard let placed = placed(page, of: load, isFinal: isFinal) else { return nil }
    active?.phase = .reading(load, placed)
    return placed.pages
  }

  private func placed(_ page: ListPage, of load: LoadID, isFinal: Bool) -> PlacedPage? {
    guard let step = awaitedStep(of: load, isFinal: isFinal) else { return nil }
    let pages = list.placing(page, as: step.role, inPlaceOf: active?.interim, retention: retention)
    return PlacedPage(page: page, step: step, isFinal: isFinal, pages: pages)
  }

  private func awaitedStep(of load: LoadID, isFinal: Bool) -> PageStep? {
    switch active?.phase {
    case .loading(load, let step): step
    // The answer has overtaken the reading of the page that came ahead of it.
    case .reading(load, let placed) where isFinal && !placed.isFinal: placed.step
    case .loading, .reading, .heldBack, nil: nil
    }
  }

  /// What a placed page says of the list.
  ///
  /// - Parameter objection: why the operation ends with this page; nil if it does not. The page is kept even so, and
  ///   the list can continue from it.
  /// - Returns: the actions, and the place of the page; nil if it is not kept.
  public mutating func conclude(
    _ load: LoadID, _ inspection: PageInspection, from source: PageSource = .server, isFinal: Bool = true,
    objection: (any Error)? = nil
  ) -> (actions: [Action], id: PageID?) {
    guard case .reading(load, let placed)? = active?.phase, placed.isFinal == isFinal else { return ([], nil) }
    return conclude(load, placed, inspection, from: source, objection)
  }

  private mutating func conclude(
    _ load: LoadID, _ placed: PlacedPage, _ inspection: PageInspection, from source: PageSource,
    _ objection: (any Error)?
  ) -> (actions: [Action], id: PageID?) {
    if placed.isFinal, !inspection.hasData, let actions = endBeforeRefused() ?? startOver() { return (actions, nil) }
    if !placed.isFinal {
      active?.phase = .loading(load, placed.step)
      // A page that says nothing about the list cannot continue it.
      if !inspection.hasData { return ([], nil) }
    }
    let before = inspection.hasData ? [] : dismissReader()
    if placed.isFinal, !inspection.hasData, list.hasData,
      placed.step.role == .initial || retention != .all || active?.interim != nil
    {
      return (before + showWithoutKeeping(placed, from: source), nil)
    }
    openReader()
    let id = enter(placed, inspection, from: source)
    let actions = placed.isFinal ? goOn(after: placed.page, inspection, objection) : showAhead(id, inspection)
    return (before.isEmpty ? actions : before + actions, list.places.contains(id) ? id : nil)
  }

  /// The operation is about to end with a page without data. Its reader leaves before, if it does not want such a page;
  /// it first gets the pages that no update has shown.
  private mutating func dismissReader() -> [Action] {
    guard let active, let reader = active.reader, !active.readsFailedPages else { return [] }
    let updates = publishUnpublished()
    self.active?.reader = nil
    self.active?.audience[reader] = nil
    closeReader(reader)
    return updates
  }

  /// A page came ahead of the answer: it is shown, and the operation waits on.
  private mutating func showAhead(_ id: PageID, _ inspection: PageInspection) -> [Action] {
    active?.interim = InterimPage(id, inspection)
    if case .loadAll(let walk)? = active?.kind, !walk.emitsEachPage { return [] }
    // The answer will hold a walk back, for both.
    return publishUnpublished(holdsBack: false)
  }

  private mutating func goOn(
    after page: ListPage, _ inspection: PageInspection, _ objection: (any Error)?
  ) -> [Action] {
    guard inspection.hasData else { return publishUnpublished() + finish(.withoutData(page)) }
    guard !inspection.endsOperation else { return publishUnpublished() + finish(.withErrors(page)) }
    if let objection {
      return publishUnpublished() + publish(.failure(objection), list.held) + finish(.failure(objection))
    }
    switch active?.kind {
    case .fetch: return publishUnpublished() + finishLoad(at: ListEnd.allCases)
    case .load(let end): return publishUnpublished() + finishLoad(at: [end])
    case .loadAll(let walk): return goOn(with: walk)
    case nil: return []
    }
  }

  /// A page could not be loaded. Pages loaded so far stay.
  ///
  /// - Parameter isRefusal: whether the server refused the request itself.
  public mutating func fail(_ load: LoadID, _ failure: any Error, isRefusal: Bool = false) -> [Action] {
    guard active?.phase.load == load else { return [] }
    if let actions = endBeforeRefused(isRefusal: isRefusal) ?? (isRefusal ? startOver() : nil) { return actions }
    return publishUnpublished() + publish(.failure(failure), list.held) + finish(.failure(failure))
  }

  /// Begins the list with its first page, because the server refuses the request with which a resumed list continues.
  /// Nil if the list does not do that.
  private mutating func startOver() -> [Action]? {
    guard list.restartsIfRefused, active?.interim == nil else { return nil }
    // Another number, because a reader may have the fingerprints of the list that ends here.
    list = PageList(number: list.number + 1, beginningWith: initialRequest, toward: opening)
    let load = nextLoad()
    let step = PageStep(request: initialRequest, role: .initial)
    active?.phase = .loading(load, step)
    return [.send(load, step.request)]
  }

  /// Ends the list where it is, because the server does not send a page that there may be. Nil for any other page.
  ///
  /// - Parameter isRefusal: whether the server refused the request itself.
  private mutating func endBeforeRefused(isRefusal: Bool = true) -> [Action]? {
    guard let active, active.interim == nil, let step = active.phase.step, let end = step.role.end else { return nil }
    guard let look = step.request.look, isRefusal || look == .beyondTotal else { return nil }
    list.close(end, in: step.request.doubtsIfRefused)
    switch active.kind {
    case .loadAll(let walk): return goOn(with: walk)
    case .fetch, .load: return publishUnpublished() + finishLoad(at: [end])
    }
  }

  /// Takes a placed page into the list. Returns its place.
  private mutating func enter(
    _ placed: PlacedPage, _ inspection: PageInspection, from source: PageSource
  ) -> PageID {
    let step = placed.step
    let interim = active?.interim
    // Before the first page, the list can only go back to the request for it.
    var beginning: PageList?
    if step.role == .initial {
      beginning = PageList(number: list.number, beginningWith: step.request, toward: opening)
    }
    let before = beginning?.outline ?? list.outline
    // A page that came ahead of its answer has been noted, for both.
    if interim == nil {
      if beginning != nil { (unseen, unfinished) = (UnseenPages(), UnfinishedPages()) }
      noteAsUnseen(beginning, before)
    }
    unfinished.add(before: before, isFinal: placed.isFinal)
    let id = list.receive(placed, inspection, inPlaceOf: interim, retention: retention)
    let change = PageChange(placed.page, as: step.role, at: id, from: source)
    unpublished = UnpublishedPages(change: change, pages: placed.pages)
    if interim == nil { active?.pages += 1 }
    active?.items += inspection.itemCount - (interim?.counts.shown ?? 0)
    active?.interim = nil
    return id
  }

  /// - Parameters:
  ///   - beginning: the list before its first page; nil for a further page.
  ///   - before: the list before the page, without its pages.
  private mutating func noteAsUnseen(
    _ beginning: PageList?, _ before: ByReference<ListOutline>
  ) {
    // Pages after a page that no subscriber was handed share its fate, retained or not.
    guard retention != .all || unseen.first != nil else { return }
    if let beginning {
      unseen.add(before: beginning.checkpoint(before), current: nil)
    } else {
      unseen.add(before: list.checkpoint(before), current: current)
    }
  }

  /// A page with only errors does not replace pages with data, neither as the beginning of a new list nor as the one
  /// retained page. Subscribers see it, and the held pages stay.
  private mutating func showWithoutKeeping(_ placed: PlacedPage, from source: PageSource) -> [Action] {
    var pages = PageSnapshot()
    pages.add(placed.page, as: placed.step.role)
    let change = PageChange(placed.page, as: placed.step.role, at: nil, from: source)
    let before = publishUnpublished()
    openReader()
    return before + tell(nextUpdate(.page(change), pages)) + finish(.withoutData(placed.page))
  }

  /// Tells subscribers of pages that were loaded and not shown yet.
  mutating func publishUnpublished(holdsBack: Bool = true) -> [Action] {
    guard let newest = unpublished.take() else { return [] }
    let update = nextUpdate(.page(newest.change), newest.pages)
    let hasReaders = backlogs.values.contains { $0.isOpen }
    let isAwaited = active == nil ? hasReaders : active?.audience.isEmpty == false
    unseen.publish(in: update.id, isAwaited: isAwaited, isMeant: active?.hasLostAudience ?? false)
    unfinished.publish(in: update.id, isTold: hasReaders)
    active?.noteTold()
    remember(update)
    return tell(update, holdsBack: holdsBack)
  }

  /// Ends a fetch or a load. If it reached a page from which the list cannot continue, its end says so.
  private mutating func finishLoad(at ends: [ListEnd]) -> [Action] {
    for end in ends {
      if case .broken(let reason) = list.frontier(at: end) { return finishIncomplete(reason) }
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
    let step: PageStep?
    do {
      step = try list.nextStep()
    } catch {
      switch error {
      case .incomplete(let reason): return publishUnpublished() + finishIncomplete(reason)
      case .usage(let usage): return publishUnpublished() + finish(.usage(usage))
      }
    }
    let hasReachedCap = active?.hasReachedCap(of: walk) == true
    // A walk that wants no more items than the total names needs no look at what follows.
    let hasEnough = active?.hasReachedItems(of: walk) == true
    if step.map({ hasEnough && $0.request.look == .beyondTotal }) ?? true {
      let updates = publishUnpublished()
      return updates
        + (list.summary.gapCount > 0 ? finishIncomplete(.pagesChanged) : finish(completeEnd(of: walk)))
    }
    if hasReachedCap { return publishUnpublished() + finishIncomplete(.pageLimit) }

    let updates = walk.emitsEachPage ? publishUnpublished() : []
    active?.phase = .heldBack
    return releaseHeldBackRequest() + updates
  }

  /// Whether no subscriber is further behind than it may be.
  var isKeptUpWith: Bool { !backlogs.values.contains { $0.holdsBack } }

  /// Sends a walk's next request once no subscriber is too far behind. Unless its lead says otherwise, a subscriber may
  /// be one update behind.
  mutating func releaseHeldBackRequest() -> [Action] {
    guard case .heldBack? = active?.phase, case .loadAll(let walk)? = active?.kind, isKeptUpWith else { return [] }
    // A page may have changed since, and may now say that nothing follows it.
    guard let step = try? list.nextStep() else { return goOn(with: walk) }
    // No such request travels ahead of a subscriber, which may leave.
    if step.request.movesList, backlogs.values.contains(where: { $0.isHeld }) { return [] }
    let load = nextLoad()
    list.willSend(step.request)
    active?.phase = .loading(load, step)
    return [.send(load, step.request)]
  }
}

extension PagerState {
  /// The request that the walk under way makes as soon as an arrived page is in the list; nil if it makes none, or not
  /// at once.
  ///
  /// - Parameter inspection: what that page says of the list.
  public func request(after inspection: PageInspection, of load: LoadID) -> ListRequest? {
    guard var active, case .loading(load, let step) = active.phase, case .loadAll(let walk) = active.kind,
      active.interim == nil, inspection.hasData, !inspection.endsOperation, isKeptUpWith
    else { return nil }
    active.pages += 1
    active.items += inspection.itemCount
    guard !active.hasReachedCap(of: walk) else { return nil }
    // A first page begins another list.
    let list = step.role == .initial ? PageList(number: list.number) : list
    return list.request(after: inspection, to: step).flatMap { $0.movesList ? nil : $0 }
  }

  /// What the operation under way will request beyond its next page: nothing, unless it is a walk.
  public var demand: PageDemand {
    let number = numberOfLoadedPage
    return active?.demand(number) ?? PageDemand(number, further: 0)
  }
}
