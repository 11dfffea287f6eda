public import PagerClient
import PagerState

/// The calls that load pages, for callers that await: in an async function they are what a call without a completion means.
extension QueryPager {
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
    try await run(.loadAll(walk), RequestTerms(cachePolicy, headers: headers))
  }

  private func run(_ kind: OperationKind, _ terms: RequestTerms) async throws(PaginationError) {
    if let error = await coordinator.end(of: kind, terms) { throw error }
  }
}

/// The same without headers, as ``AsyncPagerType`` has them.
extension QueryPager {
  public func fetch(cachePolicy: CachePolicy) async { await fetch(cachePolicy: cachePolicy, headers: .none) }

  public func refetch(cachePolicy: CachePolicy) async { await refetch(cachePolicy: cachePolicy, headers: .none) }

  public func loadNext(cachePolicy: CachePolicy) async throws(PaginationError) {
    try await loadNext(cachePolicy: cachePolicy, headers: .none)
  }

  public func loadPrevious(cachePolicy: CachePolicy) async throws(PaginationError) {
    try await loadPrevious(cachePolicy: cachePolicy, headers: .none)
  }

  public func loadAll(fetchFromInitialPage: Bool?, cachePolicy: CachePolicy) async throws(PaginationError) {
    try await loadAll(fetchFromInitialPage: fetchFromInitialPage, cachePolicy: cachePolicy, headers: .none)
  }
}
