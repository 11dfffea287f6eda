/// Who is told, and how far behind they are.
extension PagerState {
  /// Adds a subscriber; it is first told the current state of the list.
  public mutating func subscribe(_ subscriber: SubscriberID) -> [Action] {
    var backlog = Backlog()
    if let current { backlog.add(current.id, holdsBack: true) }
    backlogs[subscriber] = backlog
    return current.map { [.replay(subscriber, $0)] } ?? []
  }

  /// Removes a subscriber; one that was slow holds nothing back any more, and what only it was waiting for will be asked
  /// for again.
  public mutating func unsubscribe(_ subscriber: SubscriberID) -> [Action] {
    guard backlogs.removeValue(forKey: subscriber) != nil else { return [] }
    if active?.audience.removeValue(forKey: subscriber) == true { active?.hasLostAudience = true }
    goBackToUnseenPages()
    return releaseHeldBackRequest()
  }

  /// A subscriber is handed an update: its callback begins, or it has pulled it. From now on the update counts as seen.
  ///
  /// - Returns: whether the subscriber was waiting for it.
  public mutating func handOut(_ update: UpdateID, to subscriber: SubscriberID) -> Bool {
    guard backlogs[subscriber]?.handOut(update) == true else { return false }
    unseen.handOut(update)
    return true
  }

  /// A subscriber has finished with an update.
  public mutating func finish(_ update: UpdateID, by subscriber: SubscriberID) -> [Action] {
    _ = handOut(update, to: subscriber)
    guard backlogs[subscriber]?.finish(update) == true else { return [] }
    return releaseHeldBackRequest()
  }

  /// Hands an update to all subscribers and keeps it for later ones.
  mutating func publish(_ event: PagerEvent<Types>, _ pages: PageSnapshot<Types.Page>) -> [Action] {
    let update = nextUpdate(event, pages)
    remember(update)
    return tell(update)
  }

  /// Hands an update to all subscribers.
  mutating func tell(_ update: Update, holdsBack: Bool = true) -> [Action] {
    for subscriber in backlogs.keys { backlogs[subscriber]?.add(update.id, holdsBack: holdsBack) }
    return [.publish(update)]
  }

  /// Keeps what a late subscriber has to be told first. A failure is the current state only while there is no page.
  mutating func remember(_ update: Update) {
    switch update.event {
    case .page: current = list.held.count == 0 ? nil : update
    case .failure, .incomplete: if list.summary.pagesLoaded == 0 { current = update }
    }
  }
}
