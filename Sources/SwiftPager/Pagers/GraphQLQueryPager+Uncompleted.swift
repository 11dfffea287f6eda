public import PagerClient

/// The calls without a completion, for functions that are not async. In an async function they are the awaited calls of
/// ``QueryPager``.
///
/// The compiler takes a call at the top level of `main.swift` for one of these, also if it is awaited. Because of
/// `noasync` it refuses the call, which would otherwise return before anything was loaded.
extension GraphQLQueryPager {
  /// Loads the first page, which replaces all pages when it arrives, and returns at once.
  @available(*, noasync, message: "await the call in an async function, or give it a completion")
  public func fetch(cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none) {
    fetch(cachePolicy: cachePolicy, headers: headers, completion: Completion?.none)
  }

  /// Loads the first page again, and not from the cache, and returns at once.
  @available(*, noasync, message: "await the call in an async function, or give it a completion")
  public func refetch(cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none) {
    refetch(cachePolicy: cachePolicy, headers: headers, completion: Completion?.none)
  }

  /// Loads the page after the last one, and returns at once.
  @available(*, noasync, message: "await the call in an async function, or give it a completion")
  public func loadNext(cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none) {
    loadNext(cachePolicy: cachePolicy, headers: headers, completion: nil)
  }

  /// Loads the page before the first one, and returns at once.
  @available(*, noasync, message: "await the call in an async function, or give it a completion")
  public func loadPrevious(cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none) {
    loadPrevious(cachePolicy: cachePolicy, headers: headers, completion: nil)
  }

  /// Loads all pages, and returns at once. Subscribers get what cuts the list short.
  @available(*, noasync, message: "await the call in an async function, or give it a completion")
  public func loadAll(
    fetchFromInitialPage: Bool? = nil, cachePolicy: CachePolicy = .fetchIgnoringCacheData,
    headers: RequestHeaders = .none
  ) {
    loadAll(
      fetchFromInitialPage: fetchFromInitialPage, cachePolicy: cachePolicy, headers: headers, completion: nil)
  }
}
