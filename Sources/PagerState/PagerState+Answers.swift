/// What the answers to requests do to the state.
extension PagerState {
  /// A page arrived that says itself what it says about the list: `place` and `conclude` at once.
  ///
  /// - Returns: the place of the page; nil if it is not kept, or if its load was superseded.
  public mutating func receive(
    _ page: ListPage, _ facts: PageFacts, of load: LoadID, from source: PageSource = .server,
    isFinal: Bool = true, objection: (any Error)? = nil, into actions: inout [PagerAction]
  ) -> PageID? {
    guard let placed = placed(page, of: load, isFinal: isFinal) else { return nil }
    return conclude(load, placed, facts, from: source, objection, into: &actions)
  }

  /// A page arrived. Returns the held pages with this one in its place, for readers that compute the page info from all
  /// of them; nil when the load was superseded. The caller then passes what the page says about the list to `conclude`.
  ///
  /// - Parameter isFinal: whether the page ends the load. A page that does not comes before the answer, which replaces
  ///   it.
  public mutating func place(_ page: ListPage, of load: LoadID, isFinal: Bool = true) -> PageSnapshot? {
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
  /// - Returns: the place of the page; nil if it is not kept.
  public mutating func conclude(
    _ load: LoadID, _ facts: PageFacts, from source: PageSource = .server, isFinal: Bool = true,
    objection: (any Error)? = nil, into actions: inout [PagerAction]
  ) -> PageID? {
    guard case .reading(load, let placed)? = active?.phase, placed.isFinal == isFinal else { return nil }
    return conclude(load, placed, facts, from: source, objection, into: &actions)
  }

  private mutating func conclude(
    _ load: LoadID, _ placed: PlacedPage, _ facts: PageFacts, from source: PageSource,
    _ objection: (any Error)?, into actions: inout [PagerAction]
  ) -> PageID? {
    if !facts.hasData {
      // A page that says nothing about the list cannot continue it.
      guard placed.isFinal else {
        active?.phase = .loading(load, placed.step)
        return nil
      }
      if endBeforeRefused(into: &actions) || startOver(into: &actions) { return nil }
      dismissReader(into: &actions)
      if list.hasData, placed.step.role == .initial || retention != .all || active?.interim != nil {
        showWithoutKeeping(placed, from: source, into: &actions)
        return nil
      }
    }
    openReader()
    let id = enter(placed, facts, from: source)
    if placed.isFinal {
      goOn(after: placed.page, facts, objection, into: &actions)
    } else {
      active?.phase = .loading(load, placed.step)
      showAhead(id, facts, into: &actions)
    }
    return list.places.contains(id) ? id : nil
  }

  /// The operation is about to end with a page without data. Its reader leaves before, if it does not want such a page;
  /// it first gets the pages that no update has shown.
  private mutating func dismissReader(into actions: inout [PagerAction]) {
    guard let active, let reader = active.reader, !active.readsFailedPages else { return }
    publishUnpublished(into: &actions)
    self.active?.reader = nil
    subscribers.leaveOperation(reader)
    subscribers.close(reader)
  }

  /// A page came ahead of the answer: it is shown, and the operation waits on.
  private mutating func showAhead(_ id: PageID, _ facts: PageFacts, into actions: inout [PagerAction]) {
    active?.interim = InterimPage(id, facts)
    if case .loadAll(let walk)? = active?.kind, !walk.emitsEachPage { return }
    // The answer will hold a walk back, for both.
    publishUnpublished(holdsBack: false, into: &actions)
  }

  private mutating func goOn(
    after page: ListPage, _ facts: PageFacts, _ objection: (any Error)?, into actions: inout [PagerAction]
  ) {
    if facts.hasData, !facts.endsOperation, objection == nil, case .loadAll(let walk)? = active?.kind {
      return goOn(with: walk, into: &actions)
    }
    publishUnpublished(into: &actions)
    guard facts.hasData else { return finish(.withoutData(page), into: &actions) }
    guard !facts.endsOperation else { return finish(.withErrors(page), into: &actions) }
    if let objection { return finish(failedWith: objection, into: &actions) }
    switch active?.kind {
    case .fetch: finishLoad(at: ListEnd.allCases, into: &actions)
    case .load(let end): finishLoad(at: [end], into: &actions)
    case .loadAll, nil: break
    }
  }

  /// A page could not be loaded. Pages loaded so far stay.
  ///
  /// - Parameter isRefusal: whether the server refused the request itself.
  public mutating func fail(
    _ load: LoadID, _ failure: any Error, isRefusal: Bool = false, into actions: inout [PagerAction]
  ) {
    guard active?.phase.load == load else { return }
    if endBeforeRefused(isRefusal: isRefusal, into: &actions) { return }
    if isRefusal, startOver(into: &actions) { return }
    publishUnpublished(into: &actions)
    finish(failedWith: failure, into: &actions)
  }

  private mutating func finish(failedWith failure: any Error, into actions: inout [PagerAction]) {
    publish(.failure(failure), list.held, into: &actions)
    finish(.failure(failure), into: &actions)
  }

  /// Begins the list with its first page, because the server refuses the request with which a resumed list continues.
  /// Returns whether the list does that.
  private mutating func startOver(into actions: inout [PagerAction]) -> Bool {
    guard list.restartsIfRefused, active?.interim == nil else { return false }
    // Another number, because a reader may have the fingerprints of the list that ends here.
    list = PageList(number: list.number + 1, beginningWith: initialRequest, toward: opening)
    send(PageStep(request: initialRequest, role: .initial), into: &actions)
    return true
  }

  /// Ends the list where it is, because the server does not send a page that there may be. Returns false for any other
  /// page.
  ///
  /// - Parameter isRefusal: whether the server refused the request itself.
  private mutating func endBeforeRefused(isRefusal: Bool = true, into actions: inout [PagerAction]) -> Bool {
    guard let active, active.interim == nil, let step = active.phase.step, let end = step.role.end else {
      return false
    }
    guard let look = step.request.look, isRefusal || look == .beyondTotal else { return false }
    list.close(end, in: step.request.doubtsIfRefused)
    switch active.kind {
    case .loadAll(let walk): goOn(with: walk, into: &actions)
    case .fetch, .load:
      publishUnpublished(into: &actions)
      finishLoad(at: [end], into: &actions)
    }
    return true
  }

  /// Takes a placed page into the list. Returns its place.
  private mutating func enter(
    _ placed: PlacedPage, _ facts: PageFacts, from source: PageSource
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
    let id = list.receive(placed, facts, inPlaceOf: interim, retention: retention)
    let change = PageChange(placed.page, as: step.role, at: id, from: source)
    unpublished = UnpublishedPages(change: change, pages: placed.pages)
    if interim == nil { active?.pages += 1 }
    active?.items += facts.itemCount - (interim?.counts.shown ?? 0)
    active?.interim = nil
    return id
  }

  /// - Parameters:
  ///   - beginning: the list before its first page; nil for a further page.
  ///   - before: the list before the page, without its pages.
  private mutating func noteAsUnseen(_ beginning: PageList?, _ before: ByReference<ListOutline>) {
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
  private mutating func showWithoutKeeping(
    _ placed: PlacedPage, from source: PageSource, into actions: inout [PagerAction]
  ) {
    var pages = PageSnapshot()
    pages.add(placed.page, as: placed.step.role)
    let change = PageChange(placed.page, as: placed.step.role, at: nil, from: source)
    publishUnpublished(into: &actions)
    openReader()
    tell(nextUpdate(.page(change), pages), into: &actions)
    finish(.withoutData(placed.page), into: &actions)
  }

  /// Tells subscribers of pages that were loaded and not shown yet.
  mutating func publishUnpublished(holdsBack: Bool = true, into actions: inout [PagerAction]) {
    guard let newest = unpublished.take() else { return }
    let update = nextUpdate(.page(newest.change), newest.pages)
    let hasReaders = subscribers.areOpen
    let isAwaited = active == nil ? hasReaders : subscribers.attendOperation
    unseen.publish(in: update.id, isAwaited: isAwaited, isMeant: active?.hasLostAudience ?? false)
    unfinished.publish(in: update.id, isTold: hasReaders)
    if active != nil { subscribers.noteTold() }
    remember(update)
    tell(update, holdsBack: holdsBack, into: &actions)
  }

  /// Ends a fetch or a load. If it reached a page from which the list cannot continue, its end says so.
  private mutating func finishLoad(at ends: [ListEnd], into actions: inout [PagerAction]) {
    for end in ends {
      if case .broken(let reason) = list.frontier(at: end) { return finishIncomplete(reason, into: &actions) }
    }
    finish(.success, into: &actions)
  }

  private mutating func finishIncomplete(_ reason: IncompleteReason, into actions: inout [PagerAction]) {
    publish(.incomplete(reason), list.held, into: &actions)
    finish(.incomplete(reason), into: &actions)
  }

  /// After a page of a walk: asks for the next one, or ends the walk.
  ///
  /// The next request comes before the update among the actions: it travels while subscribers work on the page.
  private mutating func goOn(with walk: Walk, into actions: inout [PagerAction]) {
    let step: PageStep?
    do {
      step = try list.nextStep()
    } catch {
      publishUnpublished(into: &actions)
      switch error {
      case .incomplete(let reason): return finishIncomplete(reason, into: &actions)
      case .usage(let usage): return finish(.usage(usage), into: &actions)
      }
    }
    // A walk that wants no more items than the total names needs no look at what follows.
    let hasEnough = active?.hasReachedItems(of: walk) == true
    guard let step, !(hasEnough && step.request.look == .beyondTotal) else {
      publishUnpublished(into: &actions)
      guard list.summary.gapCount == 0 else { return finishIncomplete(.pagesChanged, into: &actions) }
      return finish(completeEnd(of: walk), into: &actions)
    }
    if active?.hasReachedCap(of: walk) == true {
      publishUnpublished(into: &actions)
      return finishIncomplete(.pageLimit, into: &actions)
    }
    let place = actions.endIndex
    if walk.emitsEachPage { publishUnpublished(into: &actions) }
    active?.phase = .heldBack
    if mayGoOn(to: step) { send(step, at: place, into: &actions) }
  }

  /// Whether no subscriber is further behind than it may be. Unless its lead says otherwise, a subscriber may be one
  /// update behind.
  private func mayGoOn(to step: PageStep) -> Bool {
    // No request that moves the list travels ahead of a subscriber, which may leave.
    !subscribers.holdBack && !(step.request.movesList && subscribers.areHeld)
  }

  /// Sends a walk's next request once no subscriber is too far behind.
  mutating func releaseHeldBackRequest(into actions: inout [PagerAction]) {
    guard case .heldBack? = active?.phase, case .loadAll(let walk)? = active?.kind, !subscribers.holdBack else {
      return
    }
    // A page may have changed since, and may now say that nothing follows it.
    guard let step = try? list.nextStep() else { return goOn(with: walk, into: &actions) }
    if mayGoOn(to: step) { send(step, into: &actions) }
  }
}

extension PagerState {
  /// The request that the walk under way makes as soon as an arrived page is in the list; nil if it makes none, or not
  /// at once.
  ///
  /// - Parameter facts: what that page says of the list.
  public func request(after facts: PageFacts, of load: LoadID) -> ListRequest? {
    guard var active, case .loading(load, let step) = active.phase, case .loadAll(let walk) = active.kind,
      active.interim == nil, facts.hasData, !facts.endsOperation, !subscribers.holdBack
    else { return nil }
    active.pages += 1
    active.items += facts.itemCount
    guard !active.hasReachedCap(of: walk) else { return nil }
    // A first page begins another list.
    let list = step.role == .initial ? PageList(number: list.number) : list
    return list.request(after: facts, to: step).flatMap { $0.movesList ? nil : $0 }
  }

  /// What the operation under way will request beyond its next page: nothing, unless it is a walk.
  public var demand: PageDemand {
    let number = numberOfLoadedPage
    return active?.demand(number) ?? PageDemand(number, further: 0)
  }
}
