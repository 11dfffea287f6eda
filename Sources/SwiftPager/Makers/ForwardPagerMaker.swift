public import Dispatch
public import PagerClient

/// Makes pagers of lists that are read forward; `QueryPager` has one maker for cursors and one for offsets.
public struct ForwardPagerMaker<Pager: QueryPager, Info: PaginationInfo>: Sendable {
  public typealias Model = Pager.Model

  // MARK: One query

  /// A pager of one query whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - queryProvider: given nil, the query of the first page; given the page info of the last page, the query of the
  ///     page after it.
  ///   - extractPageInfo: reads the page info of a page.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info
  ) -> Pager where Pager.Model == PaginationOutput<Query, Query> {
    Pager(
      client: client, initialQuery: queryProvider(nil), watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.next(queryProvider))
  }

  /// A pager of one query whose outputs are made of the data of all its pages: previous ones, the initial one,
  /// next ones.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Pager {
    Pager(
      client: client, initialQuery: queryProvider(nil), watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.next(queryProvider), transform: transform)
  }

  /// A pager of one query whose outputs are one collection. A function turns each page with data into a part of it.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    Pager(
      client: client, initialQuery: queryProvider(nil), watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.next(queryProvider), pageTransform: transform)
  }

  // MARK: Two queries

  /// A pager of two queries whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - initialQuery: the query of the first page.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractNextPageInfo: reads the page info of a further page.
  ///   - nextPageResolver: given the page info of the last page, the query of the page after it.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery
  ) -> Pager where Pager.Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: PageResolver.next(nextPageResolver))
  }

  /// A pager of two queries whose outputs are made of the data of all its pages: previous ones, the initial one,
  /// next ones.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Pager {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: PageResolver.next(nextPageResolver), transform: transform)
  }

  /// A pager of two queries whose outputs are one collection. A function turns each page with data into a part of it.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: PageResolver.next(nextPageResolver),
      initialTransform: initialTransform, pageTransform: pageTransform)
  }
}
