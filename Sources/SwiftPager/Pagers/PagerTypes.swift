public import Dispatch
public import PagerClient

/// The calls of a pager with completions, for code that does not depend on the type of its outputs.
public protocol PagerType: AnyObject, Sendable {
  /// Whether there is a page after the last one.
  var canLoadNext: Bool { get }
  /// Whether there is a page before the first one.
  var canLoadPrevious: Bool { get }

  /// Loads the first page, which replaces all pages when it arrives.
  func fetch(
    cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: (@Sendable (PaginationError?) -> Void)?)
  /// Loads the first page again.
  func refetch(
    cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: (@Sendable (PaginationError?) -> Void)?)
  /// Loads the page after the last one.
  func loadNext(
    cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: (@Sendable (PaginationError?) -> Void)?)
  /// Loads the page before the first one.
  func loadPrevious(
    cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: (@Sendable (PaginationError?) -> Void)?)
  /// Loads all pages. The completion gets nil also if something cuts the list short.
  func loadAll(
    fetchFromInitialPage: Bool?, cachePolicy: CachePolicy, callbackQueue: DispatchQueue,
    completion: (@Sendable (PaginationError?) -> Void)?)
  /// Forgets all pages and ends the call under way.
  func reset()
}

/// The awaited calls of both pagers, for code that does not depend on the type of their outputs.
public protocol AsyncPagerType: AnyObject, Sendable {
  /// Whether there is a page after the last one.
  var canLoadNext: Bool { get async }
  /// Whether there is a page before the first one.
  var canLoadPrevious: Bool { get async }

  /// Loads the first page, which replaces all pages when it arrives.
  func fetch(cachePolicy: CachePolicy) async
  /// Loads the first page again.
  func refetch(cachePolicy: CachePolicy) async
  /// Loads the page after the last one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  func loadNext(cachePolicy: CachePolicy) async throws(PaginationError)
  /// Loads the page before the first one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  func loadPrevious(cachePolicy: CachePolicy) async throws(PaginationError)
  /// Loads all pages, and returns normally also if something cuts the list short.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  func loadAll(fetchFromInitialPage: Bool?, cachePolicy: CachePolicy) async throws(PaginationError)
  /// Forgets all pages and ends the call under way.
  func reset() async
}

/// The calls in the spellings of Apollo iOS 2.
extension AsyncPagerType {
  /// Loads the first page, which replaces all pages when it arrives.
  public func fetch(fetchBehavior: FetchBehavior) async { await fetch(cachePolicy: CachePolicy(fetchBehavior)) }

  /// Loads the first page again.
  public func refetch(fetchBehavior: FetchBehavior) async { await refetch(cachePolicy: CachePolicy(fetchBehavior)) }

  /// Loads the page after the last one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  public func loadNext(fetchBehavior: FetchBehavior) async throws(PaginationError) {
    try await loadNext(cachePolicy: CachePolicy(fetchBehavior))
  }

  /// Loads the page before the first one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  public func loadPrevious(fetchBehavior: FetchBehavior) async throws(PaginationError) {
    try await loadPrevious(cachePolicy: CachePolicy(fetchBehavior))
  }

  /// Loads the first page, which replaces all pages when it arrives.
  public func fetch(cachePolicy: CachePolicy.Query.CacheAndNetwork) async {
    await fetch(cachePolicy: CachePolicy(cachePolicy))
  }

  /// Loads the first page, which replaces all pages when it arrives.
  public func fetch(cachePolicy: CachePolicy.Query.SingleResponse) async {
    await fetch(cachePolicy: CachePolicy(cachePolicy))
  }

  /// Loads the first page again.
  public func refetch(cachePolicy: CachePolicy.Query.SingleResponse) async {
    await refetch(cachePolicy: CachePolicy(cachePolicy))
  }

  /// Loads the page after the last one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  public func loadNext(cachePolicy: CachePolicy.Query.CacheAndNetwork) async throws(PaginationError) {
    try await loadNext(cachePolicy: CachePolicy(cachePolicy))
  }

  /// Loads the page after the last one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  public func loadNext(cachePolicy: CachePolicy.Query.SingleResponse) async throws(PaginationError) {
    try await loadNext(cachePolicy: CachePolicy(cachePolicy))
  }

  /// Loads the page before the first one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  public func loadPrevious(cachePolicy: CachePolicy.Query.CacheAndNetwork) async throws(PaginationError) {
    try await loadPrevious(cachePolicy: CachePolicy(cachePolicy))
  }

  /// Loads the page before the first one.
  ///
  /// - Throws: the reason why the call was refused or ended early.
  public func loadPrevious(cachePolicy: CachePolicy.Query.SingleResponse) async throws(PaginationError) {
    try await loadPrevious(cachePolicy: CachePolicy(cachePolicy))
  }
}

// Apps know these protocols. They have no headers for one call, so that an app's own test double needs none.

extension AsyncGraphQLQueryPager: AsyncPagerType {}

extension GraphQLQueryPager: AsyncPagerType {}

extension GraphQLQueryPager: PagerType {
  public func fetch(cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: Completion?) {
    fetch(cachePolicy: cachePolicy, headers: .none, callbackQueue: callbackQueue, completion: completion)
  }

  public func refetch(cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: Completion?) {
    refetch(cachePolicy: cachePolicy, headers: .none, callbackQueue: callbackQueue, completion: completion)
  }

  public func loadNext(cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: Completion?) {
    loadNext(cachePolicy: cachePolicy, headers: .none, callbackQueue: callbackQueue, completion: completion)
  }

  public func loadPrevious(cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: Completion?) {
    loadPrevious(cachePolicy: cachePolicy, headers: .none, callbackQueue: callbackQueue, completion: completion)
  }

  public func loadAll(
    fetchFromInitialPage: Bool?, cachePolicy: CachePolicy, callbackQueue: DispatchQueue, completion: Completion?
  ) {
    loadAll(
      fetchFromInitialPage: fetchFromInitialPage, cachePolicy: cachePolicy, headers: .none,
      callbackQueue: callbackQueue, completion: completion)
  }
}
