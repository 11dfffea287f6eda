import CSwiftPager
import DequeModule
import PagerCore
import PagerState
import PagerThreads
import Synchronization

/// Something that waits to be passed on to C. Indirect: the queue passes it on often, and a copy of the update in it is
/// many references.
indirect enum Event: Sendable {
  /// A subscriber has an update.
  case update(SubscriptionObject, DocumentUpdate, SubscriberID)
  /// An operation has ended.
  case ended(OperationObject)
  /// A function of C's is to be called.
  case call(any QueuedCall, of: PagerObject?)
  /// A function is to be called that concerns the whole client. Any thread that runs callbacks calls it, also one that
  /// pulls.
  case common(any QueuedCall)
  /// User data is not needed any more.
  case destroy(UserData, of: PagerObject?)

  /// The pager that the event belongs to; a thread that pulls from the pager runs it. Nil if it is the client's own.
  var pager: PagerObject? {
    switch self {
    case .update(let subscription, _, _): subscription.pager
    case .ended(let operation): operation.pager
    case .call(_, let pager): pager
    case .common: nil
    case .destroy(_, let pager): pager
    }
  }

  /// Whether it may call a function of C's. The end of an operation that nothing hears of calls none: a thread that
  /// runs other events takes it out of the queue with them.
  var mayCall: Bool { if case .ended(let operation) = self { operation.hasCallbacks } else { true } }

  /// Whether a thread that pulls runs it, whatever it pulls from.
  var isCommon: Bool { if case .common = self { true } else { false } }

  /// The call that it makes; nil if it is another kind of event.
  var call: (any QueuedCall)? {
    switch self {
    case .call(let call, _), .common(let call): call
    case .update, .ended, .destroy: nil
    }
  }

  /// Whether it calls C even if the client was released.
  var outlivesRelease: Bool { call?.outlivesRelease ?? false }

  /// Calls C. Returns whether that counts as a callback.
  func deliver() -> Bool {
    switch self {
    case .update(let subscription, let update, let subscriber):
      return subscription.deliver(update, as: subscriber)
    case .ended(let operation):
      return operation.deliver()
    case .call(let call, _), .common(let call):
      return call.run()
    case .destroy(let userData, _):
      userData.destroyNow(as: .partOfEvent)
      return false
    }
  }

  /// Takes the place of `deliver` once the client was released, unless the event outlives that: it calls nothing but
  /// destroy functions.
  func discard() {
    switch self {
    case .update, .call, .common: break
    case .ended(let operation): operation.discard()
    case .destroy(let userData, _): userData.destroyNow()
    }
  }
}

/// The events of a client that wait, in order. A thread that pulls takes those of one pager out of the middle.
struct EventList {
  private var events: Deque<Event> = []
  private var commonCount = 0

  var count: Int { events.count }
  var isEmpty: Bool { events.isEmpty }

  /// How many of them a call for one pager runs; nil: a call for all pagers.
  func countToRun(for pager: PagerObject?) -> Int {
    if let pager { Self.count(of: pager) + commonCount } else { events.count }
  }

  /// How many of them a call runs.
  func countToRun(for goal: RunProgress.Goal) -> Int { goal.runsCallbacks ? countToRun(for: goal.pager) : 0 }

  /// How many of them belong to a pager.
  static func count(of pager: PagerObject) -> Int { pager.waitingEvents.load(ordering: .relaxed) }

  /// How many of a pager's events may call a function of C's.
  static func callCount(of pager: PagerObject) -> Int { pager.waitingCalls.load(ordering: .relaxed) }

  mutating func append(_ event: Event) {
    events.append(event)
    note(event, 1)
  }

  mutating func prepend(_ event: Event) {
    events.prepend(event)
    note(event, 1)
  }

  /// The first event for a call that is for one pager: an event of the pager, or one that concerns the whole client. It
  /// searches only if there is one, so a pager without callbacks costs nothing. Nil: the first event.
  mutating func popFirst(for pager: PagerObject? = nil) -> Event? {
    guard countToRun(for: pager) > 0 else { return nil }
    guard let index = pager == nil ? 0 : events.firstIndex(where: { $0.pager === pager || $0.isCommon }) else {
      return nil
    }
    let event = events.remove(at: index)
    note(event, -1)
    return event
  }

  private mutating func note(_ event: Event, _ change: Int) {
    if event.isCommon { commonCount += change }
    guard let pager = event.pager else { return }
    pager.waitingEvents.wrappingAdd(change, ordering: .relaxed)
    if event.mayCall { pager.waitingCalls.wrappingAdd(change, ordering: .relaxed) }
  }
}

/// A call of a C function that is not a callback of an operation or a subscription: a hook, or a function of a
/// transport. Like those callbacks, it waits for a thread of the caller.
protocol QueuedCall: Sendable {
  /// Whether it is made even if the client was released.
  var outlivesRelease: Bool { get }
  /// Calls the function. Returns whether there still was a call to make.
  func run() -> Bool
  /// The function was left without returning.
  func wasLeft()
}

extension QueuedCall {
  var outlivesRelease: Bool { false }
}

/// The `user_data` of a callback, with the function that C wants called when it is not needed any more.
///
/// `destroy` runs exactly once: what takes the last step with the data calls `destroyNow()`.
final class UserData: Sendable {
  /// `@unchecked`: a pointer that C gave to be handed back, which this library never follows. C guards what it points
  /// to.
  private struct Opaque: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
  }

  private let opaque: Opaque
  private let destroy: Lock<swiftpager_destroy_cb?>

  init(_ pointer: UnsafeMutableRawPointer?, _ destroy: swiftpager_destroy_cb?) {
    opaque = Opaque(pointer: pointer)
    self.destroy = Lock(destroy)
  }

  var pointer: UnsafeMutableRawPointer? { opaque.pointer }

  /// Whether there is a destroy function that has not run.
  var wantsDestroy: Bool { destroy.withLock { $0 != nil } }

  /// Calls the destroy function, unless it ran. No lock is held meanwhile.
  func destroyNow(as role: CallbackStack.Role = .single) {
    let function = destroy.withLock { destroy in
      defer { destroy = nil }
      return destroy
    }
    guard let function else { return }
    _ = CallbackStack.run(role) {
      function(opaque.pointer)
    } whenLeft: {
    }
  }
}
