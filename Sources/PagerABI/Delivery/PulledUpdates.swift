import DequeModule
import Glibc
import PagerCore
import PagerLocks
import PagerState
import PagerThreads
import Synchronization

/// Updates that C asks for one by one: those of a subscription without a callback, or those of one operation.
final class PulledUpdates: Sendable {
  /// Whose they are.
  enum Owner {
    case subscription
    case operation
  }

  let pager: PagerObject
  private let owner: Owner
  private let inbox = UpdateInbox()
  private let subscriber = Lock<SubscriberID?>(nil)
  /// A descriptor that is readable while there is something to pull or to run; made when C asks for it.
  private let signal = Lock<ReadableSignal?>(nil)
  private let isWatched = Atomic(false)

  init(of owner: Owner, of pager: PagerObject) {
    self.owner = owner
    self.pager = pager
  }

  // MARK: From the engine

  /// Takes an update: only puts it where it waits for C.
  func put(_ update: DocumentUpdate, as subscriber: SubscriberID) {
    self.subscriber.withLock { $0 = subscriber }
    inbox.put(update)
    pager.queue.wakePuller(of: self)
  }

  /// No update will come any more.
  ///
  /// - Parameter dropping: whether those that wait are not to be pulled either.
  func close(dropping: Bool) {
    inbox.close(dropping: dropping)
    pager.queue.wakePullers(of: self)
  }

  // MARK: Pulling

  /// Whether there is an update to pull, or none will come any more.
  var isReady: Bool { inbox.isReady }

  /// Says that C has finished with the update before, and waits for the next one. Meanwhile the thread runs what waits
  /// for the pager.
  ///
  /// - Returns: the update; nil when none will come any more.
  func next(until deadline: Deadline) throws(ErrorReport) -> UpdateObject? {
    try pager.queue.checkMayWait()
    if let done = inbox.startNext() { finish(done) }
    while true {
      let progress = try pager.queue.run(.pull(self), until: deadline)
      let taken = take()
      if isWatched.load(ordering: .relaxed) { pager.queue.updateSignal(of: self) }
      switch taken {
      case .update(let update):
        return UpdateObject(update, pager.signposts) { [weak self, id = update.id] in
          if let self, self.inbox.release(id) { self.finish(id) }
        }
      case .end: return nil
      case nil where progress.isInterrupted: throw .interrupted
      case nil where deadline.isOver: throw ErrorReport(.timeout, "no update arrived within the given time")
      // Another thread was faster.
      case nil: break
      }
    }
  }

  private func take() -> UpdateInbox.Taken? {
    guard inbox.isReady else { return nil }
    var isOutdated = false
    let taken = inbox.take { update in
      guard let subscriber = subscriber.withLock({ $0 }) else { return false }
      let handOut = pager.engine.handOut(update.id, to: subscriber)
      if handOut == .outdated { isOutdated = true }
      switch owner {
      // Updates can be pulled after the pager is gone. It awaits nothing any more then.
      case .subscription: return true
      // An operation that was cancelled has given its pages back to the list, where others will find them.
      case .operation: return handOut != .refused
      }
    }
    // Changes since then go into the inbox. So they waited until this thread had left it.
    if isOutdated { pager.engine.runWhatIsLeft() }
    return taken
  }

  /// Lets a walk run ahead of the pulled updates by so many. Called once one was pulled.
  func letWalkRunAhead(by updates: Int) {
    if let subscriber = subscriber.withLock({ $0 }) { pager.engine.letWalksRunAhead(of: subscriber, by: updates) }
  }

  private func finish(_ update: UpdateID) {
    if let subscriber = subscriber.withLock({ $0 }) { pager.engine.finish(update, by: subscriber) }
  }

  /// Gives back what was not pulled, and what C works on. C asks for nothing any more, and says nothing.
  func giveUp() {
    if let subscriber = subscriber.withLock({ $0 }) { pager.engine.unsubscribe(subscriber) }
  }

  // MARK: The descriptor

  /// A descriptor that is readable exactly while asking without waiting would do something; nil when none is free.
  func descriptor() -> Int32? {
    let descriptor = signal.withLock { signal in
      if signal == nil { signal = ReadableSignal() }
      return signal?.descriptor
    }
    if descriptor != nil {
      isWatched.store(true, ordering: .relaxed)
      pager.queue.addSignal(of: self)
    }
    return descriptor
  }

  /// Called under the queue's lock.
  func setReadable(_ isReadable: Bool) {
    signal.withLock { $0?.set(isReadable) }
  }

  func closeDescriptor() {
    guard isWatched.load(ordering: .relaxed) else { return }
    pager.queue.removeSignal(of: self)
    signal.withLock { $0 = nil }
  }
}

/// The updates that wait to be pulled, and those that C works on.
final class UpdateInbox: Sendable {
  /// What is taken out.
  enum Taken {
    case update(DocumentUpdate)
    /// No update will come any more, and none is left.
    case end
  }

  private struct Guarded {
    var updates = Deque<DocumentUpdate>()
    /// Those that were pulled and are not finished with, each with the thread that pulled it.
    var pulled: [(update: UpdateID, thread: pthread_t)] = []
    var isClosed = false
  }

  private let guarded = Lock(Guarded())
  private let ready = Atomic(false)

  /// Whether there is something to take. Read without a lock: a thread that changes it then wakes the threads that
  /// wait.
  var isReady: Bool { ready.load(ordering: .acquiring) }

  private func change<Result>(_ body: (inout Guarded) -> sending Result) -> sending Result {
    guarded.withLock { inbox in
      defer { ready.store(inbox.isClosed || !inbox.updates.isEmpty, ordering: .releasing) }
      return body(&inbox)
    }
  }

  func put(_ update: DocumentUpdate) {
    change { inbox in
      if !inbox.isClosed { inbox.updates.append(update) }
    }
  }

  /// No update will come any more.
  ///
  /// - Parameter dropping: whether those that wait are not to be taken either.
  func close(dropping: Bool) {
    change { inbox in
      inbox.isClosed = true
      if dropping { inbox.updates = [] }
    }
  }

  /// C asks for another update. Returns the update that C has finished with: the one that this thread pulled before, or
  /// else the oldest, because a consumer may move from thread to thread.
  func startNext() -> UpdateID? {
    let thread = pthread_self()
    return guarded.withLock { inbox in
      guard let index = inbox.pulled.firstIndex(where: { $0.thread == thread }) ?? inbox.pulled.indices.first else {
        return nil
      }
      return inbox.pulled.remove(at: index).update
    }
  }

  /// The last reference to an update was given back. Returns whether C was still working on it.
  func release(_ update: UpdateID) -> Bool {
    guarded.withLock { inbox in
      guard let index = inbox.pulled.firstIndex(where: { $0.update == update }) else { return false }
      inbox.pulled.remove(at: index)
      return true
    }
  }

  /// Takes the next update, or the end; nil if there is neither.
  ///
  /// - Parameter handOut: called with an update before anything else can happen to the inbox. If it returns false, the
  ///   update is not for C any more. It must do nothing but note something.
  func take(_ handOut: (DocumentUpdate) -> Bool) -> Taken? {
    change { inbox in
      while let update = inbox.updates.popFirst() {
        guard handOut(update) else { continue }
        inbox.pulled.append((update.id, pthread_self()))
        return .update(update)
      }
      return inbox.isClosed ? .end : nil
    }
  }
}
