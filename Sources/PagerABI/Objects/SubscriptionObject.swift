import CSwiftPager
import Glibc
import PagerEngine
import PagerLists
import PagerState
import PagerThreads

/// A subscription as C holds it.
final class SubscriptionObject: Handled {
  static let handleName: StaticString = "subscription"

  /// How updates reach C.
  enum Receiver {
    /// By a callback, inside a dispatch.
    case callback(swiftpager_update_cb, UserData)
    /// By asking for them.
    case pulled(PulledUpdates, UserData)

    var isPulled: Bool { if case .pulled = self { true } else { false } }

    var userData: UserData {
      switch self {
      case .callback(_, let userData), .pulled(_, let userData): userData
      }
    }
  }

  private struct Guarded {
    var subscriber: SubscriberID?
    var isEnded = false
    /// Whether the user data is given back, or about to be.
    var isDestroyed = false
    /// The thread that is calling the callback.
    var caller: pthread_t?
    /// Threads that wait for that call to return.
    var waiters: [SteadySemaphore] = []
  }

  let pager: PagerObject
  private let receiver: Receiver
  private let guarded = Lock(Guarded())

  /// How long a cancel waits for a call of the callback on another thread, which may only be about to begin.
  private static let grace = Duration.milliseconds(50)

  init(of pager: PagerObject, _ receiver: Receiver) {
    self.pager = pager
    self.receiver = receiver
  }

  /// Learns the engine's number of the subscription, unless an update already had it.
  func began(as subscriber: SubscriberID) {
    let isEnded = guarded.withLock { subscription in
      subscription.subscriber = subscriber
      return subscription.isEnded
    }
    if isEnded { pager.engine.unsubscribe(subscriber) }
  }

  /// Takes an update from the engine, and only queues it for C.
  func enqueue(_ update: PagerUpdate, as subscriber: SubscriberID) {
    guarded.withLock { $0.subscriber = subscriber }
    switch receiver {
    case .callback: pager.queue.enqueue(Delivering(subscription: self, update: update, subscriber: subscriber))
    case .pulled(let updates, _): updates.put(update, as: subscriber)
    }
  }

  // MARK: Handing out

  /// An update that waits for the callback.
  private struct Delivering: Event {
    let subscription: SubscriptionObject
    let update: PagerUpdate
    let subscriber: SubscriberID

    var owner: EventOwner? { subscription.pager.events }
    func deliver() -> Bool { subscription.deliver(update, as: subscriber) }
  }

  /// Hands an update to the callback, unless the subscription has ended.
  private func deliver(_ update: PagerUpdate, as subscriber: SubscriberID) -> Bool {
    guard case .callback(let function, let userData) = receiver, beginCall() else { return false }
    let object = UpdateObject(update, pager.words, from: pager.engine, to: subscriber)
    let handle = object.makeHandle()
    let key = UInt(bitPattern: handle)
    let end: @Sendable (CallbackStack.Role) -> Void = { role in
      _ = object.release(OpaquePointer(bitPattern: key))
      self.endCall(role)
      // Nothing happens if it was not handed out, or if C finished with it before.
      self.pager.engine.finish(update.id, by: subscriber)
    }
    let call = {
      // The last thing before the call: a cancel comes before it, and prevents the call, or after it, and lets it
      // return.
      let handOut = self.pager.engine.handOut(update.id, to: subscriber)
      if handOut == .outdated { self.pager.engine.runWhatIsLeft() }
      if handOut != .refused { function(userData.pointer, handle) }
      return handOut != .refused
    }
    guard let hasBegun = CallbackStack.run(.partOfEvent, call, whenLeft: { end(.single) }) else { return true }
    end(.partOfEvent)
    return hasBegun
  }

  private func beginCall() -> Bool {
    guarded.withLock { subscription in
      guard !subscription.isEnded else { return false }
      subscription.caller = pthread_self()
      return true
    }
  }

  private func endCall(_ role: CallbackStack.Role) {
    while true {
      let woken = guarded.withLock { subscription -> [SteadySemaphore]? in
        // The end of the subscription has left this to the call. A thread that cancels waits until it is done.
        if subscription.isEnded, !subscription.isDestroyed {
          subscription.isDestroyed = true
          return nil
        }
        subscription.caller = nil
        return exchange(&subscription.waiters, with: [])
      }
      guard let woken else {
        receiver.userData.destroyNow(as: role)
        continue
      }
      for semaphore in woken { semaphore.signal() }
      return
    }
  }

  /// What C pulls.
  ///
  /// - Throws: `invalidArgument` if the updates go to a callback.
  func pulled() throws(ErrorReport) -> PulledUpdates {
    guard case .pulled(let updates, _) = receiver else {
      throw ErrorReport(.invalidArgument, "the subscription has a callback, which receives its updates")
    }
    return updates
  }

  // MARK: End

  /// Ends the subscription: no more calls of its callback start. The user data is given back at once, or by the call
  /// that runs.
  ///
  /// - Parameter isWanted: whether C may still pull the updates that wait.
  func end(isWanted: Bool = true) {
    let (isFirst, isCalling, subscriber) = guarded.withLock { subscription in
      let isFirst = !subscription.isEnded
      let isCalling = subscription.caller != nil
      subscription.isEnded = true
      if !isCalling { subscription.isDestroyed = true }
      return (isFirst, isCalling, subscription.subscriber)
    }
    guard isFirst else { return }
    // A running callback finishes with its update when it returns. A caller that pulled an update and then cancels does
    // not.
    if let subscriber { pager.engine.unsubscribe(subscriber, abandons: receiver.isPulled) }
    if case .pulled(let updates, _) = receiver { updates.close(dropping: !isWanted) }
    if !isCalling { receiver.userData.destroyNow() }
  }

  /// Ends the subscription for C, and waits a moment for a call of its callback.
  func close() {
    end(isWanted: false)
    pager.remove(self)
    pager.queue.drainIfReleased()
    letCallReturn()
  }

  /// C has given the handle back. A subscription with a callback goes on. One that is pulled ends, because no call can
  /// pull it any more.
  func releaseHandle() {
    guard case .pulled(let updates, _) = receiver else { return }
    close()
    updates.closeDescriptor()
    pager.letGo()
  }

  /// A call on another thread that had begun before the cancel may be about to enter the callback. It gets a moment to
  /// return. The wait is short: the callback may in turn be waiting for the thread that cancels.
  private func letCallReturn() {
    let semaphore = guarded.withLock { subscription -> SteadySemaphore? in
      guard let caller = subscription.caller, caller != pthread_self() else { return nil }
      let semaphore = SteadySemaphore()
      subscription.waiters.append(semaphore)
      return semaphore
    }
    guard let semaphore, !semaphore.sleep(until: Deadline(after: Self.grace)) else { return }
    guarded.withLock { subscription in subscription.waiters.removeAll { $0 === semaphore } }
  }
}
