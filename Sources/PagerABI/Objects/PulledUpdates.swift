import DequeModule
import Glibc
import PagerEngine
import PagerLists
import PagerState
import PagerThreads
import Synchronization

/// Updates that C asks for one by one: those of a subscription without a callback, or those of one operation.
final class PulledUpdates: Pulled {
  /// What they belong to.
  enum Source {
    case subscription
    case operation
  }

  private struct Guarded: ~Copyable {
    /// Those that wait.
    var updates = Deque<PagerUpdate>()
    /// Those that were pulled and are not finished with, each with the thread that pulled it.
    var pulled: [(update: UpdateID, thread: pthread_t)] = []
    var isClosed = false
    var hasToldEnd = false
    /// The engine's number of the subscriber that gets the updates; nil before the first one.
    var subscriber: SubscriberID?
    /// Readable while there is something to pull or to run; made when C asks for it.
    var signal: ReadableSignal?
    /// Whether C can still ask for a descriptor.
    var hasHandle = true
  }

  private enum Taken {
    case update(UpdateObject)
    /// No update will come any more, and none is left.
    case end
  }

  let pager: PagerObject
  let runsCallbacks: Bool
  private let queue: EventQueue
  private let source: Source
  private let guarded = Lock(Guarded())
  private let ready = Atomic(false)
  private let watched = Atomic(false)
  /// C's handle.
  private let key = Atomic<UInt>(0)

  init(of source: Source, of pager: PagerObject, runningCallbacks: Bool = true) {
    self.source = source
    self.pager = pager
    runsCallbacks = runningCallbacks
    queue = pager.queue
  }

  var owner: EventOwner { pager.events }

  /// Whether there is an update to pull, or none will come any more. Read without a lock: a change then wakes the
  /// waiting threads.
  var isReady: Bool { ready.load(ordering: .acquiring) }

  var hasToldEnd: Bool { guarded.withLock { $0.hasToldEnd } }
  var isWatched: Bool { watched.load(ordering: .relaxed) }
  var handle: PulledHandle {
    PulledHandle(isOperation: source == .operation, key: key.load(ordering: .relaxed))
  }

  private func change<Result>(_ body: (inout Guarded) -> sending Result) -> sending Result {
    guarded.withLock { guarded in
      defer { ready.store(guarded.isClosed || !guarded.updates.isEmpty, ordering: .releasing) }
      return body(&guarded)
    }
  }

  // MARK: From the engine

  /// Takes an update: only puts it where it waits for C.
  func put(_ update: PagerUpdate, as subscriber: SubscriberID) {
    change { guarded in
      guarded.subscriber = subscriber
      if !guarded.isClosed { guarded.updates.append(update) }
    }
    queue.wakePuller(of: self)
  }

  /// No update will come any more.
  ///
  /// - Parameter dropping: whether the waiting updates are dropped.
  func close(dropping: Bool) {
    change { guarded in
      guarded.isClosed = true
      if dropping { guarded.updates = [] }
    }
    queue.wakePullers(of: self)
  }

  // MARK: Pulling

  /// Says that C has finished with the update before, and waits for the next one. Meanwhile the thread runs what waits
  /// for the pager, unless these updates are pulled without callbacks.
  ///
  /// - Parameter collecting: whether C collects the updates in batches, and has not finished with the update before.
  /// - Returns: the update; nil when none will come any more.
  func next(until deadline: Deadline, collecting: Bool = false) throws(ErrorReport) -> UpdateObject? {
    try queue.checkMayWait()
    if collecting { collectLatest() } else { finishOne() }
    while true {
      let isInterrupted = try queue.runEvents(.pull(self), until: deadline).isInterrupted
      let taken = takeNext()
      queue.updateSignal(of: self)
      switch taken {
      case .update(let update): return update
      case .end: return nil
      case nil where isInterrupted: throw .interrupted
      case nil where deadline.isOver: throw ErrorReport(.timeout, "no update arrived within the given time")
      // Another thread was faster.
      case nil: break
      }
    }
  }

  /// C asks for another update, so it has finished with one: with the update that this thread pulled before, or else
  /// with the oldest, because a consumer may move from thread to thread.
  private func finishOne() {
    let thread = pthread_self()
    let done = guarded.withLock { guarded -> (update: UpdateID, subscriber: SubscriberID)? in
      guard let subscriber = guarded.subscriber,
        let index = guarded.pulled.firstIndex(where: { $0.thread == thread }) ?? guarded.pulled.indices.first
      else { return nil }
      return (guarded.pulled.remove(at: index).update, subscriber)
    }
    if let done { pager.engine.finish(done.update, by: done.subscriber) }
  }

  /// The update that was pulled last is collected with others, so it holds no walk back.
  private func collectLatest() {
    let latest = guarded.withLock { guarded -> (update: UpdateID, subscriber: SubscriberID)? in
      guard let subscriber = guarded.subscriber, let update = guarded.pulled.last?.update else { return nil }
      return (update, subscriber)
    }
    if let latest { pager.engine.collect(latest.update, by: latest.subscriber) }
  }

  /// C has finished with a collected update.
  func finish(_ update: UpdateID) {
    if let subscriber = guarded.withLock({ $0.subscriber }) { finish(update, by: subscriber) }
  }

  /// Takes the next update, or the end; nil if there is neither.
  private func takeNext() -> Taken? {
    guard isReady else { return nil }
    var isOutdated = false
    let taken = change { guarded -> Taken? in
      while let update = guarded.updates.popFirst() {
        guard let subscriber = guarded.subscriber else { continue }
        // Under the lock, because nothing else may happen to the updates meanwhile. The engine only notes that the
        // update is handed out.
        let handOut = pager.engine.handOut(update.id, to: subscriber)
        if handOut == .outdated { isOutdated = true }
        switch source {
        // Updates can be pulled after the pager is gone. The pager then awaits nothing.
        case .subscription: break
        // An operation that was cancelled has given its pages back to the list, where others will find them.
        case .operation: if handOut == .refused { continue }
        }
        guarded.pulled.append((update.id, pthread_self()))
        return .update(UpdateObject(update, pager.words, from: self, to: subscriber))
      }
      guarded.hasToldEnd = guarded.isClosed
      return guarded.isClosed ? .end : nil
    }
    // Changes since then go into this object. So they waited until this thread had left its lock.
    if isOutdated { pager.engine.runWhatIsLeft() }
    return taken
  }

  /// Lets a walk load this many updates ahead of the pulled ones. Called once an update was pulled.
  func letWalkRunAhead(by updates: Int) {
    guard let subscriber = guarded.withLock({ $0.subscriber }) else { return }
    pager.engine.letWalksRunAhead(of: subscriber, by: updates)
  }

  /// Gives back the updates that C has not pulled, and those that C works on. C will not ask for another one.
  func giveUp() {
    if let subscriber = guarded.withLock({ $0.subscriber }) { pager.engine.unsubscribe(subscriber) }
  }

  // MARK: The handle and the descriptor

  /// C has a handle from now on.
  ///
  /// - Parameter work: what the handle is for; if it throws, C has none.
  func open(
    as handle: OpaquePointer?, _ work: () throws(ErrorReport) -> Void
  ) throws(ErrorReport) {
    key.store(UInt(bitPattern: handle), ordering: .relaxed)
    queue.addSignal(of: self)
    do throws(ErrorReport) {
      try work()
    } catch {
      closeDescriptor()
      throw error
    }
  }

  /// A descriptor that is readable exactly while asking without waiting would do something; nil when none is free.
  ///
  /// - Throws: `invalidHandle` if another thread gives the handle back meanwhile.
  func descriptor() throws(ErrorReport) -> Int32? {
    let descriptor = guarded.withLock { guarded in
      if guarded.signal == nil, guarded.hasHandle { guarded.signal = ReadableSignal() }
      // Under the lock that a pull takes: either the pull sees this, or this thread sees below what the pull has taken.
      if guarded.signal != nil { watched.store(true, ordering: .relaxed) }
      return guarded.signal?.descriptor
    }
    guard guarded.withLock({ $0.hasHandle }) else {
      throw ErrorReport(.invalidHandle, "another thread has released the handle")
    }
    if descriptor != nil { queue.showSignal(of: self) }
    return descriptor
  }

  /// Called under the queue's lock.
  func setReadable(_ isReadable: Bool) {
    guarded.withLock { $0.signal?.set(isReadable) }
  }

  /// C has given the handle back.
  func closeDescriptor() {
    guarded.withLock { $0.hasHandle = false }
    queue.removeSignal(of: self)
    guarded.withLock { $0.signal = nil }
  }
}

extension PulledUpdates: UpdateOrigin {
  /// C has given back the last reference to an update, or finished with it early. Nothing happens if it asked for
  /// another one since.
  func finish(_ update: UpdateID, by subscriber: SubscriberID) {
    let inWork = guarded.withLock { guarded -> UpdateID? in
      guard let index = guarded.pulled.firstIndex(where: { $0.update == update }) else { return nil }
      return guarded.pulled.remove(at: index).update
    }
    if let inWork { pager.engine.finish(inWork, by: subscriber) }
  }
}
