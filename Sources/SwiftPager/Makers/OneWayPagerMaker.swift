public import Dispatch
public import PagerClient

/// Makes pagers of lists that are read in one direction.
///
/// With one query for all pages, the makers differ only in the direction.
public protocol OneWayPagerMaker<Pager, Info>: Sendable {
  /// The type of the pagers.
  associatedtype Pager: QueryPager
  /// The page info that the pagers read from a page.
  associatedtype Info: PaginationInfo

  /// The side of the list on which further pages load.
  static var direction: PaginationDirection { get }
}

// MARK: One query

extension OneWayPagerMaker {
  /// The output of the pagers for their subscribers.
  public typealias Model = Pager.Model

  /// A pager of one query whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``QueryPager/isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``QueryPager/nested``.
  ///   - queryProvider: makes the query of a page. It gets nil for the first page, and otherwise the page info of the
  ///     page next to which the new page belongs.
  ///   - extractPageInfo: reads the page info of a page.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info
  ) -> Pager where Pager.Model == PaginationOutput<Query, Query> {
    make(
      client, queryProvider(nil), watcherDispatchQueue, Strictness(isStrict, nested), extractPageInfo, extractPageInfo,
      { queryProvider($0) },
      transform: { $0 })
  }

  /// A pager of one query whose outputs are made from the data of all its pages.
  ///
  /// `transform` gets the data of the previous pages, of the initial page (nil if it has none) and of the next pages.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Pager {
    make(
      client, queryProvider(nil), watcherDispatchQueue, Strictness(isStrict, nested), extractPageInfo, extractPageInfo,
      { queryProvider($0) },
      transform: PaginationOutput.applying(transform))
  }

  /// A pager of one query whose output is one collection: `transform` makes a part of it from each page with data.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    make(
      client, queryProvider(nil), watcherDispatchQueue, Strictness(isStrict, nested), extractPageInfo, extractPageInfo,
      { queryProvider($0) },
      transform: PaginationOutput.joining(transform, transform))
  }

  /// A pager of two queries, or of one query in both places.
  ///
  /// - Parameter resolve: given the page info at the end of the list that grows, the query of the page beyond it.
  fileprivate func make<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    _ client: GraphQLClient, _ initialQuery: InitialQuery, _ queue: DispatchQueue?, _ strictness: Strictness,
    _ extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    _ extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    _ resolve: @escaping @Sendable (Info) -> PaginatedQuery,
    transform: @escaping @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) -> Pager {
    let growing = Self.direction
    return Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: queue, isStrict: strictness.isStrict,
      nested: strictness.nested,
      extractInitialPageInfo: extractInitialPageInfo, extractNextPageInfo: extractPaginatedPageInfo,
      pageResolver: { info, direction in direction == growing ? resolve(info) : nil }, transform: transform)
  }
}

// MARK: Two queries

/// Makes pagers of lists that are read forward; `QueryPager` has makers for cursors, offsets and keys.
public struct ForwardPagerMaker<Pager: QueryPager, Info: PaginationInfo>: OneWayPagerMaker {
  public static var direction: PaginationDirection { .next }

  /// A pager of two queries whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - initialQuery: the query of the first page.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``QueryPager/isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``QueryPager/nested``.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractNextPageInfo: reads the page info of a further page.
  ///   - nextPageResolver: makes the query of a next page from the page info of the last page.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery
  ) -> Pager where Pager.Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    make(
      client, initialQuery, watcherDispatchQueue, Strictness(isStrict, nested), extractInitialPageInfo,
      extractNextPageInfo, nextPageResolver,
      transform: { $0 })
  }

  /// A pager of two queries whose outputs are made from the data of all its pages.
  ///
  /// `transform` gets the data of the previous pages, of the initial page (nil if it has none) and of the next pages.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Pager {
    make(
      client, initialQuery, watcherDispatchQueue, Strictness(isStrict, nested), extractInitialPageInfo,
      extractNextPageInfo, nextPageResolver,
      transform: PaginationOutput.applying(transform))
  }

  /// A pager of two queries whose output is one collection: the transforms make a part of it from each page with data.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    make(
      client, initialQuery, watcherDispatchQueue, Strictness(isStrict, nested), extractInitialPageInfo,
      extractNextPageInfo, nextPageResolver,
      transform: PaginationOutput.joining(initialTransform, pageTransform))
  }
}

/// Makes pagers of lists that are read backward; `QueryPager` has makers for cursors, offsets and keys.
public struct ReversePagerMaker<Pager: QueryPager, Info: PaginationInfo>: OneWayPagerMaker {
  public static var direction: PaginationDirection { .previous }

  /// A pager of two queries whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - initialQuery: the query of the first page.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``QueryPager/isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``QueryPager/nested``.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractPreviousPageInfo: reads the page info of a further page.
  ///   - previousPageResolver: makes the query of a previous page from the page info of the first page.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    previousPageResolver: @escaping @Sendable (Info) -> PaginatedQuery
  ) -> Pager where Pager.Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    make(
      client, initialQuery, watcherDispatchQueue, Strictness(isStrict, nested), extractInitialPageInfo,
      extractPreviousPageInfo,
      previousPageResolver, transform: { $0 })
  }

  /// A pager of two queries whose outputs are made from the data of all its pages.
  ///
  /// `transform` gets the data of the previous pages, of the initial page (nil if it has none) and of the next pages.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    previousPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Pager {
    make(
      client, initialQuery, watcherDispatchQueue, Strictness(isStrict, nested), extractInitialPageInfo,
      extractPreviousPageInfo,
      previousPageResolver, transform: PaginationOutput.applying(transform))
  }

  /// A pager of two queries whose output is one collection: the transforms make a part of it from each page with data.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    previousPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    make(
      client, initialQuery, watcherDispatchQueue, Strictness(isStrict, nested), extractInitialPageInfo,
      extractPreviousPageInfo,
      previousPageResolver, transform: PaginationOutput.joining(initialTransform, pageTransform))
  }
}
