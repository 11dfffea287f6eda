public import PagerClient
import PagerState

/// Walks and watches a paginated query, for callers that await.
///
/// A call throws if the pager's state does not allow it, or if it was ended early. Failures of the network and the
/// server reach subscribers, as outputs; so does every new state of the list. Cancelling the task that awaits a call
/// aborts its request.
public final class AsyncGraphQLQueryPager<Model: Sendable>: QueryPager {
  public typealias Output = Result<Model, any Error>
  public typealias Failure = Never

  public let coordinator: PagerCoordinator<Model>
  private let subscriptions = SubscriptionHolder()

  public init(coordinator: PagerCoordinator<Model>) {
    self.coordinator = coordinator
  }

  // MARK: State

  /// Whether there is a page after the last one.
  public var canLoadNext: Bool { get async { coordinator.canLoad(.next) } }

  /// Whether there is a page before the first one.
  public var canLoadPrevious: Bool { get async { coordinator.canLoad(.previous) } }

  /// Whether `loadAll` is under way.
  public var isLoadingAll: Bool { get async { coordinator.isLoadingAll } }

  // MARK: Loading

  /// Loads the first page, which replaces all pages when it arrives. Returns early when another call takes its place.
  public func fetch(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) async {
    _ = await coordinator.end(of: .fetch, RequestTerms(cachePolicy, headers: headers))
  }

  /// Loads the first page again, and not from the cache.
  public func refetch(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none
  ) async {
    _ = await coordinator.end(of: .fetch, RequestTerms(cachePolicy, headers: headers))
  }

  /// Loads the page after the last one.
  ///
  /// - Throws: `missingInitialPage`, `loadInProgress`, `pageHasNoMoreContent`, `noQuery`, `cancellation`.
  public func loadNext(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) async throws(PaginationError) {
    let terms = RequestTerms(cachePolicy, headers: headers)
    if let error = await coordinator.end(of: .load(.next), terms) { throw error }
  }

  /// Loads the page before the first one.
  ///
  /// - Throws: `missingInitialPage`, `loadInProgress`, `pageHasNoMoreContent`, `noQuery`, `cancellation`.
  public func loadPrevious(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) async throws(PaginationError) {
    let terms = RequestTerms(cachePolicy, headers: headers)
    if let error = await coordinator.end(of: .load(.previous), terms) { throw error }
  }

  /// Loads all pages, next ones first, then previous ones. Subscribers get one output, when the last page is there.
  ///
  /// - Parameters:
  ///   - fetchFromInitialPage: true starts over with the first page; false goes on from the pages held. Nil is true, but for a
  ///     pager that goes on from a token and holds no page yet.
  ///   - cachePolicy: of each of its requests; with `returnCacheDataDontFetch` the list is walked without a network.
  ///   - headers: of each of its requests, beside the client's.
  /// - Throws: `missingInitialPage`, `noQuery`, `cancellation`.
  public func loadAll(
    fetchFromInitialPage: Bool? = nil, cachePolicy: CachePolicy = .fetchIgnoringCacheData,
    headers: RequestHeaders = .none
  ) async throws(PaginationError) {
    let walk = Walk(fromInitialPage: fetchFromInitialPage, emitsEachPage: false)
    let terms = RequestTerms(cachePolicy, headers: headers)
    if let error = await coordinator.end(of: .loadAll(walk), terms) { throw error }
  }

  /// Forgets all pages and ends what is under way with `cancellation`; its request is aborted. Subscribers stay.
  public func reset() async {
    coordinator.reset()
  }

  /// The older name of `reset`.
  public func cancel() async {
    coordinator.reset()
  }

  // MARK: Subscribing

  /// Calls a function on the main actor with each output, the current one first, until the pager goes away.
  public func subscribe(completion: @escaping @MainActor @Sendable (Output) -> Void) {
    coordinator.subscribe(subscriptions, completion)
  }
}
