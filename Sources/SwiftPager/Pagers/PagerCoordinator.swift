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

  private let engine: PagerEngine
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
    self.engine = engine
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
    engine.close()
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
      return try engine.begin(kind, terms) { [queue] callEnd in
        queue.async { end(callEnd) }
      }
    } catch {
      queue.async { end(.refused(error)) }
      return nil
    }
  }

  func cancel(_ operation: OperationID) {
    engine.cancel(operation)
  }

  func reset() {
    current.clear(before: engine.reset())
  }

  func canLoad(_ end: ListEnd) -> Bool { engine.canLoad(end) }

  var errorCounts: ErrorCounts? { engine.partialData.map { ErrorCounts($0) } }

  var doubts: [ListDoubt] { .init(engine.doubts) }

  var isLoadingAll: Bool {
    if case .loadAll? = engine.loading { true } else { false }
  }
}

extension PagerUpdate {
  /// The errors of the page that a server has just sent; nil if there are none.
  fileprivate func errorsOfNewPage() -> PageErrors? {
    guard case .page(let change) = event, change.source == .server else { return nil }
    let errors = DecodedPage.open(change.page).errors
    return errors.isEmpty ? nil : PageErrors(errors: errors)
  }

  /// What subscribers get for the update.
  fileprivate func output<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Model>(
    _ transform: (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) -> Result<Model, any Error> {
    switch event {
    case .page(let change):
      Result { try transform(PaginationOutput(pages, lastUpdatedPage: QueryPage.open(change.page).output)) }
    case .failure(let failure): .failure(failure)
    case .incomplete(let reason): .failure(reason.listError)
    }
  }
}
