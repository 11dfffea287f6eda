/// What the engine has to do after a transition, in this order.
public enum PagerAction: Sendable {
  /// Ask for a page.
  case send(LoadID, ListRequest)
  /// Give up a request in flight.
  case abort(LoadID)
  /// Hand an update to all subscribers that get it according to the state.
  case publish(PagerUpdate)
  /// Hand an update to one subscriber.
  case replay(SubscriberID, PagerUpdate)
  /// End an operation. Rare and large, so it does not make the others large.
  indirect case finish(OperationID, OperationEnd)
}

/// One message to a subscriber: a new state of the list, or the reason why the list has no new state. A class, because
/// states, queues and subscribers all hold it.
public final class PagerUpdate: Sendable {
  public let id: UpdateID
  /// How often the pager was reset before.
  public let generation: UInt64
  /// The pages that the update carries.
  public let pages: PageSnapshot
  /// What made the update.
  public let event: PagerEvent

  init(id: UpdateID, generation: UInt64, pages: PageSnapshot, event: PagerEvent) {
    (self.id, self.generation, self.pages, self.event) = (id, generation, pages, event)
  }

  /// Whether it only shows the newest state of a page that subscribers already got.
  public var isRenewal: Bool { if case .page(let change) = event { change.isRenewal } else { false } }
}

/// What made an update.
public enum PagerEvent: Sendable {
  /// A page arrived, or a held page was replaced.
  case page(PageChange)
  /// A page could not be loaded.
  case failure(any Error)
  /// The list cannot be completed.
  case incomplete(IncompleteReason)
}
