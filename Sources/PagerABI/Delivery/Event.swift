import PagerCore
import PagerState

/// Something that waits to be told to C.
enum Event: Sendable {
  /// A subscriber has an update.
  case update(SubscriptionObject, DocumentUpdate, SubscriberID)
  /// An operation has ended.
  case ended(OperationObject)
  /// User data is not needed any more.
  case destroy(UserData)

  /// Calls C. Returns whether that counts as a callback.
  func deliver() -> Bool {
    switch self {
    case .update(let subscription, let update, let subscriber):
      return subscription.deliver(update, as: subscriber)
    case .ended(let operation):
      return operation.deliver()
    case .destroy(let userData):
      userData.destroyNow()
      return false
    }
  }
}
