public import PagerClient

/// Pagers of lists that are read both ways by offsets.
extension QueryPager {
  // MARK: One query

  /// A pager of one query whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - start: where in the list to open it, as `queryProvider` understands it.
  ///   - queryProvider: given `start`, the query of the page to open; given the page info of the last page, the query
  ///     of the page after it.
  ///   - previousQueryProvider: given the page info of the first page, the query of the page before it.
  ///   - extractPageInfo: reads the page info of a page.
  public static func makeBidirectionalOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient, start: OffsetPagination.Bidirectional?,
    queryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> Query,
    previousQueryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Bidirectional
  ) -> Self where Model == PaginationOutput<Query, Query> {
    Self(
      client: client, initialQuery: queryProvider(start), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.both(next: queryProvider, previous: previousQueryProvider))
  }

  /// A pager of one query whose outputs are made of the data of all its pages: those before the initial one, that,
  /// those after it.
  public static func makeBidirectionalOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient, start: OffsetPagination.Bidirectional?,
    queryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> Query,
    previousQueryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Bidirectional,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Self {
    Self(
      client: client, initialQuery: queryProvider(start), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.both(next: queryProvider, previous: previousQueryProvider),
      transform: transform)
  }

  /// A pager of one query whose outputs are one collection, into which each page with data is turned.
  public static func makeBidirectionalOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient, start: OffsetPagination.Bidirectional?,
    queryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> Query,
    previousQueryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Bidirectional,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Self where Model: RangeReplaceableCollection {
    Self(
      client: client, initialQuery: queryProvider(start), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.both(next: queryProvider, previous: previousQueryProvider),
      pageTransform: transform)
  }

  // MARK: Two queries

  /// A pager of two queries whose outputs are all its pages. Its functions are never given nil, but take the types of a
  /// pager of one query, so that both can share them.
  ///
  /// - Parameters:
  ///   - initialQuery: the query of the page to open.
  ///   - queryProvider: given the page info of the last page, the query of the page after it.
  ///   - previousQueryProvider: given the page info of the first page, the query of the page before it.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractPaginatedPageInfo: reads the page info of a further page, in either direction.
  public static func makeBidirectionalOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    queryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Bidirectional,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Bidirectional
  ) -> Self where Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: PageResolver.both(next: queryProvider, previous: previousQueryProvider))
  }

  /// A pager of two queries whose outputs are made of the data of all its pages: those before the initial one, that,
  /// those after it.
  public static func makeBidirectionalOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    queryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Bidirectional,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Bidirectional,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Self {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: PageResolver.both(next: queryProvider, previous: previousQueryProvider),
      transform: transform)
  }

  /// A pager of two queries whose outputs are one collection, into which each page with data is turned.
  public static func makeBidirectionalOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    queryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> PaginatedQuery,
    previousQueryProvider: @escaping @Sendable (OffsetPagination.Bidirectional?) -> PaginatedQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Bidirectional,
    extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Bidirectional,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Self where Model: RangeReplaceableCollection {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: PageResolver.both(next: queryProvider, previous: previousQueryProvider),
      initialTransform: initialTransform, pageTransform: pageTransform)
  }
}
