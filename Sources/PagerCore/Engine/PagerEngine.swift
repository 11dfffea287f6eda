package import PagerState
import Synchronization

/// Runs one pager: feeds events into its state and carries out the actions that come back.
///
/// All events, from callers and from the network, go through one lock, under which their actions run in order. None of them
/// waits: requests are handed to the transport, updates and completions to queues of the faces. So what the state decided
/// first is seen first, and no lock is held while anything of a user runs.
package final class PagerEngine<Types: PagerTypes>: Sendable {
  /// Takes an update; it must only enqueue it, for it runs under the engine's lock.
  package typealias Sink = @Sendable (SubscriberID, PagerUpdate<Types>, inout Wakeups) -> Void
  /// Takes the end of an operation; it must only enqueue it.
  package typealias Completion = @Sendable (OperationEnd<Types>, inout Wakeups) -> Void

  private struct Guarded {
    var state: PagerState<Types>
    var sinks: [SubscriberID: Sink] = [:]
    var completions: [OperationID: Completion] = [:]
    var inFlight: (load: LoadID, abort: @Sendable () -> Void)?
    var lastNumber: UInt64 = 0
    var isClosed = false
    var wakeups = Wakeups()
  }

  private let loader: any PageLoader<Types>
  private let guarded: Mutex<Guarded>

  package init(initialRequest: Types.Request, retention: PageRetention, loader: any PageLoader<Types>) {
    self.loader = loader
    guarded = Mutex(Guarded(state: PagerState(initialRequest: initialRequest, retention: retention)))
  }

  /// An engine that goes away ends what is under way: a walk that is held back has nothing else that would.
  deinit {
    close()
  }

  // MARK: Calls

  /// Begins an operation. Its completion runs once, unless the operation is refused.
  package func start(
    _ kind: OperationKind, completion: @escaping Completion
  ) throws(StartError) -> OperationID {
    try locked { guarded throws(StartError) in
      guard !guarded.isClosed else { throw .closed }
      guarded.lastNumber += 1
      let operation = OperationID(guarded.lastNumber)
      let actions: [PagerAction<Types>]
      do throws(Refusal) {
        actions = try guarded.state.start(operation, kind)
      } catch {
        throw .refused(error)
      }
      guarded.completions[operation] = completion
      perform(actions, &guarded)
      return operation
    }
  }

  /// Ends an operation with `cancelled`; nothing happens to one that has ended.
  package func cancel(_ operation: OperationID) {
    handle { $0.cancel(operation) }
  }

  /// Forgets all pages and ends what is under way.
  ///
  /// - Parameter alongside: runs after that, before any later event; it must only enqueue.
  package func reset(alongside: () -> Void = {}) {
    locked { guarded in
      perform(guarded.state.reset(), &guarded)
      alongside()
    }
  }

  /// Ends everything, for good: later calls are refused, subscribers get nothing more.
  package func close() {
    locked { guarded in
      guarded.isClosed = true
      guarded.sinks.removeAll()
      perform(guarded.state.reset(), &guarded)
    }
  }

  /// Looks at the state.
  package func read<Result: Sendable>(_ look: (PagerState<Types>) -> Result) -> Result {
    guarded.withLock { look($0.state) }
  }

  // MARK: Subscribers

  /// Adds a subscriber; it first gets the current state of the list. Nil when the engine is closed.
  package func subscribe(_ sink: @escaping Sink) -> SubscriberID? {
    locked { guarded in
      guard !guarded.isClosed else { return nil }
      guarded.lastNumber += 1
      let subscriber = SubscriberID(guarded.lastNumber)
      guarded.sinks[subscriber] = sink
      perform(guarded.state.subscribe(subscriber), &guarded)
      return subscriber
    }
  }

  /// Removes a subscriber; none of its updates is enqueued any more.
  package func unsubscribe(_ subscriber: SubscriberID) {
    locked { guarded in
      guarded.sinks[subscriber] = nil
      perform(guarded.state.unsubscribe(subscriber), &guarded)
    }
  }

  /// A subscriber has finished with an update, so a walk that waits for it may go on.
  package func consumed(by subscriber: SubscriberID) {
    handle { $0.consumed(by: subscriber) }
  }

  // MARK: Answers

  /// The pages as they would be with one more; nil when the load was superseded.
  package func preview(_ page: Types.Page, of load: LoadID) -> PageSnapshot<Types.Page>? {
    guarded.withLock { $0.state.preview(page, of: load) }
  }

  /// A page arrived.
  package func receive(_ page: Types.Page, of load: LoadID, _ inspection: PageInspection<Types.Request>) {
    handle { $0.receive(page, of: load, inspection) }
  }

  /// A page could not be loaded.
  package func fail(_ load: LoadID, _ failure: Types.Failure) {
    handle { $0.fail(load, failure) }
  }

  // MARK: Actions

  private func handle(_ event: (inout PagerState<Types>) -> [PagerAction<Types>]) {
    locked { guarded in
      perform(event(&guarded.state), &guarded)
    }
  }

  /// Runs under the lock, and wakes afterwards who waits for what came of it.
  private func locked<Result: Sendable, Failure: Error>(
    _ body: (inout Guarded) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, wakeups) = try guarded.withLock { guarded throws(Failure) in
      let result = try body(&guarded)
      defer { guarded.wakeups = Wakeups() }
      return (result, guarded.wakeups)
    }
    if !wakeups.isEmpty { loader.wake(wakeups) }
    return result
  }

  private func perform(_ actions: [PagerAction<Types>], _ guarded: inout Guarded) {
    var refused: LoadID?
    for action in actions {
      switch action {
      case .send(let load, let request):
        if let abort = loader.load(request, load, for: self) {
          guarded.inFlight = (load, abort)
        } else {
          refused = load
        }
      case .abort(let load):
        if let inFlight = guarded.inFlight, inFlight.load == load { inFlight.abort() }
      case .publish(let update):
        for (subscriber, sink) in guarded.sinks { sink(subscriber, update, &guarded.wakeups) }
      case .replay(let subscriber, let update):
        guarded.sinks[subscriber]?(subscriber, update, &guarded.wakeups)
      case .finish(let operation, let end):
        guarded.completions.removeValue(forKey: operation)?(end, &guarded.wakeups)
      }
    }
    // After the other actions: the page that led to the refused request is shown first.
    if let refused { perform(guarded.state.fail(refused, loader.closed), &guarded) }
  }
}

/// Why an operation did not begin.
package enum StartError: Error, Sendable, Hashable {
  /// The pager's state does not allow it.
  case refused(Refusal)
  /// The pager or its client is gone.
  case closed
}
