/// Who is told, and how far behind they are.
extension PagerState {
  /// Adds a subscriber; it is first told the current state of the list.
  package mutating func subscribe(_ subscriber: SubscriberID) -> [Action] {
    guard let current else {
      backlogs[subscriber] = 0
      return []
    }
    backlogs[subscriber] = 1
    return [.replay(subscriber, current)]
  }

  /// Removes a subscriber; one that was slow holds nothing back any more.
  package mutating func unsubscribe(_ subscriber: SubscriberID) -> [Action] {
    backlogs[subscriber] = nil
    return releaseHeldBackRequest()
  }

  /// A subscriber has finished with the oldest update it was handed.
  package mutating func consumed(by subscriber: SubscriberID) -> [Action] {
    guard let backlog = backlogs[subscriber], backlog > 0 else { return [] }
    backlogs[subscriber] = backlog - 1
    return releaseHeldBackRequest()
  }

  /// Hands an update to all subscribers and keeps it for later ones.
  mutating func publish(_ update: Update) -> [Action] {
    remember(update)
    return tell(update)
  }

  /// Hands an update to all subscribers.
  mutating func tell(_ update: Update) -> [Action] {
    for subscriber in backlogs.keys { backlogs[subscriber, default: 0] += 1 }
    return [.publish(update)]
  }

  /// Keeps what a late subscriber has to be told first. A failure is the current state only while there is no page.
  private mutating func remember(_ update: Update) {
    switch update.event {
    case .page: current = retention == .none ? nil : update
    case .failure, .incomplete: if list.summary.pagesLoaded == 0 { current = update }
    }
  }
}
