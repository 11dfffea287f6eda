import PagerClient
import PagerJSON

extension ConfigReader {
  /// What the cache has to do with a call's requests.
  ///
  /// - Parameter hasCache: whether the client has one; a policy that reads it is refused where not.
  /// - Parameter goesPastCache: whether pages are put together from several answers, which no cache could read again.
  mutating func cachePolicy(hasCache: Bool, goesPastCache: Bool = false) throws(ErrorReport) -> CachePolicy? {
    let policy = try choice(
      "cache_policy",
      [
        "return_cache_data_else_fetch": CachePolicy.returnCacheDataElseFetch,
        "fetch_ignoring_cache_data": .fetchIgnoringCacheData,
        "fetch_ignoring_cache_completely": .fetchIgnoringCacheCompletely,
        "return_cache_data_dont_fetch": .returnCacheDataDontFetch,
        "return_cache_data_and_fetch": .returnCacheDataAndFetch,
      ])
    if goesPastCache, let policy, policy != .fetchIgnoringCacheCompletely {
      throw ErrorReport(
        .invalidConfig,
        "with \"nested\": \"drain\" a page is made of several answers, and the cache cannot read such a page: leave "
          + "it out, or set it to \"fetch_ignoring_cache_completely\"", path: path.appending("cache_policy"))
    }
    guard let policy, policy.readsCache, !hasCache else { return policy }
    throw ErrorReport(
      .invalidConfig, "the client has no cache that could answer: configure one with the client's \"cache\"",
      path: path.appending("cache_policy"))
  }
}

/// What the cache has to do with the calls of a pager.
struct LoadPolicies {
  let hasCache: Bool
  /// Whether its pages have to go past the cache.
  let goesPastCache: Bool
  /// What the pager's config says.
  let given: CachePolicy?

  /// The policy of a call whose options have none.
  func policy(of function: LoadFunction) -> CachePolicy {
    guard hasCache, !goesPastCache else { return .fetchIgnoringCacheCompletely }
    switch function {
    case .fetch, .loadNext, .loadPrevious: return given ?? .returnCacheDataAndFetch
    case .loadAll: return given ?? .fetchIgnoringCacheData
    case .refetch:
      // It is there to ask the server, whatever the pager's other calls do.
      guard let given, !given.readsCache else { return .fetchIgnoringCacheData }
      return given
    }
  }
}
