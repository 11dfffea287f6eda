import PagerClient
import PagerState

/// The calls that load pages.
enum LoadFunction {
  case fetch, refetch, loadNext, loadPrevious, loadAll
}

/// One call that loads pages, with its options.
struct LoadCall: Sendable {
  let kind: OperationKind
  /// What the operation retains; nil: what the pager retains.
  let retention: PageRetention?
  /// The options of its requests: how they use the cache, and their headers.
  let terms: RequestTerms
  /// Whether C pulls the operation's updates.
  let isPulled: Bool

  /// - Parameters:
  ///   - options: the options as JSON; nil for none.
  ///   - walk: the pager's options of a load_all, for those that the call leaves out.
  ///   - policies: how the pager's calls use the cache if their options do not say so.
  init(_ function: LoadFunction, options: String?, walk: Walk, policies: LoadPolicies) throws(ErrorReport) {
    var options = try ConfigReader(options: options)
    var walk = walk
    if function == .loadAll { try walk.read(&options) }
    retention = try options.retention()
    let policy =
      try options.cachePolicy(hasCache: policies.hasCache, goesPastCache: policies.goesPastCache)
      ?? policies.policy(of: function)
    terms = RequestTerms(policy, headers: try options.requestHeaders())
    isPulled = try options.bool("pull") ?? false
    try options.finish()
    kind =
      switch function {
      case .fetch, .refetch: .fetch
      case .loadNext: .load(.next)
      case .loadPrevious: .load(.previous)
      case .loadAll: .loadAll(walk)
      }
  }
}
