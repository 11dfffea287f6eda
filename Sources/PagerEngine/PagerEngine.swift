public import PagerClient
public import PagerState
import PagerThreads

/// Runs one pager: feeds events into its state and carries out the actions that come back.
///
/// All events, from callers and from the network, go through one lock, which guards only the decision. The effects of a
/// decision happen after the lock: requests leave or are cancelled, updates and ends are handed over. One thread at a
/// time runs them, in the order of the decisions. Callers therefore see the first decision first.
public final class PagerEngine: Sendable {
  /// Takes an update. It must not wait: it runs on the thread that brought the update, often the network's.
  public typealias Sink = @Sendable (SubscriberID, PagerUpdate) -> Void
  /// Takes the end of an operation, failed or not, and the errors beside the list's data. It must not wait.
  public typealias Completion = @Sendable (OperationEnd, PartialData?) -> Void

  private enum Effect {
    case start(any PageExecution)
    case giveUp(any PageExecution)
    case tell(Sink, SubscriberID, PagerUpdate)
    /// Rare and large, so it does not make the others large.
    indirect case end(Completion, OperationEnd, PartialData?)
    case hold(HeldPages)
  }

  private struct Guarded {
    var state: PagerState
    /// What the newest event asks for.
    var actions: [PagerAction] = []
    /// The options of the operation under way for its requests.
    var terms = RequestTerms(.fetchIgnoringCacheCompletely)
    var sinks: [SubscriberID: Sink] = [:]
    var completions: [OperationID: Completion] = [:]
    /// The subscribers that get the updates of only one operation, and leave with it.
    var readers: [OperationID: SubscriberID] = [:]
    var inFlight: (load: LoadID, execution: any PageExecution)?
    var effects = EffectRunner<Effect>()
    var lastNumber: UInt64 = 0
    var isClosed = false
    /// The places that held a page when the loader last got them, if it watches pages.
    var places: HeldPages?

    /// A load has its answer; it refers to the engine, which must not refer back.
    mutating func isOver(_ load: LoadID) {
      if inFlight?.load == load { inFlight = nil }
    }
  }

  private let loader: any PageLoader
  private let guarded: Lock<Guarded>

  /// - Parameters:
  ///   - opening: the end toward which the first page is requested.
  ///   - position: where the list continues; nil: it begins.
  public init(
    initialRequest: ListRequest, toward opening: ListEnd = .next, retention: PageRetention,
    resumingAt position: ListPosition? = nil, loader: any PageLoader
  ) {
    self.loader = loader
    let state = PagerState(
      initialRequest: initialRequest, toward: opening, retention: retention, resumingAt: position)
    guarded = Lock(Guarded(state: state, places: loader.watchesPages ? state.places : nil))
  }

  /// The end of an engine ends its operation. Nothing else ends a walk that is held back.
  deinit {
    close()
  }

  // MARK: Calls

  /// Begins an operation. Its completion runs once, unless the operation is refused; it may run before this returns.
  ///
  /// - Parameters:
  ///   - terms: its options for its requests.
  ///   - retention: what this operation retains; nil: what the pager retains.
  ///   - reader: takes the pages of this operation. It begins and ends with the operation, under the lock, so it gets
  ///     all of its pages and no others.
  ///   - readsFailedPages: whether it also takes a page that has errors in place of the list.
  public func start(
    _ kind: OperationKind, _ terms: RequestTerms = RequestTerms(.fetchIgnoringCacheCompletely),
    retaining retention: PageRetention? = nil,
    reader: Sink? = nil, readsFailedPages: Bool = true, completion: @escaping Completion
  ) throws(StartError) -> OperationID {
    try decide { guarded throws(StartError) in
      guard !guarded.isClosed else { throw .closed }
      guarded.lastNumber += 1
      let operation = OperationID(guarded.lastNumber)
      // The two kinds of numbers are never compared.
      let subscriber = reader.map { _ in SubscriberID(guarded.lastNumber) }
      do throws(Refusal) {
        try guarded.state.start(
          operation, kind, retaining: retention, reader: subscriber, readsFailedPages: readsFailedPages,
          into: &guarded.actions)
      } catch {
        throw .refused(error)
      }
      if let subscriber {
        guarded.sinks[subscriber] = reader
        guarded.readers[operation] = subscriber
      }
      guarded.completions[operation] = completion
      guarded.terms = terms
      plan(&guarded)
      return operation
    }
  }

  /// Ends an operation with `cancelled`; nothing happens to one that has ended.
  public func cancel(_ operation: OperationID) {
    handle { $0.cancel(operation, into: &$1) }
  }

  /// Forgets all pages and ends the operation under way.
  ///
  /// - Returns: the generation of updates that begins here. Updates of earlier generations are out of date.
  @discardableResult
  public func reset() -> UInt64 {
    decide { guarded in
      guarded.state.reset(into: &guarded.actions)
      plan(&guarded)
      return guarded.state.generation
    }
  }

  /// Lets a list continue from a position. Returns whether it could, that is, whether nothing has been loaded or is
  /// under way.
  public func resume(at position: ListPosition) -> Bool {
    guarded.withLock { !$0.isClosed && $0.state.resume(at: position) }
  }

  /// Ends everything for good: later calls are refused, and subscribers get no more updates.
  public func close() {
    decide { guarded in
      guarded.isClosed = true
      guarded.sinks.removeAll()
      guarded.state.reset(into: &guarded.actions)
      plan(&guarded)
    }
  }

  /// Looks at the state.
  public func read<Result: Sendable>(_ look: (PagerState) -> Result) -> Result {
    guarded.withLock { look($0.state) }
  }

  /// What the page on its way waits for; nil if there is none, or it does not wait.
  package var wait: RequestWait? {
    (guarded.withLock { $0.inFlight?.execution } as? any WaitingExecution)?.wait
  }

  /// How many of the held pages a cache cannot read back. Such pages do not get changes.
  public var unreadablePages: Int { loader.unreadablePages }

  // MARK: Subscribers

  /// Adds a subscriber; it first gets the current state of the list. Nil when the engine is closed.
  public func subscribe(_ sink: @escaping Sink) -> SubscriberID? {
    decide { guarded in
      guard !guarded.isClosed else { return nil }
      guarded.lastNumber += 1
      let subscriber = SubscriberID(guarded.lastNumber)
      guarded.sinks[subscriber] = sink
      guarded.state.subscribe(subscriber, into: &guarded.actions)
      plan(&guarded)
      return subscriber
    }
  }

  /// Removes a subscriber. An update that another thread is about to hand over may still arrive.
  ///
  /// - Parameter abandons: whether it will not finish with the update that it works on.
  public func unsubscribe(_ subscriber: SubscriberID, abandons: Bool = true) {
    decide { guarded in
      guarded.sinks[subscriber] = nil
      guarded.state.unsubscribe(subscriber, abandons: abandons, into: &guarded.actions)
      plan(&guarded)
    }
  }

  /// A subscriber is about to be handed an update. This runs no effects, because callers hold a lock.
  public func handOut(_ update: UpdateID, to subscriber: SubscriberID) -> HandOut {
    guarded.withLock { guarded in
      guard guarded.state.handOut(update, to: subscriber, into: &guarded.actions) else { return .refused }
      if guarded.actions.isEmpty { return .done }
      plan(&guarded)
      return .outdated
    }
  }

  /// Runs what `handOut` has left to be run. Under no lock.
  public func runWhatIsLeft() {
    var effects = guarded.withLock { $0.effects.begin() }
    run(&effects)
  }

  /// A subscriber has finished with an update, so a walk that waits for it may continue.
  public func finish(_ update: UpdateID, by subscriber: SubscriberID) {
    handle { $0.finish(update, by: subscriber, into: &$1) }
  }

  /// A subscriber collects an update with others, so it no longer holds a walk back, and finishes with it later.
  public func collect(_ update: UpdateID, by subscriber: SubscriberID) {
    handle { $0.collect(update, by: subscriber, into: &$1) }
  }

  /// Lets walks run this many updates ahead of a subscriber, in place of one.
  public func letWalksRunAhead(of subscriber: SubscriberID, by updates: Int) {
    handle { $0.letWalksRunAhead(of: subscriber, by: updates, into: &$1) }
  }

  // MARK: Answers

  /// A page has arrived, and will be placed later. The next request of the walk under way may leave now.
  public func foresee(_ facts: PageFacts, of load: LoadID) {
    decide { guarded in
      guard let request = guarded.state.request(after: facts, of: load) else { return }
      let number = guarded.state.demand.number.map { $0 + 1 }
      guard let execution = loader.prepareAhead(request, guarded.terms, number) else { return }
      guarded.effects.add(.start(execution))
    }
  }

  /// A page arrived whose own content says how the list continues.
  ///
  /// - Parameters:
  ///   - isFinal: whether the page ends the load. A page from the cache does not: it comes before the answer,
  ///     subscribers see it, and the answer replaces it. There is at most one such page, and it has only data.
  ///   - objection: why the operation ends with this page; nil if it does not. The page is kept even so.
  ///   - onEntry: called under the lock before the page enters the list, unless its load was superseded.
  /// - Returns: the place that the page has, by which it can be replaced; nil if it is not kept. Both pages of one load
  ///   have the same.
  @discardableResult
  public func receive(
    _ page: ListPage, _ facts: PageFacts, of load: LoadID, from source: PageSource = .server,
    isFinal: Bool = true, objection: (any Error)? = nil, onEntry: () -> Void = {}
  ) -> PageID? {
    decide { guarded in
      if isFinal { guarded.isOver(load) }
      if guarded.state.isLoading(load) { onEntry() }
      let id = guarded.state.receive(
        page, facts, of: load, from: source, isFinal: isFinal, objection: objection, into: &guarded.actions)
      plan(&guarded)
      return id
    }
  }

  /// Only a user's function knows what an arrived page means: it is placed, and `conclude` gets what it says about the
  /// list. Returns all pages held, it included; nil when the load was superseded.
  ///
  /// - Parameter isFinal: as for `receive`.
  public func place(
    _ page: ListPage, of load: LoadID, isFinal: Bool = true
  ) -> PageSnapshot? {
    guarded.withLock { guarded in
      if isFinal { guarded.isOver(load) }
      return guarded.state.place(page, of: load, isFinal: isFinal)
    }
  }

  /// What the placed page says about the list. Parameters and result are those of `receive`.
  @discardableResult
  public func conclude(
    _ load: LoadID, _ facts: PageFacts, from source: PageSource = .server,
    isFinal: Bool = true, objection: (any Error)? = nil
  ) -> PageID? {
    decide { guarded in
      let id = guarded.state.conclude(
        load, facts, from: source, isFinal: isFinal, objection: objection, into: &guarded.actions)
      plan(&guarded)
      return id
    }
  }

  /// A page could not be loaded.
  ///
  /// - Parameter isRefusal: whether the server refused the request itself.
  public func fail(_ load: LoadID, _ failure: any Error, isRefusal: Bool = false) {
    decide { guarded in
      guarded.isOver(load)
      guarded.state.fail(load, failure, isRefusal: isRefusal, into: &guarded.actions)
      plan(&guarded)
    }
  }

  /// Another page replaces a held page. Subscribers get the change. Each has at most one waiting change of a page; it
  /// gets further changes when it is handed that one.
  ///
  /// - Parameter facts: what the page says about the list.
  /// - Returns: whether that place holds a page; if not, there is nothing more to replace.
  @discardableResult
  public func replace(
    _ page: ListPage, _ facts: PageFacts, at id: PageID, from source: PageSource
  ) -> Bool {
    decide { guarded in
      let isThere = guarded.state.replace(page, facts, at: id, from: source, into: &guarded.actions)
      plan(&guarded)
      return isThere
    }
  }

  // MARK: Effects

  /// Waits until all decisions so far have been carried out, by another thread if it is already running effects.
  ///
  /// For callers that need the outcome right after a call. Use it only if sinks and completions do nothing but enqueue,
  /// and never from inside one.
  public func settle() {
    guarded.withLock { $0.effects.wait() }?.sleep()
  }

  private func handle(_ event: (inout PagerState, inout [PagerAction]) -> Void) {
    decide { guarded in
      event(&guarded.state, &guarded.actions)
      plan(&guarded)
    }
  }

  /// Decides under the lock, and carries out afterwards what was decided.
  private func decide<Result: Sendable, Failure: Error>(
    _ body: (inout Guarded) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var (result, effects) = try guarded.withLock { guarded throws(Failure) in
      let result = try body(&guarded)
      return (result, guarded.effects.begin())
    }
    run(&effects)
    return result
  }

  /// Runs effects, and then the effects that other threads leave to this one meanwhile.
  private func run(_ effects: inout [Effect]) {
    while !effects.isEmpty {
      for effect in effects {
        switch effect {
        case .start(let execution): execution.start()
        case .giveUp(let execution): execution.giveUp()
        case .tell(let sink, let subscriber, let update): sink(subscriber, update)
        case .end(let completion, let end, let partialData): completion(end, partialData)
        case .hold(let places): loader.pagerHolds(places)
        }
      }
      // What the effects refer to goes before `settle` returns.
      effects.removeAll(keepingCapacity: true)
      guarded.withLock { guarded in
        guarded.effects.next(&effects, keepsRoom: guarded.state.loading != nil)
      }
    }
  }

  /// Turns actions into effects. Under the lock.
  private func plan(_ guarded: inout Guarded) {
    if let before = guarded.places {
      let places = guarded.state.places
      if !places.keeps(before) { guarded.effects.add(.hold(places)) }
      guarded.places = places
    }
    for action in guarded.actions {
      switch action {
      case .send(let load, let request):
        let execution = loader.prepare(request, load, guarded.terms, guarded.state.demand, for: self)
        guarded.inFlight = (load, execution)
        guarded.effects.add(.start(execution))
      case .abort(let load):
        if let inFlight = guarded.inFlight, inFlight.load == load { guarded.effects.add(.giveUp(inFlight.execution)) }
        guarded.inFlight = nil
      case .publish(let update):
        for (subscriber, sink) in guarded.sinks where guarded.state.hasTold(subscriber, of: update.id) {
          guarded.effects.add(.tell(sink, subscriber, update))
        }
      case .replay(let subscriber, let update):
        if let sink = guarded.sinks[subscriber] { guarded.effects.add(.tell(sink, subscriber, update)) }
      case .finish(let operation, let end):
        if let ahead = loader.operationEnds() { guarded.effects.add(.giveUp(ahead)) }
        if let reader = guarded.readers.removeValue(forKey: operation) { guarded.sinks[reader] = nil }
        if let completion = guarded.completions.removeValue(forKey: operation) {
          guarded.effects.add(.end(completion, end, guarded.state.summary.partialData))
        }
      }
    }
    // A pager that rests keeps no room for actions.
    if guarded.state.loading == nil { guarded.actions = [] } else { guarded.actions.removeAll(keepingCapacity: true) }
  }
}

/// The result of handing out an update.
public enum HandOut: Sendable, Hashable {
  /// The subscriber has left, or was handed it already.
  case refused
  case done
  /// It is handed out, and its page has changed again since. The remaining effects send the subscriber that change.
  case outdated
}

/// Why an operation did not begin.
public enum StartError: Error, Sendable, Hashable {
  /// The pager's state does not allow it.
  case refused(Refusal)
  /// The pager or its client is gone.
  case closed
}
