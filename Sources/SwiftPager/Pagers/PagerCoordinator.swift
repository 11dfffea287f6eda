import PagerClient
import PagerEngine
import PagerState
import PagerThreads

/// What both pagers share: an engine, the queue on which a user's functions run, and the fan-out to subscribers.
///
/// The initialisers of the pagers make it. An app has no other use for it.
// swift-format-ignore: NoLeadingUnderscores
public final class _PagerCoordinator<Model: Sendable>: Sendable {
  typealias Output = Result<Model, any Error>

  private let driver: any PagerDriver
  let resuming: Resuming
  /// Runs a user's functions, one at a time. Updates therefore keep their order, and a call ends after the updates that
  /// it caused.
  private let queue: SerialQueue
  let current: CurrentOutput<Model>
  let strictness: Strictness
  /// Begins walks of their own over the same list.
  let walks: ModelWalks<Model>
  let client: GraphQLClient

  init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    _ list: QueryList<InitialQuery, PaginatedQuery>,
    transform: @escaping @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) {
    let queue = list.makeQueue()
    let current = CurrentOutput<Model>()
    let engine = list.makeEngine(on: queue, retaining: .all)
    let isStrict = list.strictness.isStrict
    self.queue = queue
    self.current = current
    strictness = list.strictness
    walks = ModelWalks(list, transform)
    client = list.client
    driver = engine
    resuming = Resuming(engine, of: list)
    // The engine keeps the sink. The sink must not hold the coordinator, because the coordinator's end closes the
    // engine.
    _ = engine.subscribe { subscriber, update in
      queue.async {
        if current.isWanted(update.generation) {
          current.send(update.output(transform), of: update.generation, isRenewal: update.isRenewal)
        }
        if isStrict, let errors = update.errorsOfNewPage() {
          current.send(.failure(errors), of: update.generation)
        }
        engine.finish(update.id, by: subscriber)
      }
    }
  }

  deinit {
    driver.close()
    queue.async { [current] in current.finish() }
  }

  /// The outputs. Each new subscriber gets the current output first.
  var outputs: AnyPublisher<Output, Never> { current.eraseToAnyPublisher() }

  // MARK: Calls

  /// Begins an operation; `end` runs on the pager's queue, once, after the updates that the operation caused.
  func begin(
    _ kind: OperationKind, _ terms: RequestTerms, end: @escaping @Sendable (CallEnd) -> Void
  ) -> OperationID? {
    do {
      return try driver.begin(kind, terms) { [queue] callEnd in
        queue.async { end(callEnd) }
      }
    } catch {
      queue.async { end(.refused(error)) }
      return nil
    }
  }

  func cancel(_ operation: OperationID) {
    driver.cancel(operation)
  }

  func reset() {
    current.clear(before: driver.reset())
  }

  func canLoad(_ end: ListEnd) -> Bool { driver.canLoad(end) }

  var errorCounts: ErrorCounts? { driver.partialData.map { ErrorCounts($0) } }

  var doubts: [ListDoubt] { .init(driver.doubts) }

  var isLoadingAll: Bool {
    if case .loadAll? = driver.loading { true } else { false }
  }
}

extension PagerUpdate {
  /// The errors of the page that a server has just sent; nil if there are none.
  fileprivate func errorsOfNewPage<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>() -> PageErrors?
  where Types == QueryPagerTypes<InitialQuery, PaginatedQuery> {
    guard case .page(let change) = event, change.source == .server, !change.page.errors.isEmpty else { return nil }
    return PageErrors(errors: change.page.errors)
  }

  /// What subscribers get for the update.
  fileprivate func output<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Model>(
    _ transform: (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) -> Result<Model, any Error> where Types == QueryPagerTypes<InitialQuery, PaginatedQuery> {
    switch event {
    case .page(let change): Result { try transform(PaginationOutput(pages, lastUpdatedPage: change.page)) }
    case .failure(let failure): .failure(failure.underlying)
    case .incomplete(let reason): .failure(reason.listError)
    }
  }
}
