/// The subscribers, and how far behind they are.
extension PagerState {
  /// Adds a subscriber. It first gets the current state of the list.
  public mutating func subscribe(_ subscriber: SubscriberID, into actions: inout [PagerAction]) {
    var backlog = Backlog()
    if let current {
      backlog.add(current.id, holdsBack: true)
      actions.append(.replay(subscriber, current))
    }
    subscribers.add(subscriber, backlog)
  }

  /// Removes a subscriber. A slow one no longer holds a walk back, and pages that only it was waiting for will be
  /// requested again.
  ///
  /// - Parameter abandons: whether it will not finish with its current update. Otherwise it can still finish it.
  public mutating func unsubscribe(
    _ subscriber: SubscriberID, abandons: Bool = true, into actions: inout [PagerAction]
  ) {
    guard let left = subscribers.remove(subscriber) else {
      // The reader of a cancelled operation may still have been working on a page.
      if abandons { unfinished.abandon(by: subscriber) }
      return forgetFinishedPages()
    }
    unfinished.leave(subscriber, abandons: abandons, inOperation: active.map { $0.pages > 0 } ?? false)
    forgetFinishedPages()
    if left.attendance == .told { active?.hasLostAudience = true }
    goBackToUnseenPages()
    releaseHeldBackRequest(into: &actions)
  }

  /// Whether a subscriber got an update and has not finished with it. Not every subscriber gets every update: see
  /// `start`.
  public func hasTold(_ subscriber: SubscriberID, of update: UpdateID) -> Bool {
    subscribers[subscriber]?.has(update) == true
  }

  /// A subscriber is handed an update: its callback begins, or it has pulled it. From now on the update counts as seen.
  ///
  /// - Returns: whether the subscriber was waiting for the update.
  public mutating func handOut(
    _ update: UpdateID, to subscriber: SubscriberID, into actions: inout [PagerAction]
  ) -> Bool {
    switch handOut(update, to: subscriber) {
    case .notAwaited: return false
    case .handedOut: break
    case .outdated(let id, let source): tellOfLaterChange(of: id, from: source, to: subscriber, into: &actions)
    }
    return true
  }

  private mutating func handOut(_ update: UpdateID, to subscriber: SubscriberID) -> Backlog.Removal {
    let removal = subscribers.change(subscriber) { $0.handOut(update) } ?? .notAwaited
    if case .notAwaited = removal { return removal }
    unseen.handOut(update)
    if active == nil { unseen.rest() }
    unfinished.handOut(update, to: subscriber)
    return removal
  }

  /// A subscriber has finished with an update.
  public mutating func finish(
    _ update: UpdateID, by subscriber: SubscriberID, into actions: inout [PagerAction]
  ) {
    let removal = handOut(update, to: subscriber)
    let hadIt = subscribers.change(subscriber) { $0.finish(update) } == true
    unfinished.finish(update, by: subscriber)
    forgetFinishedPages()
    guard hadIt else { return }
    subscribers.forgetIfDone(subscriber)
    releaseHeldBackRequest(into: &actions)
    if case .outdated(let id, let source) = removal {
      tellOfLaterChange(of: id, from: source, to: subscriber, into: &actions)
    }
  }

  /// A subscriber collects an update with others, and finishes with all of them later. Until then the update holds no
  /// walk back, and no resume token covers it.
  public mutating func collect(
    _ update: UpdateID, by subscriber: SubscriberID, into actions: inout [PagerAction]
  ) {
    guard subscribers.change(subscriber, { $0.collect(update) }) == true else { return }
    releaseHeldBackRequest(into: &actions)
  }

  /// Lets walks run this many updates ahead of a subscriber, which takes them in batches.
  public mutating func letWalksRunAhead(
    of subscriber: SubscriberID, by updates: Int, into actions: inout [PagerAction]
  ) {
    subscribers.change(subscriber) { $0.lead = updates }
    releaseHeldBackRequest(into: &actions)
  }

  /// A resume token covers the pages that all subscribers have finished with.
  private mutating func forgetFinishedPages() {
    unfinished.forgetFinished(subscribers)
    if active == nil { unfinished.rest() }
  }

  /// Hands an update to all subscribers and keeps it for later ones. It does not show the pages of the operation under
  /// way, so that operation's reader does not get it.
  mutating func publish(_ event: PagerEvent, _ pages: PageSnapshot, into actions: inout [PagerAction]) {
    let update = nextUpdate(event, pages)
    remember(update)
    subscribers.add(update.id, showing: nil, holdsBack: true, isRead: false)
    actions.append(.publish(update))
  }

  /// Hands an update to all subscribers.
  mutating func tell(_ update: PagerUpdate, holdsBack: Bool = true, into actions: inout [PagerAction]) {
    var shown: PageID?
    if case .page(let change) = update.event { shown = change.id }
    subscribers.add(update.id, showing: shown, holdsBack: holdsBack, isRead: true)
    actions.append(.publish(update))
  }

  /// Keeps the update that a late subscriber gets first. A failure is the current state only while there is no page.
  mutating func remember(_ update: PagerUpdate) {
    switch update.event {
    case .page: current = list.held.count == 0 ? nil : update
    case .failure, .incomplete: if list.summary.pagesLoaded == 0 { current = update }
    }
  }

  // MARK: Readers

  /// The operation under way has its first page: from now on its reader gets updates. The reader does not get what was
  /// loaded before, although other subscribers may get that now.
  mutating func openReader() {
    if let reader = active?.reader { subscribers.open(reader) }
  }

  /// Ends the updates of an operation's reader. Waiting updates can still be handed out, unless the operation was
  /// cancelled. Then they count as if no reader had waited for them.
  mutating func retire(_ reader: SubscriberID?, _ end: OperationEnd) {
    guard let reader else { return }
    if case .usage(.cancelled) = end {
      _ = subscribers.remove(reader)
      forgetFinishedPages()
    } else {
      subscribers.close(reader)
    }
  }
}
