import CSwiftPager
import DequeModule
import PagerThreads
import Synchronization

/// Something that waits to be passed on to C: an update, the end of an operation, a call of a function, user data that
/// is not needed any more. The queue knows no more of it than this.
protocol Event: Sendable {
  /// Whose event it is; a thread that pulls from that pager runs it. Nil if it is the client's own.
  var owner: EventOwner? { get }
  /// Whether any thread that runs callbacks runs it, also one that pulls, whatever it pulls from.
  var isCommon: Bool { get }
  /// Whether it may call a function of C's. If not, a thread that runs other events takes it with them.
  var mayCall: Bool { get }
  /// Whether it is the end of an operation, for which threads may wait.
  var isEnd: Bool { get }
  /// Whether it calls C even if the client was released.
  var outlivesRelease: Bool { get }

  /// Calls C. Returns whether that counts as a callback.
  func deliver() -> Bool
  /// Takes the place of `deliver` once the client was released, unless the event outlives that: it calls nothing but
  /// destroy functions.
  func discard()
  /// The function that it calls was left without returning.
  func wasLeft()
}

extension Event {
  var owner: EventOwner? { nil }
  var isCommon: Bool { false }
  var mayCall: Bool { true }
  var isEnd: Bool { false }
  var outlivesRelease: Bool { false }
  func discard() {}
  func wasLeft() {}
}

/// The waiting events of one pager, as numbers that change under the queue's lock.
final class EventOwner: Sendable {
  /// How many of its events wait in the queue.
  fileprivate let waitingEvents = Atomic(0)
  /// How many of these may call a function of C's.
  fileprivate let waitingCalls = Atomic(0)
}

/// The part of a pulled object that the queue knows.
protocol Pulled: AnyObject, Sendable {
  var owner: EventOwner { get }
  /// Whether there is something to pull, or nothing will come any more.
  var isReady: Bool { get }
  /// Whether a pull runs the callbacks of the pager.
  var runsCallbacks: Bool { get }
  /// Whether a pull has told the end, after which nothing comes.
  var hasToldEnd: Bool { get }
  /// Whether C has asked for its descriptor.
  var isWatched: Bool { get }
  /// C's handle of it.
  var handle: PulledHandle { get }
  /// Sets the descriptor. Called under the queue's lock.
  func setReadable(_ isReadable: Bool)
}

/// User data that is not needed any more.
struct Destruction: Event {
  let userData: UserData
  let owner: EventOwner?

  func deliver() -> Bool {
    userData.destroyNow(as: .partOfEvent)
    return false
  }

  func discard() { userData.destroyNow() }
}

/// The events of a client that wait, in order. A thread that pulls takes those of one pager out of the middle.
struct EventList {
  private var events: Deque<any Event> = []
  private var commonCount = 0

  var count: Int { events.count }
  var isEmpty: Bool { events.isEmpty }

  /// How many of them a call for one pager runs; nil: a call for all pagers.
  func countToRun(for owner: EventOwner?) -> Int {
    if let owner { Self.count(of: owner) + commonCount } else { events.count }
  }

  /// How many of them a call runs.
  func countToRun(for goal: RunProgress.Goal) -> Int { goal.runsCallbacks ? countToRun(for: goal.owner) : 0 }

  /// How many of them belong to a pager.
  static func count(of owner: EventOwner) -> Int { owner.waitingEvents.load(ordering: .relaxed) }

  /// How many of a pager's events may call a function of C's.
  static func callCount(of owner: EventOwner) -> Int { owner.waitingCalls.load(ordering: .relaxed) }

  mutating func append(_ event: any Event) {
    events.append(event)
    note(event, 1)
  }

  mutating func prepend(_ event: any Event) {
    events.prepend(event)
    note(event, 1)
  }

  /// The first event for a call that is for one pager: an event of the pager, or one that concerns the whole client. It
  /// searches only if there is one, so a pager without callbacks costs nothing. Nil: the first event.
  mutating func popFirst(for owner: EventOwner? = nil) -> (any Event)? {
    guard countToRun(for: owner) > 0 else { return nil }
    guard let index = owner == nil ? 0 : events.firstIndex(where: { $0.owner === owner || $0.isCommon }) else {
      return nil
    }
    let event = events.remove(at: index)
    note(event, -1)
    return event
  }

  private mutating func note(_ event: any Event, _ change: Int) {
    if event.isCommon { commonCount += change }
    guard let owner = event.owner else { return }
    owner.waitingEvents.wrappingAdd(change, ordering: .relaxed)
    if event.mayCall { owner.waitingCalls.wrappingAdd(change, ordering: .relaxed) }
  }
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
