/// What the answers to requests do to the state.
extension PagerState {
  /// A page arrived.
  package mutating func receive(
    _ page: Types.Page, of load: LoadID, _ inspection: PageInspection<Request>
  ) -> [Action] {
    guard let active, active.isWaiting(for: load) else { return [] }
    if !inspection.hasData, list.hasData, active.role == .initial || retention != .all {
      return showWithoutKeeping(page, as: active.role)
    }
    let pages = list.receive(
      page, as: active.role, answering: active.request, inspection: inspection, retention: retention)
    let update = Update(pages: pages, event: .page(page, active.role))
    self.active?.unpublished = update
    self.active?.pages += 1
    self.active?.items += inspection.itemCount

    guard inspection.hasData else { return publishUnpublished() + finish(.withoutData(page)) }
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
  package mutating func fail(_ load: LoadID, _ failure: Types.Failure) -> [Action] {
    guard let active, active.isWaiting(for: load) else { return [] }
    return publishUnpublished() + publish(Update(pages: list.held, event: .failure(failure))) + finish(.failure(failure))
  }

  /// A page with errors only does not take the place of pages with data: not as the beginning of a new list, and not as
  /// the one page that is retained. It is shown, and what is held stays.
  private mutating func showWithoutKeeping(_ page: Types.Page, as role: PageRole) -> [Action] {
    var pages = PageSnapshot<Types.Page>()
    pages.place(page, as: role, replacingNewest: false)
    let update = Update(pages: pages, event: .page(page, role))
    return publishUnpublished() + tell(update) + finish(.withoutData(page))
  }

  /// Tells subscribers of pages that the operation under way has loaded and not shown yet.
  mutating func publishUnpublished() -> [Action] {
    guard let update = active?.unpublished else { return [] }
    active?.unpublished = nil
    return publish(update)
  }

  /// Ends a fetch or a load; one that reached a page from which nobody can go on says so.
  private mutating func finishLoad(at ends: [ListEnd]) -> [Action] {
    for end in ends {
      if case .broken(let reason) = list.turn(at: end) { return finishIncomplete(reason) }
    }
    return finish(.success)
  }

  private mutating func finishIncomplete(_ reason: IncompleteReason) -> [Action] {
    publish(Update(pages: list.held, event: .incomplete(reason))) + finish(.incomplete(reason))
  }

  /// After a page of a walk: asks for the next one, or ends the walk.
  ///
  /// The next request comes before the update among the actions: it travels while subscribers work on the page.
  private mutating func goOn(with walk: Walk) -> [Action] {
    let step: (request: Request, role: PageRole)?
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
    active?.heldBack = step
    return releaseHeldBackRequest() + updates
  }

  /// Sends a walk's next request once no subscriber is more than one update behind.
  mutating func releaseHeldBackRequest() -> [Action] {
    guard let step = active?.heldBack, backlogs.values.allSatisfy({ $0 <= 1 }) else { return [] }
    let load = nextLoad()
    active?.heldBack = nil
    active?.load = load
    active?.request = step.request
    active?.role = step.role
    return [.send(load, step.request)]
  }
}
