/// What the engine has to do after a transition, in this order.
public enum PagerAction<Types: PagerTypes>: Sendable {
  /// Ask for a page.
  case send(LoadID, Types.Request)
  /// Give up a request in flight.
  case abort(LoadID)
  /// Hand an update to all subscribers that get it according to the state.
  case publish(PagerUpdate<Types>)
  /// Hand an update to one subscriber.
  case replay(SubscriberID, PagerUpdate<Types>)
  /// End an operation.
  case finish(OperationID, OperationEnd<Types>)
}
