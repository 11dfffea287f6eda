import CSwiftPager
import PagerState
import PagerCore
import Synchronization

/// A subscription as C holds it.
final class SubscriptionObject: Handled {
  static let handleName: StaticString = "subscription"

  /// How updates reach C.
  enum Receiver {
    /// By a callback, inside a dispatch.
    case callback(swiftpager_update_cb, UserData)
    /// By asking for them.
    case pulled(UpdateInbox, UserData)

    var userData: UserData {
      switch self {
      case .callback(_, let userData), .pulled(_, let userData): userData
      }
    }
  }

  private struct Guarded {
    var subscriber: SubscriberID?
    var isEnded = false
  }

  let pager: PagerObject
  private let receiver: Receiver
  private let guarded = Mutex(Guarded())

  init(of pager: PagerObject, _ receiver: Receiver) {
    self.pager = pager
    self.receiver = receiver
  }

  /// Learns what the engine calls the subscription, unless an update has said it before.
  func began(as subscriber: SubscriberID) {
    let isEnded = guarded.withLock { subscription in
      subscription.subscriber = subscriber
      return subscription.isEnded
    }
    if isEnded { pager.engine.unsubscribe(subscriber) }
  }

  /// Takes an update from the engine, under its lock: only puts it where it waits for C.
  func take(
    _ update: DocumentUpdate, as subscriber: SubscriberID, _ queue: EventQueue, _ wakeups: inout Wakeups
  ) {
    guarded.withLock { $0.subscriber = subscriber }
    switch receiver {
    case .callback: queue.enqueue(.update(self, update), &wakeups)
    case .pulled(let inbox, _): inbox.put(update, &wakeups)
    }
  }

  /// Hands an update to the callback, unless the subscription has ended.
  func deliver(_ update: DocumentUpdate) -> Bool {
    guard case .callback(let function, let userData) = receiver, !guarded.withLock({ $0.isEnded }) else { return false }
    let object = UpdateObject(update, pager.shape)
    let handle = object.makeHandle()
    function(userData.pointer, handle)
    object.release(handle)
    consumed()
    return true
  }

  /// Waits for the next update of a pulled subscription, and says that the one before is done with.
  func next(until deadline: Deadline) throws(ErrorReport) -> OpaquePointer? {
    guard case .pulled(let inbox, _) = receiver else {
      throw ErrorReport(.invalidArgument, "the subscription has a callback: its updates go there")
    }
    if inbox.startNext() { consumed() }
    let update = try inbox.take(until: deadline)
    return UpdateObject(update, pager.shape).makeHandle()
  }

  /// Ends the subscription: no call of its callback starts any more, and the user data is given back after the last one.
  func end() {
    let (isFirst, subscriber) = guarded.withLock { subscription in
      defer { subscription.isEnded = true }
      return (!subscription.isEnded, subscription.subscriber)
    }
    guard isFirst else { return }
    if let subscriber { pager.engine.unsubscribe(subscriber) }
    if case .pulled(let inbox, _) = receiver { inbox.close() }
    if receiver.userData.wantsDestroy { pager.queue.enqueue(.destroy(receiver.userData)) }
  }

  func cancel() {
    end()
    pager.remove(self)
    pager.queue.drainIfReleased()
  }

  private func consumed() {
    if let subscriber = guarded.withLock({ $0.subscriber }) { pager.engine.consumed(by: subscriber) }
  }
}
