public import Dispatch
public import PagerClient

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
