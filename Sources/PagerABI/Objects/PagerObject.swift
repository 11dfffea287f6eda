import PagerClient
import PagerCore
import PagerLocks
import PagerState
import Synchronization

/// A pager as C holds it: an engine, and the subscriptions that end with it.
final class PagerObject: Handled, OperationOwner {
  static let handleName: StaticString = "pager"

  let engine: DocumentPagerEngine
  let queue: EventQueue
  let shape: ConnectionShape
  /// How many of its events wait in the queue, under whose lock this changes.
  let waitingEvents = Atomic(0)
  private let defaultWalk: Walk
  let client: ClientObject
  private let open = Mutex(Open())

  /// What C was promised an end of.
  private struct Open {
    var subscriptions: [ObjectIdentifier: SubscriptionObject] = [:]
    var operations: [ObjectIdentifier: OperationObject] = [:]
    var isClosed = false
  }

  init(_ config: PagerConfig, of client: ClientObject) throws(ErrorReport) {
    engine = DocumentPagerEngine(client: client.client, plan: config.plan, retention: config.retention)
    queue = client.queue
    shape = config.plan.shape
    defaultWalk = config.walk
    self.client = client
    try client.add(self)
  }

  // MARK: Operations

  /// What a call asks for, from its kind and its options.
  func read(_ call: PagerCall, options: String?) throws(ErrorReport) -> (kind: OperationKind, isPulled: Bool) {
    var options = try ConfigReader(options: options)
    var walk = defaultWalk
    if call == .loadAll { try walk.read(&options) }
    let isPulled = try options.bool("pull") ?? false
    try options.finish()
    switch call {
    case .fetch: return (.fetch, isPulled)
    case .loadNext: return (.load(.next), isPulled)
    case .loadAll: return (.loadAll(walk), isPulled)
    }
  }

  /// Begins an operation.
  func begin(_ operation: OperationObject, _ kind: OperationKind) throws(ErrorReport) {
    // Known here before the engine knows it, so that a close on another thread cannot miss it.
    try open.withLock { open throws(ErrorReport) in
      guard !open.isClosed else { throw .closed }
      open.operations[ObjectIdentifier(operation)] = operation
    }
    do {
      let reader = operation.updates.map { updates in
        // A failure without a page is the operation's end, which comes by itself.
        { @Sendable (subscriber: SubscriberID, update: DocumentUpdate) in
          if case .page = update.event { updates.put(update, as: subscriber) }
        }
      }
      let shape = shape
      let id = try engine.start(kind, reader: reader) { end in
        operation.end(with: OperationObject.End(report: { ErrorReport(end, shape) }, isCancelled: end.isCancelled))
      }
      operation.began { [engine] in
        engine.cancel(id)
        engine.settle()
      }
    } catch {
      forget(operation)
      throw ErrorReport(error, shape)
    }
    engine.settle()
    // A close that came meanwhile has left the end of this one to its start.
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

  /// The current state of the list; nil where there is none.
  func current() throws(ErrorReport) -> UpdateObject? {
    if open.withLock({ $0.isClosed }) { throw .closed }
    return engine.read { $0.current }.map { UpdateObject($0, shape) }
  }

  // MARK: Subscriptions

  /// Has the engine tell a subscription.
  func begin(_ subscription: SubscriptionObject) throws(ErrorReport) {
    try open.withLock { open throws(ErrorReport) in
      guard !open.isClosed else { throw .closed }
      open.subscriptions[ObjectIdentifier(subscription)] = subscription
    }
    let subscriber = engine.subscribe { subscriber, update in
      subscription.take(update, as: subscriber)
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

  /// Ends the operation and the subscriptions. Whatever C was promised an end of has it when this returns.
  func close() {
    let (subscriptions, operations) = open.withLock { open in
      open.isClosed = true
      defer {
        open.subscriptions.removeAll()
        open.operations.removeAll()
      }
      return (Array(open.subscriptions.values), Array(open.operations.values))
    }
    engine.close()
    // Another thread may be carrying out what the engine decided. What it enqueues after the queue was drained for the last
    // time would not be run.
    engine.settle()
    for operation in operations { operation.endWithOwner() }
    for subscription in subscriptions { subscription.end() }
    queue.drainIfReleased()
  }

  func release() {
    close()
    client.remove(self)
  }
}

/// The calls that load pages.
enum PagerCall {
  case fetch, loadNext, loadAll
}

extension OperationEnd<DocumentPagerTypes> {
  fileprivate var isCancelled: Bool {
    if case .usage(.cancelled) = self { true } else { false }
  }
}
