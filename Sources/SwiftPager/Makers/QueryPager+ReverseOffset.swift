public import PagerClient

/// Pagers of lists that are read backward by offsets.
extension QueryPager {
  // MARK: One query

  /// A pager of one query whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - queryProvider: given nil, the query of the first page; given the page info of the first page, the query of the
  ///     page before it.
  ///   - extractPageInfo: reads the page info of a page.
  public static func makeReverseOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient,
    queryProvider: @escaping @Sendable (OffsetPagination.Reverse?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Reverse
  ) -> Self where Model == PaginationOutput<Query, Query> {
    Self(
      client: client, initialQuery: queryProvider(nil), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.previous(queryProvider))
  }

  /// A pager of one query whose outputs are made of the data of all its pages: those before the initial one, that,
  /// those after it.
  public static func makeReverseOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient,
    queryProvider: @escaping @Sendable (OffsetPagination.Reverse?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Reverse,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Self {
    Self(
      client: client, initialQuery: queryProvider(nil), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.previous(queryProvider),
      transform: transform)
  }

  /// A pager of one query whose outputs are one collection, into which each page with data is turned.
  public static func makeReverseOffsetQueryPager<Query: GraphQLQuery>(
    client: GraphQLClient,
    queryProvider: @escaping @Sendable (OffsetPagination.Reverse?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> OffsetPagination.Reverse,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Self where Model: RangeReplaceableCollection {
    Self(
      client: client, initialQuery: queryProvider(nil), extractPageInfo: extractPageInfo,
      pageResolver: PageResolver.previous(queryProvider),
      pageTransform: transform)
  }

  // MARK: Two queries

  /// A pager of two queries whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - initialQuery: the query of the first page.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractPreviousPageInfo: reads the page info of a further page.
  ///   - previousPageResolver: given the page info of the first page, the query of the page before it.
  public static func makeReverseOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Reverse,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Reverse,
    previousPageResolver: @escaping @Sendable (OffsetPagination.Reverse) -> PaginatedQuery
  ) -> Self where Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractPreviousPageInfo, pageResolver: PageResolver.previous(previousPageResolver))
  }

  /// A pager of two queries whose outputs are made of the data of all its pages: those before the initial one, that,
  /// those after it.
  public static func makeReverseOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Reverse,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Reverse,
    previousPageResolver: @escaping @Sendable (OffsetPagination.Reverse) -> PaginatedQuery,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Self {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractPreviousPageInfo, pageResolver: PageResolver.previous(previousPageResolver),
      transform: transform)
  }

  /// A pager of two queries whose outputs are one collection, into which each page with data is turned.
  public static func makeReverseOffsetQueryPager<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> OffsetPagination.Reverse,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> OffsetPagination.Reverse,
    previousPageResolver: @escaping @Sendable (OffsetPagination.Reverse) -> PaginatedQuery,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Self where Model: RangeReplaceableCollection {
    Self(
      client: client, initialQuery: initialQuery, extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractPreviousPageInfo, pageResolver: PageResolver.previous(previousPageResolver),
      initialTransform: initialTransform, pageTransform: pageTransform)
  }
}
