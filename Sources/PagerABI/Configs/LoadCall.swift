import PagerState

/// The calls that load pages.
enum LoadFunction {
  case fetch, loadNext, loadPrevious, loadAll
}

/// One call that loads pages, with its options.
struct LoadCall {
  let kind: OperationKind
  /// What the operation retains; nil: what the pager does.
  let retention: PageRetention?
  /// Whether C pulls the operation's updates.
  let isPulled: Bool

  /// - Parameters:
  ///   - options: the options as JSON; nil for none.
  ///   - walk: how a load_all of the pager goes where the options do not say it.
  init(_ function: LoadFunction, options: String?, walk: Walk) throws(ErrorReport) {
    var options = try ConfigReader(options: options)
    var walk = walk
    if function == .loadAll { try walk.read(&options) }
    retention = try options.retention()
    isPulled = try options.bool("pull") ?? false
    try options.finish()
    kind =
      switch function {
      case .fetch: .fetch
      case .loadNext: .load(.next)
      case .loadPrevious: .load(.previous)
      case .loadAll: .loadAll(walk)
      }
  }
}
