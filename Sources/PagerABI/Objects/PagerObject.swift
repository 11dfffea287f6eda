import PagerCache
import PagerClient
import PagerEngine
import PagerLists
import PagerState
import PagerSyntax
import PagerThreads
import Synchronization

/// A pager as C holds it: an engine, and the subscriptions that end with it.
final class PagerObject: Handled, OperationOwner {
  static let handleName: StaticString = "pager"

  let engine: PagerEngine
  let queue: EventQueue
  let list: CurrentPlan
  let defaultWalk: Walk
  let policies: LoadPolicies
  /// Its events that wait in the queue.
  let events: EventOwner
  let client: ClientObject
  /// The user data of the hooks, to be given back.
  private let hookData: UserData?
  private let keepers = Keepers()
  private let open = Lock(Open())

  /// Why the list cannot be completed, in words.
  var words: ListWords { list.current.words }

  /// The objects that owe C a call at their end.
  private struct Open {
    var subscriptions: [ObjectIdentifier: SubscriptionObject] = [:]
    var operations: [ObjectIdentifier: OperationObject] = [:]
    /// What its tokens have in common; nil: it has made none.
    var tokens: ResumeTokens?
    var isClosed = false
  }

  /// Not inlined, so that its part of the stack is free for the parser.
  /// Borrows the config: `init` would take a copy, and the caller would keep room for it while the config is parsed.
  @inline(never)
  static func make(
    _ config: PagerConfig, of client: ClientObject, _ hooks: HookFunctions?
  ) throws(ErrorReport) -> PagerObject {
    try PagerObject(config, of: client, hooks)
  }

  @inline(never)
  init(_ config: PagerConfig, of client: ClientObject, _ hooks: HookFunctions? = nil) throws(ErrorReport) {
    let events = EventOwner()
    self.events = events
    queue = client.queue
    engine = PagerEngine(
      client: client.client(for: events), plan: config.plan, retention: config.retention, resumingAt: config.position,
      hooks: hooks.map {
        PagerHooks(
          functions: $0, plan: config.plan.opening.plan, document: config.document, queue: client.queue, owner: events)
      })
    hookData = hooks?.userData
    list = config.plan
    defaultWalk = config.walk
    policies = config.policies
    self.client = client
    try client.keep()
    do throws(ErrorReport) {
      try client.add(self)
    } catch {
      client.letGo()
      throw error
    }
  }

  // MARK: Operations

  /// Begins an operation.
  func begin(_ operation: OperationObject, _ call: LoadCall) throws(ErrorReport) {
    // Known here before the engine knows it, so that a close on another thread cannot miss it.
    try open.withLock { open throws(ErrorReport) in
      guard !open.isClosed else { throw .closed }
      open.operations[ObjectIdentifier(operation)] = operation
    }
    do {
      let reader = operation.updates.map { updates in
        { @Sendable (subscriber: SubscriberID, update: PagerUpdate) in updates.put(update, as: subscriber) }
      }
      let current = list
      let id = try engine.start(
        call.kind, call.terms, retaining: call.retention, reader: reader,
        readsFailedPages: call.pull?.handsOutFailedPages ?? true
      ) { end, partialData in
        let report = { @Sendable () -> ErrorReport? in
          var report = ErrorReport(end, current.current.words)
          if !end.isUsage { report?.partialData = partialData }
          return report
        }
        operation.end(with: OperationObject.End(report: report, isCancelled: end.isCancelled))
      }
      operation.began { [engine] in
        engine.cancel(id)
        engine.settle()
      }
    } catch {
      forget(operation)
      var report = ErrorReport(error, words)
      if error == .refused(.usage(.missingInitialPage)) {
        report.cause = engine.read { $0.firstLoadFailure }.flatMap { ErrorReport($0, words) }?.json
      }
      throw report
    }
    engine.settle()
    // A close at the same time has left this operation's end to its start.
    if open.withLock({ $0.isClosed }) {
      operation.endWithOwner()
      queue.drainIfReleased()
    }
  }

  func forget(_ operation: OperationObject) {
    open.withLock { $0.operations[ObjectIdentifier(operation)] = nil }
  }

  /// Forgets all pages.
  func reset() throws(ErrorReport) {
    if open.withLock({ $0.isClosed }) { throw .closed }
    engine.reset()
    engine.settle()
  }

  /// The current state of the list; nil if there is none.
  func current() throws(ErrorReport) -> UpdateObject? {
    if open.withLock({ $0.isClosed }) { throw .closed }
    catchUp()
    return engine.read { $0.current }.map { UpdateObject($0, words) }
  }

  /// Waits until the pages show what the cache got before this call, so that a caller's reads see its own writes.
  func catchUp() {
    guard let cache = client.cache, !open.withLock({ $0.isClosed }) else { return }
    cache.settle()
    engine.settle()
  }

  /// Whether there are pages beyond an end.
  func canLoad(_ end: ListEnd) -> Bool {
    catchUp()
    return engine.read { $0.canLoad(end) }
  }

  /// The place for another process to continue: after the pages that the slowest consumer has finished with.
  ///
  /// - Returns: the token's text for C; nil if memory runs out.
  func resumeToken() throws(ErrorReport) -> UnsafeMutablePointer<CChar>? {
    let tokens = try open.withLock { open throws(ErrorReport) in
      if open.isClosed { throw .closed }
      let tokens = open.tokens ?? ResumeTokens()
      open.tokens = tokens
      return tokens
    }
    var isClosed = false
    let text: UnsafeMutablePointer<CChar>?
    do {
      text = try tokens.write(
        of: list, at: client.endpoint,
        { mark in
          let step = engine.read { $0.finishedPosition(after: mark) }
          // A pager that is closed has forgotten its pages.
          isClosed = open.withLock { $0.isClosed }
          return step
        }, { isClosed ? nil : copyToC($0) })
    } catch {
      throw ErrorReport(error)
    }
    if isClosed { throw .closed }
    return text
  }

  /// What the next run needs: the mark, if the list was read to its end, and otherwise the place to continue.
  func checkpoint() throws(ErrorReport) -> String {
    let position = engine.read { $0.finishedPosition }
    if open.withLock({ $0.isClosed }) { throw .closed }
    do {
      return try list.current.plan.checkpoint(for: position, at: client.endpoint)
    } catch {
      throw ErrorReport(error)
    }
  }

  // MARK: Subscriptions

  /// Connects a subscription to the engine.
  func begin(_ subscription: SubscriptionObject) throws(ErrorReport) {
    try open.withLock { open throws(ErrorReport) in
      guard !open.isClosed else { throw .closed }
      open.subscriptions[ObjectIdentifier(subscription)] = subscription
    }
    catchUp()
    let subscriber = engine.subscribe { subscriber, update in
      subscription.enqueue(update, as: subscriber)
    }
    guard let subscriber else {
      remove(subscription)
      throw .closed
    }
    subscription.began(as: subscriber)
    engine.settle()
  }

  func remove(_ subscription: SubscriptionObject) {
    open.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = nil }
  }

  // MARK: End

  /// Ends the operation and the subscriptions. When this returns, everything with a promised end has ended.
  func close() {
    let (subscriptions, operations) = open.withLock { open in
      open.isClosed = true
      defer {
        open.subscriptions.removeAll()
        open.operations.removeAll()
        open.tokens = nil
      }
      return (Array(open.subscriptions.values), Array(open.operations.values))
    }
    engine.close()
    // Another thread may be running the engine's effects. Calls that it enqueues after the last drain of the queue
    // would not run.
    engine.settle()
    for operation in operations { operation.endWithOwner() }
    for subscription in subscriptions { subscription.end() }
    // No more hooks are called, and a running hook ends before this call.
    if let hookData, hookData.wantsDestroy { queue.enqueue(Destruction(userData: hookData, owner: nil)) }
    queue.drainIfReleased()
  }

  /// Ends the pager's work for good, so that its client need not do it.
  func end() {
    close()
    client.remove(self)
  }

  /// Counts the handle of an operation or a pulled subscription, or a stream.
  func keep() throws(ErrorReport) {
    guard keepers.add() else { throw .closed }
  }

  func letGo() {
    guard keepers.remove() else { return }
    end()
    client.letGo()
  }
}

extension OperationEnd {
  fileprivate var isCancelled: Bool {
    if case .usage(.cancelled) = self { true } else { false }
  }

  fileprivate var isUsage: Bool {
    if case .usage = self { true } else { false }
  }
}
