public import PagerClient

/// Pagers of lists that are read forward by offsets.
extension QueryPager {
  // MARK: One query

  /// A pager of one query whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - queryProvider: given nil, the query of the first page; given the page info of the last page, the query of the
  ///     page after it.
  ///   - extractPageInfo: reads the page info of a page.
  public static func makeForwardOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient,
    queryProvider: @escaping @Sendable (OffsetPagination.Forward?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Forward
  ) -> Self where Model == PaginationOutput<Query, Query> {
    Self(
      client: client, initialQuery: queryProvider(nil), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.next(queryProvider))
  }

  /// A pager of one query whose outputs are made of the data of all its pages: those before the initial one, that,
  /// those after it.
  public static func makeForwardOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient,
    queryProvider: @escaping @Sendable (OffsetPagination.Forward?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Forward,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Self {
    Self(
      client: client, initialQuery: queryProvider(nil), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.next(queryProvider),
      transform: transform)
  }

  /// A pager of one query whose outputs are one collection, into which each page with data is turned.
  public static func makeForwardOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient,
    queryProvider: @escaping @Sendable (OffsetPagination.Forward?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Forward,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Self where Model: RangeReplaceableCollection {
    Self(
      client: client, initialQuery: queryProvider(nil), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.next(queryProvider),
      pageTransform: transform)
  }

  // MARK: Two queries

  /// A pager of two queries whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - initialQuery: the query of the first page.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractNextPageInfo: reads the page info of a further page.
  ///   - nextPageResolver: given the page info of the last page, the query of the page after it.
  public static func makeForwardOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Forward,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Forward,
    nextPageResolver: @escaping @Sendable (OffsetPagination.Forward) -> PaginatedQuery
  ) -> Self where Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: PageResolver.next(nextPageResolver))
  }

  /// A pager of two queries whose outputs are made of the data of all its pages: those before the initial one, that,
  /// those after it.
  public static func makeForwardOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Forward,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Forward,
    nextPageResolver: @escaping @Sendable (OffsetPagination.Forward) -> PaginatedQuery,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Self {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: PageResolver.next(nextPageResolver),
      transform: transform)
  }

  /// A pager of two queries whose outputs are one collection, into which each page with data is turned.
  public static func makeForwardOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Forward,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Forward,
    nextPageResolver: @escaping @Sendable (OffsetPagination.Forward) -> PaginatedQuery,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Self where Model: RangeReplaceableCollection {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: PageResolver.next(nextPageResolver),
      initialTransform: initialTransform, pageTransform: pageTransform)
  }
}
