import PagerClient
import PagerCore
import PagerState
import Synchronization

/// A pager as C holds it: an engine, and the subscriptions that end with it.
final class PagerObject: Handled {
  static let handleName: StaticString = "pager"

  let engine: DocumentPagerEngine
  let queue: EventQueue
  let signposts: ListSignposts
  let defaultWalk: Walk
  private let client: ClientObject
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
    signposts = config.plan.signposts
    defaultWalk = config.walk
    self.client = client
    try client.add(self)
  }

  // MARK: Operations

  /// Begins an operation.
  func start(
    _ call: LoadCall, completion: Completion
  ) throws(ErrorReport) -> OperationObject {
    let operation = OperationObject(of: self, completion)
    // Known here before the engine knows it, so that a close on another thread cannot miss it.
    try open.withLock { open throws(ErrorReport) in
      guard !open.isClosed else { throw .closed }
      open.operations[ObjectIdentifier(operation)] = operation
    }
    do {
      operation.began(as: try engine.start(call.kind, retaining: call.retention) { operation.end(with: $0) })
    } catch {
      forget(operation)
      throw ErrorReport(error, signposts)
    }
    engine.settle()
    // A close that came meanwhile has left the end of this one to its start.
    if open.withLock({ $0.isClosed }) {
      operation.endWithPager()
      queue.drainIfReleased()
    }
    return operation
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

  // MARK: Subscriptions

  func subscribe(_ receiver: SubscriptionObject.Receiver) throws(ErrorReport) -> SubscriptionObject {
    let subscription = SubscriptionObject(of: self, receiver)
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
    return subscription
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
    for operation in operations { operation.endWithPager() }
    for subscription in subscriptions { subscription.end() }
    queue.drainIfReleased()
  }

  func release() {
    close()
    client.remove(self)
  }
}
