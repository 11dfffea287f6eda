import PagerClient
import PagerEngine
import PagerJSON
import PagerState
import PagerTransport

/// The calls that load pages.
enum LoadFunction {
  case fetch, loadNext, loadPrevious, loadAll, walk

  /// Whether it loads the whole list.
  var loadsAll: Bool { self == .loadAll || self == .walk }
}

/// One call that loads pages, with its options.
struct LoadCall: Sendable {
  let kind: OperationKind
  /// What the operation retains; nil: what the pager retains.
  let retention: PageRetention?
  /// The options of its requests: how they use the cache, and their headers.
  let terms: RequestTerms
  /// How C pulls the operation's updates; nil if it does not.
  let pull: PullOptions?

  /// - Parameters:
  ///   - options: the options as JSON; nil for none.
  ///   - walk: the pager's options of a load_all, for those that the call leaves out.
  ///   - policies: how the pager's calls use the cache if their options do not say so.
  init(_ function: LoadFunction, options: String?, walk: Walk, policies: LoadPolicies) throws(ErrorReport) {
    var options = try ConfigReader(options: options)
    var walk = walk
    if function.loadsAll { try walk.read(&options) }
    retention = try options.retention()
    let policy =
      try options.cachePolicy(hasCache: policies.hasCache, pastCache: policies.pastCache)
      ?? policies.policy(of: function)
    terms = RequestTerms(
      policy, RequestOptions(headers: try options.requestHeaders(), tag: try options.tag()))
    pull = try options.pullOptions(of: function)
    try options.finish()
    kind =
      switch function {
      case .fetch: .fetch
      case .loadNext: .load(.next)
      case .loadPrevious: .load(.previous)
      case .loadAll, .walk: .loadAll(walk)
      }
  }
}

/// What an operation is for the thread that pulls it.
struct PullOptions: Sendable {
  /// Whether it hands out a page that has errors in place of the list.
  let handsOutFailedPages: Bool
  /// Whether a pull runs the callbacks of its pager.
  let runsCallbacks: Bool
}

extension ConfigReader {
  /// How the updates of a call are pulled; nil if they are not.
  fileprivate mutating func pullOptions(of function: LoadFunction) throws(ErrorReport) -> PullOptions? {
    // A walk is always pulled, and a load_all never.
    let isPulled = function.loadsAll ? function == .walk : try bool("pull") ?? false
    let failedPages = try optionOfPull("failed_pages", isPulled, function)
    let callbacks = try optionOfPull("callbacks", isPulled, function)
    return isPulled ? PullOptions(handsOutFailedPages: failedPages ?? false, runsCallbacks: callbacks ?? true) : nil
  }

  private mutating func optionOfPull(
    _ key: String, _ isPulled: Bool, _ function: LoadFunction
  ) throws(ErrorReport) -> Bool? {
    let value = try bool(key)
    guard value == nil || isPulled else {
      let way = function == .loadAll ? "call swiftpager_pager_walk()" : "add \"pull\": true"
      throw ErrorReport(
        .invalidConfig, "`\(key)` is for operations that are pulled: \(way), or leave `\(key)` out",
        path: path.appending(key))
    }
    return value
  }

  /// How a call's requests use the cache.
  ///
  /// - Parameter hasCache: whether the client has a cache. Without one a policy that reads the cache is refused.
  /// - Parameter pastCache: why pages go past the cache; nil: they need not.
  mutating func cachePolicy(hasCache: Bool, pastCache: PastCacheReason? = nil) throws(ErrorReport) -> CachePolicy? {
    let policy = try choice(
      "cache_policy",
      [
        "return_cache_data_else_fetch": CachePolicy.returnCacheDataElseFetch,
        "fetch_ignoring_cache_data": .fetchIgnoringCacheData,
        "fetch_ignoring_cache_completely": .fetchIgnoringCacheCompletely,
        "return_cache_data_dont_fetch": .returnCacheDataDontFetch,
        "return_cache_data_and_fetch": .returnCacheDataAndFetch,
      ])
    if let pastCache, let policy, policy != .fetchIgnoringCacheCompletely {
      throw ErrorReport(
        .invalidConfig,
        "\(pastCache.rawValue): leave it out, or set it to \"fetch_ignoring_cache_completely\"",
        path: path.appending("cache_policy"))
    }
    guard let policy, policy.readsCache, !hasCache else { return policy }
    throw ErrorReport(
      .invalidConfig, "the client has no cache that could answer: configure one with the client's \"cache\"",
      path: path.appending("cache_policy"))
  }
}

/// Why the pages of a pager go past the cache.
enum PastCacheReason: String {
  case drains = "with \"nested\": \"drain\" a page is made of several answers, and the cache cannot read such a page"
  case scrolls = "with \"cursor\": \"scroll\" each request moves the list, so no stored answer is its next page"
}

/// How the calls of a pager use the cache.
struct LoadPolicies {
  let hasCache: Bool
  /// Nil: its pages need not go past the cache.
  let pastCache: PastCacheReason?
  /// The policy in the pager's config.
  let given: CachePolicy?

  /// The policy of a call that names none.
  func policy(of function: LoadFunction) -> CachePolicy {
    guard hasCache, pastCache == nil else { return .fetchIgnoringCacheCompletely }
    switch function {
    case .fetch, .loadNext, .loadPrevious: return given ?? .returnCacheDataAndFetch
    case .loadAll, .walk: return given ?? .fetchIgnoringCacheData
    }
  }
}
