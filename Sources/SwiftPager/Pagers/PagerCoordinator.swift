import Dispatch
import PagerClient
import PagerCore
import PagerPublishing
import PagerState
import Synchronization

/// What both pagers share: an engine, the queue on which a user's functions run, and the fan-out to subscribers.
///
/// Made by the initialisers of the pagers; there is nothing to do with it otherwise.
public final class PagerCoordinator<Model: Sendable>: Sendable {
  typealias Output = Result<Model, any Error>

  private let driver: any PagerDriver
  /// Runs everything of a user, one thing at a time: so updates keep their order, and a call ends after the updates that
  /// it caused.
  private let queue: DispatchQueue
  private let current = CurrentOutput<Model>()
  /// Counts resets, so that an update from before one is not delivered after it. Written under the engine's lock.
  private let generation = Atomic<Int>(0)

  init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, strategy: PageStrategy<InitialQuery, PaginatedQuery>,
    transform: @escaping @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) {
    let queue = DispatchQueue(label: "swiftpager.pager")
    let engine = PagerEngine(
      initialRequest: .initial(initialQuery), retention: .all,
      loader: QueryPageLoader(client: client, queue: queue, strategy: strategy))
    self.queue = queue
    driver = engine
    _ = engine.subscribe { [weak self] subscriber, update, _ in
      guard let self else { return }
      let generation = generation.load(ordering: .relaxed)
      queue.async { [weak self] in
        self?.deliver(update, from: generation, transform)
        engine.consumed(by: subscriber)
      }
    }
  }

  deinit {
    driver.close()
    current.finish()
  }

  // MARK: Updates

  private func deliver<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    _ update: PagerUpdate<QueryPagerTypes<InitialQuery, PaginatedQuery>>, from generation: Int,
    _ transform: (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) {
    guard generation == self.generation.load(ordering: .relaxed) else { return }
    switch update.event {
    case .page(let page, _):
      current.send(Result { try transform(PaginationOutput(update.pages, lastUpdatedPage: page)) })
    case .failure(let failure):
      current.send(.failure(failure.underlying))
    case .incomplete(let reason):
      current.send(.failure(IncompleteListError(reason)))
    }
  }

  /// The outputs, each new subscriber's first being the current one.
  var outputs: AnyPublisher<Output, Never> { current.publisher }

  // MARK: Calls

  /// Begins an operation; `end` runs on the pager's queue, once, after the updates that the operation caused.
  func begin(_ kind: OperationKind, end: @escaping @Sendable (PaginationError?) -> Void) -> OperationID? {
    do {
      return try driver.begin(kind) { [queue] error in
        queue.async { end(error) }
      }
    } catch {
      queue.async { end(error) }
      return nil
    }
  }

  func cancel(_ operation: OperationID) {
    driver.cancel(operation)
  }

  func reset() {
    driver.reset {
      generation.add(1, ordering: .relaxed)
      queue.async { [current] in current.clear() }
    }
  }

  func canLoad(_ end: ListEnd) -> Bool { driver.canLoad(end) }

  var isLoadingAll: Bool {
    if case .loadAll? = driver.loading { true } else { false }
  }
}
