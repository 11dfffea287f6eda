public import PagerClient
import PagerState

/// The calls of ``GraphQLQueryPager`` for callers that await: in an async function they are what a call without a completion
/// means. They do what those of ``AsyncGraphQLQueryPager`` do.
extension GraphQLQueryPager {
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
  ///   - cachePolicy: of each of its requests.
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
}
