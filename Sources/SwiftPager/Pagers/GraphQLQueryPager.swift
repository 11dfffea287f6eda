public import Dispatch
public import PagerClient
import PagerEngine
import PagerState

/// Walks and watches a paginated query, for callers with completions and for callers that await.
///
/// In an async function a call without a completion is awaited: `try await pager.loadNext()`. A function that is not
/// async can make the same call and go on: `pager.loadNext()`. At the top level of `main.swift` the compiler takes an
/// awaited call for that one and refuses it: await it in an async function, or use ``AsyncGraphQLQueryPager``.
///
/// The pager calls a completion exactly once: with nil, or with the reason why it refused the call or the call ended
/// early. Subscribers get failures of the network and the server as outputs, like every new state of the list.
public final class GraphQLQueryPager<Model: Sendable>: QueryPager {
  public typealias Output = Result<Model, any Error>
  public typealias Failure = Never
  /// A function that gets nil when a call has ended, or the reason why the pager refused it or it ended early.
  public typealias Completion = @Sendable (PaginationError?) -> Void

  // swift-format-ignore: NoLeadingUnderscores
  public let _coordinator: _PagerCoordinator<Model>
  private let subscriptions = SubscriptionHolder()

  // swift-format-ignore: NoLeadingUnderscores
  public init(_coordinator: _PagerCoordinator<Model>) {
    self._coordinator = _coordinator
  }

  // MARK: State

  /// Whether there is a page after the last one.
  public var canLoadNext: Bool { coordinator.canLoad(.next) }

  /// Whether there is a page before the first one.
  public var canLoadPrevious: Bool { coordinator.canLoad(.previous) }

  /// Whether `loadAll` is under way.
  public var isLoadingAll: Bool { coordinator.isLoadingAll }

  // MARK: Loading

  /// Loads the first page, which replaces all pages when it arrives.
  ///
  /// The completion may get `cancellation`.
  public func fetch(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main, completion: Completion?
  ) {
    begin(.fetch, RequestTerms(cachePolicy, headers: headers), callbackQueue, completion)
  }

  /// Forgets all pages, as `reset` does, and loads the first page again, and not from the cache.
  ///
  /// The completion may get `cancellation`.
  public func refetch(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main, completion: Completion?
  ) {
    coordinator.reset()
    begin(.fetch, RequestTerms(cachePolicy, headers: headers), callbackQueue, completion)
  }

  /// Loads the first page, which replaces all pages when it arrives; then calls a completion without a parameter.
  @_disfavoredOverload
  public func fetch(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main, completion: (@Sendable () -> Void)?
  ) {
    let told: Completion = { _ in completion?() }
    begin(.fetch, RequestTerms(cachePolicy, headers: headers), callbackQueue, told)
  }

  /// Forgets all pages and loads the first page again, not from the cache; the completion has no parameter.
  @_disfavoredOverload
  public func refetch(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main, completion: (@Sendable () -> Void)?
  ) {
    let told: Completion = { _ in completion?() }
    coordinator.reset()
    begin(.fetch, RequestTerms(cachePolicy, headers: headers), callbackQueue, told)
  }

  /// Loads the page after the last one.
  ///
  /// The completion may get `missingInitialPage`, `loadInProgress`, `pageHasNoMoreContent`, `noQuery` or
  /// `cancellation`.
  public func loadNext(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main, completion: Completion?
  ) {
    begin(.load(.next), RequestTerms(cachePolicy, headers: headers), callbackQueue, completion)
  }

  /// Loads the page before the first one.
  ///
  /// The completion may get `missingInitialPage`, `loadInProgress`, `pageHasNoMoreContent`, `noQuery` or
  /// `cancellation`.
  public func loadPrevious(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main, completion: Completion?
  ) {
    begin(.load(.previous), RequestTerms(cachePolicy, headers: headers), callbackQueue, completion)
  }

  /// Loads all pages, and calls the completion with nil also if something cuts the list short.
  ///
  /// The next pages come first, then the previous ones. Subscribers get one output, when the last page has arrived. The
  /// completion does not get what cut the list. Subscribers get a failure of the network or the server, or an
  /// ``IncompleteListError``, as the output after the pages. ``QueryPager/errorCounts`` counts the errors that the
  /// server put into the pages, beside data or without data. ``QueryPager/isStrict`` makes these a failure, too.
  ///
  /// - Parameters:
  ///   - fetchFromInitialPage: true starts over with the first page; false continues after the pages that the pager
  ///     holds. Nil means true, except for a pager that resumes from a token and holds no page yet.
  ///   - cachePolicy: the policy of each of its requests; with `returnCacheDataDontFetch` the pager walks the list
  ///     without a network.
  ///   - headers: headers of each of its requests, in addition to the client's.
  ///   - callbackQueue: the queue on which the completion runs.
  ///   - completion: gets nil when the call has ended, or `noQuery` or `cancellation`. With
  ///     `fetchFromInitialPage: false` it may also get `missingInitialPage`, or `pageHasNoMoreContent` if an
  ///     ``IncompleteListError`` has ended the list.
  public func loadAll(
    fetchFromInitialPage: Bool? = nil, cachePolicy: CachePolicy = .fetchIgnoringCacheData,
    headers: RequestHeaders = .none, callbackQueue: DispatchQueue = .main, completion: Completion?
  ) {
    let walk = Walk(fromInitialPage: fetchFromInitialPage, emitsEachPage: false)
    begin(.loadAll(walk), RequestTerms(cachePolicy, headers: headers), callbackQueue, completion)
  }

  /// Forgets all pages, aborts the request under way and ends its call with `cancellation`. Subscribers stay.
  public func reset() {
    coordinator.reset()
  }

  /// The older name of `reset`.
  public func cancel() {
    coordinator.reset()
  }

  // MARK: Subscribing

  /// Calls a function on the main actor with each output, the current one first, as long as the pager exists.
  public func subscribe(completion: @escaping @MainActor @Sendable (Output) -> Void) {
    coordinator.subscribe(subscriptions, completion)
  }

  private func begin(
    _ kind: OperationKind, _ terms: RequestTerms, _ queue: DispatchQueue, _ completion: Completion?
  ) {
    _ = coordinator.begin(kind, terms) { end in
      guard let completion else { return }
      queue.async { completion(end.refusal) }
    }
  }
}
