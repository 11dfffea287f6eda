import PagerClient
import PagerState
import PagerCore
import Synchronization

/// A pager as C holds it: an engine, and the subscriptions that end with it.
final class PagerObject: Handled {
  static let handleName: StaticString = "pager"

  let engine: DocumentPagerEngine
  let queue: EventQueue
  let shape: ConnectionShape
  private let defaultWalk: Walk
  private let client: ClientObject
  private let subscriptions = Mutex(Subscriptions())

  private struct Subscriptions {
    var open: [ObjectIdentifier: SubscriptionObject] = [:]
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
  func kind(_ call: PagerCall, options: String?) throws(ErrorReport) -> OperationKind {
    var options = try ConfigReader(options: options)
    var walk = defaultWalk
    if call == .loadAll { try walk.read(&options) }
    try options.finish()
    switch call {
    case .fetch: return .fetch
    case .loadNext: return .load(.next)
    case .loadAll: return .loadAll(walk)
    }
  }

  /// Begins an operation.
  func start(
    _ kind: OperationKind, completion: Completion
  ) throws(ErrorReport) -> OperationObject {
    let operation = OperationObject(of: self, completion)
    do {
      operation.began(as: try engine.start(kind) { [queue] end, wakeups in
        operation.end(with: end)
        queue.enqueue(.ended(operation), &wakeups)
      })
    } catch {
      throw ErrorReport(error, shape)
    }
    return operation
  }

  /// Forgets all pages.
  func reset() throws(ErrorReport) {
    if subscriptions.withLock({ $0.isClosed }) { throw .closed }
    engine.reset()
  }

  // MARK: Subscriptions

  func subscribe(_ receiver: SubscriptionObject.Receiver) throws(ErrorReport) -> SubscriptionObject {
    let subscription = SubscriptionObject(of: self, receiver)
    // Known here before the engine knows it, so that a close on another thread cannot miss it.
    try subscriptions.withLock { subscriptions throws(ErrorReport) in
      guard !subscriptions.isClosed else { throw .closed }
      subscriptions.open[ObjectIdentifier(subscription)] = subscription
    }
    let subscriber = engine.subscribe { [queue] subscriber, update, wakeups in
      subscription.take(update, as: subscriber, queue, &wakeups)
    }
    guard let subscriber else { throw .closed }
    subscription.began(as: subscriber)
    return subscription
  }

  func remove(_ subscription: SubscriptionObject) {
    subscriptions.withLock { $0.open[ObjectIdentifier(subscription)] = nil }
  }

  // MARK: End

  /// Ends the operation and the subscriptions.
  func close() {
    let ending = subscriptions.withLock { subscriptions in
      subscriptions.isClosed = true
      defer { subscriptions.open.removeAll() }
      return subscriptions.open.values
    }
    engine.close()
    for subscription in ending { subscription.end() }
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
