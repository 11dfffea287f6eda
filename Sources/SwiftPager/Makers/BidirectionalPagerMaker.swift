public import Dispatch
public import PagerClient

/// Makes pagers of lists that are read in both directions; `QueryPager` has one maker for cursors and one for offsets.
public struct BidirectionalPagerMaker<Pager: QueryPager, Info: PaginationInfo>: Sendable {
  /// The output of the pagers for their subscribers.
  public typealias Model = Pager.Model

  // MARK: One query

  /// A pager of one query whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - start: the place at which to open the list, in the form that `queryProvider` takes.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - queryProvider: given `start`, the query of the page to open; given the page info of the last page, the query
  ///     of the page after it.
  ///   - previousQueryProvider: given the page info of the first page, the query of the page before it.
  ///   - extractPageInfo: reads the page info of a page.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, start: Info?, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    previousQueryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info
  ) -> Pager where Pager.Model == PaginationOutput<Query, Query> {
    Pager(
      client: client, initialQuery: queryProvider(start), watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo, pageResolver: resolver(queryProvider, previousQueryProvider))
  }

  /// A pager of one query whose outputs are made of the data of all its pages.
  ///
  /// The function gets the previous pages, the initial one and the next ones.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, start: Info?, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    previousQueryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Pager {
    Pager(
      client: client, initialQuery: queryProvider(start), watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo, pageResolver: resolver(queryProvider, previousQueryProvider),
      transform: transform)
  }

  /// A pager of one query whose outputs are one collection. A function turns each page with data into a part of it.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, start: Info?, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    previousQueryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    Pager(
      client: client, initialQuery: queryProvider(start), watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo, pageResolver: resolver(queryProvider, previousQueryProvider),
      pageTransform: transform)
  }

  // MARK: Two queries

  /// A pager of two queries whose outputs are all its pages.
  ///
  /// Its functions never get nil, but they take the same types as those of a pager of one query, so that both pagers
  /// can share them.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - initialQuery: the query of the page to open.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - queryProvider: given the page info of the last page, the query of the page after it.
  ///   - previousQueryProvider: given the page info of the first page, the query of the page before it.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractPaginatedPageInfo: reads the page info of a further page, in either direction.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info
  ) -> Pager where Pager.Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractInitialPageInfo: extractInitialPageInfo, extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: resolver(queryProvider, previousQueryProvider))
  }

  /// A pager of two queries whose outputs are made of the data of all its pages.
  ///
  /// The function gets the previous pages, the initial one and the next ones.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Pager {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractInitialPageInfo: extractInitialPageInfo, extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: resolver(queryProvider, previousQueryProvider), transform: transform)
  }

  /// A pager of two queries whose outputs are one collection. A function turns each page with data into a part of it.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractInitialPageInfo: extractInitialPageInfo, extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: resolver(queryProvider, previousQueryProvider),
      initialTransform: initialTransform, pageTransform: pageTransform)
  }

  /// Chooses the function for a direction.
  private func resolver<Query>(
    _ next: @escaping @Sendable (Info) -> Query, _ previous: @escaping @Sendable (Info) -> Query
  ) -> @Sendable (Info, PaginationDirection) -> Query? {
    { info, direction in direction == .next ? next(info) : previous(info) }
  }
}
