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
  ///   - start: the page info at which to open the list, as `queryProvider` gets it.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``QueryPager/isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``QueryPager/nested``.
  ///   - queryProvider: makes the query of the page to open from `start`, and the query of a next page from the page
  ///     info of the last page.
  ///   - previousQueryProvider: makes the query of a previous page from the page info of the first page.
  ///   - extractPageInfo: reads the page info of a page.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, start: Info?, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    previousQueryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info
  ) -> Pager where Pager.Model == PaginationOutput<Query, Query> {
    Pager(
      client: client, initialQuery: queryProvider(start), watcherDispatchQueue: watcherDispatchQueue,
      isStrict: isStrict, nested: nested,
      extractPageInfo: extractPageInfo, pageResolver: resolver(queryProvider, previousQueryProvider))
  }

  /// A pager of one query whose outputs are made from the data of all its pages.
  ///
  /// `transform` gets the data of the previous pages, of the initial page (nil if it has none) and of the next pages.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, start: Info?, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    previousQueryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Pager {
    Pager(
      client: client, initialQuery: queryProvider(start), watcherDispatchQueue: watcherDispatchQueue,
      isStrict: isStrict, nested: nested,
      extractPageInfo: extractPageInfo, pageResolver: resolver(queryProvider, previousQueryProvider),
      transform: transform)
  }

  /// A pager of one query whose output is one collection: `transform` makes a part of it from each page with data.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, start: Info?, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    previousQueryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    Pager(
      client: client, initialQuery: queryProvider(start), watcherDispatchQueue: watcherDispatchQueue,
      isStrict: isStrict, nested: nested,
      extractPageInfo: extractPageInfo, pageResolver: resolver(queryProvider, previousQueryProvider),
      pageTransform: transform)
  }

  // MARK: Two queries

  /// A pager of two queries whose outputs are all its pages.
  ///
  /// Its query providers never get nil. They take optionals because those of a pager of one query do, so that two
  /// pagers can share them.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - initialQuery: the query of the page to open.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``QueryPager/isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``QueryPager/nested``.
  ///   - queryProvider: makes the query of a next page from the page info of the last page.
  ///   - previousQueryProvider: makes the query of a previous page from the page info of the first page.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractPaginatedPageInfo: reads the page info of a further page, in either direction.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info
  ) -> Pager where Pager.Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractInitialPageInfo, extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: resolver(queryProvider, previousQueryProvider))
  }

  /// A pager of two queries whose outputs are made from the data of all its pages.
  ///
  /// `transform` gets the data of the previous pages, of the initial page (nil if it has none) and of the next pages.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Pager {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractInitialPageInfo, extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: resolver(queryProvider, previousQueryProvider), transform: transform)
  }

  /// A pager of two queries whose output is one collection: the transforms make a part of it from each page with data.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (Info?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
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
