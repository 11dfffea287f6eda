import PagerCore
import PagerState

/// Something that waits to be told to C.
enum Event: Sendable {
  /// A subscriber has an update.
  case update(SubscriptionObject, DocumentUpdate, SubscriberID)
  /// An operation has ended.
  case ended(OperationObject)
  /// A function of C's is to be called.
  case call(any QueuedCall, of: PagerObject?)
  /// User data is not needed any more.
  case destroy(UserData, of: PagerObject?)

  /// The pager that the event belongs to, which a thread that pulls from it runs; nil where it is the client's own.
  var pager: PagerObject? {
    switch self {
    case .update(let subscription, _, _): subscription.pager
    case .ended(let operation): operation.pager
    case .call(_, let pager): pager
    case .destroy(_, let pager): pager
    }
  }

  /// Calls C. Returns whether that counts as a callback.
  func deliver() -> Bool {
    switch self {
    case .update(let subscription, let update, let subscriber):
      return subscription.deliver(update, as: subscriber)
    case .ended(let operation):
      return operation.deliver()
    case .call(let call, _):
      return call.run()
    case .destroy(let userData, _):
      userData.destroyNow()
      return false
    }
  }

  /// Takes the place of `deliver` once the client was released: nothing but destroy functions is called.
  func discard() {
    switch self {
    case .update, .call: break
    case .ended(let operation): operation.discard()
    case .destroy(let userData, _): userData.destroyNow()
    }
  }
}
