public import PagerClient
import PagerEngine
import PagerState

/// Walks and watches a paginated query: the initialisers, calls and outputs that both pagers share.
///
/// A pager is a publisher of its outputs. It sends each new state of its list, the current state first, on its own
/// queue or on `watcherDispatchQueue`. Failures of the network and the server are outputs, too. The publisher does not
/// end while the pager exists, and subscribers survive `reset`. While a subscriber has no demand, consecutive changes
/// from the cache become one output with the newest state.
public protocol QueryPager<Model>: Publisher, AnyObject, Sendable
where Output == Result<Model, any Error>, Failure == Never {
  /// The output of a list for its subscribers: all its pages, or anything made from them.
  associatedtype Model: Sendable

  // The two requirements are for this library only: they let one set of initialisers make both pagers.
  // swift-format-ignore: NoLeadingUnderscores
  var _coordinator: _PagerCoordinator<Model> { get }
  // swift-format-ignore: NoLeadingUnderscores
  init(_coordinator: _PagerCoordinator<Model>)
}

extension QueryPager {
  /// Runs the pager.
  var coordinator: _PagerCoordinator<Model> { _coordinator }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Result<Model, any Error>, Receiver.Failure == Never {
    coordinator.outputs.subscribe(subscriber)
  }

  /// The outputs as a publisher, the current one first: the pager without its type.
  public var publisher: AnyPublisher<Result<Model, any Error>, Never> { coordinator.outputs }

  /// The outputs as an asynchronous sequence; the current one comes first.
  ///
  /// The sequence ends when the pager is released. If the pages change faster than the reader reads, it gets the newest
  /// of consecutive changes, and still each loaded page.
  public var updates: AsyncStream<Result<Model, any Error>> { AsyncStream(reading: coordinator.outputs) }
}

/// The calls that load pages, for callers that await. In an async function a call without a completion is one of these.
extension QueryPager {
  /// Loads the first page, which replaces all pages when it arrives. Returns early if another call replaces this one.
  public func fetch(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) async {
    _ = await coordinator.end(of: .fetch, RequestTerms(cachePolicy, headers: headers))
  }

  /// Forgets all pages, as `reset` does, and loads the first page again, and not from the cache.
  public func refetch(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none
  ) async {
    coordinator.reset()
    _ = await coordinator.end(of: .fetch, RequestTerms(cachePolicy, headers: headers))
  }

  /// Loads the page after the last one.
  ///
  /// - Throws: `missingInitialPage`, `loadInProgress`, `pageHasNoMoreContent`, `noQuery`, `cancellation`.
  public func loadNext(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) async throws(PaginationError) {
    try await run(.load(.next), RequestTerms(cachePolicy, headers: headers))
  }

  /// Loads the page before the first one.
  ///
  /// - Throws: `missingInitialPage`, `loadInProgress`, `pageHasNoMoreContent`, `noQuery`, `cancellation`.
  public func loadPrevious(
    cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) async throws(PaginationError) {
    try await run(.load(.previous), RequestTerms(cachePolicy, headers: headers))
  }

  /// Loads all pages, and returns normally also if something cuts the list short.
  ///
  /// The next pages come first, then the previous ones. Subscribers get one output, when the last page has arrived.
  /// This call does not throw what cut the list; ``all(cachePolicy:headers:timeout:)`` does. Subscribers get a failure
  /// of the network or the server, or an ``IncompleteListError``, as the output after the pages.
  /// ``QueryPager/errorCounts`` counts the errors that the server put into the pages, beside data or without data. In a
  /// pager made with `isStrict: true` these are a failure, too.
  ///
  /// - Parameters:
  ///   - fetchFromInitialPage: true starts over with the first page; false continues after the pages that the pager
  ///     holds. Nil means true, except for a pager that resumes from a token and holds no page yet.
  ///   - cachePolicy: the policy of each of its requests; with `returnCacheDataDontFetch` the pager walks the list
  ///     without a network.
  ///   - headers: headers of each of its requests, in addition to the client's.
  /// - Throws: `noQuery`, `cancellation`; with `fetchFromInitialPage: false` also `missingInitialPage`, and
  ///   `pageHasNoMoreContent` if an ``IncompleteListError`` has ended the list.
  public func loadAll(
    fetchFromInitialPage: Bool? = nil, cachePolicy: CachePolicy = .fetchIgnoringCacheData,
    headers: RequestHeaders = .none
  ) async throws(PaginationError) {
    let walk = Walk(fromInitialPage: fetchFromInitialPage, emitsEachPage: false)
    try await run(.loadAll(walk), RequestTerms(cachePolicy, headers: headers))
  }

  private func run(_ kind: OperationKind, _ terms: RequestTerms) async throws(PaginationError) {
    if let error = await coordinator.end(of: kind, terms).call.refusal { throw error }
  }
}

/// The same calls without headers, as ``AsyncPagerType`` requires them.
extension QueryPager {
  /// Loads the first page, which replaces all pages when it arrives. Returns early if another call replaces this one.
  public func fetch(cachePolicy: CachePolicy) async { await fetch(cachePolicy: cachePolicy, headers: .none) }

  /// Forgets all pages, as `reset` does, and loads the first page again, and not from the cache.
  public func refetch(cachePolicy: CachePolicy) async { await refetch(cachePolicy: cachePolicy, headers: .none) }

  /// Loads the page after the last one.
  ///
  /// - Throws: what ``loadNext(cachePolicy:headers:)`` throws.
  public func loadNext(cachePolicy: CachePolicy) async throws(PaginationError) {
    try await loadNext(cachePolicy: cachePolicy, headers: .none)
  }

  /// Loads the page before the first one.
  ///
  /// - Throws: what ``loadPrevious(cachePolicy:headers:)`` throws.
  public func loadPrevious(cachePolicy: CachePolicy) async throws(PaginationError) {
    try await loadPrevious(cachePolicy: cachePolicy, headers: .none)
  }

  /// Loads all pages, and returns normally also if something cuts the list short.
  ///
  /// - Throws: what ``loadAll(fetchFromInitialPage:cachePolicy:headers:)`` throws.
  public func loadAll(fetchFromInitialPage: Bool?, cachePolicy: CachePolicy) async throws(PaginationError) {
    try await loadAll(fetchFromInitialPage: fetchFromInitialPage, cachePolicy: cachePolicy, headers: .none)
  }
}
