public import PagerClient

/// The list of a pager page by page.
extension QueryPager {
  /// The pages of the list, each once and one by one; nothing is kept.
  ///
  /// A page is the pager's model of that page alone: for a pager of all pages an output with one page, for a pager of
  /// items the items of the page. The model is made in the task that reads. The pager's own pages and its subscribers
  /// do not change. A pager whose `extractPageInfo` gets all pages so far keeps the pages of the walk for it.
  ///
  /// - Parameters:
  ///   - cachePolicy: the policy of each request. With `returnCacheDataAndFetch` a page is the server's.
  ///   - headers: headers of each request, in addition to the client's.
  ///   - timeout: the longest time to wait for one page, with all attempts; nil: as long as these take. After it the
  ///     loop ends with `ClientError.timedOut`.
  /// - Returns: a sequence that ends by throwing what cut the list: see ``QueryPages``.
  public func pages(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none, timeout: Duration? = nil
  ) -> QueryPages<Model> {
    coordinator.walks.pages(WalkTerms(cachePolicy, headers, timeout), nil)
  }

  /// The pages of the list, for a list whose items and total the given functions read.
  ///
  /// With `items` the walk knows a page that has null in place of its items, and ends with
  /// ``IncompleteListError/nullList`` if such a page says that there is more. With `total` it also knows a list that
  /// ends too early, and ends with ``FewerThanTotalError``.
  ///
  /// - Parameters:
  ///   - cachePolicy: the policy of each request. With `returnCacheDataAndFetch` a page is the server's.
  ///   - headers: headers of each request, in addition to the client's.
  ///   - timeout: the longest time to wait for one page, with all attempts; nil: as long as these take. After it the
  ///     loop ends with `ClientError.timedOut`.
  ///   - items: the items of a page, nulls among them included; nil if the page has null in their place. It runs on the
  ///     queue of the pager's functions.
  ///   - total: how many items the whole list has, as the page says; nil if it does not say.
  /// - Returns: a sequence that ends by throwing what cut the list: see ``QueryPages``.
  public func pages<Items: Collection & SendableMetatype>(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none, timeout: Duration? = nil,
    items: @escaping @Sendable (Model) -> Items?, total: @escaping @Sendable (Model) -> Int? = { _ in nil }
  ) -> QueryPages<Model> {
    coordinator.walks.pages(WalkTerms(cachePolicy, headers, timeout)) { page in
      ListFacts(itemCount: items(page)?.count, total: total(page))
    }
  }
}
