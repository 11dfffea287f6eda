public import Dispatch
public import PagerClient

/// What the makers of lists that are read in one direction share.
///
/// With one query for all pages, they differ in the direction only.
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
  ///   - queryProvider: given nil, the query of the first page; given the page info at the end of the list that grows,
  ///     the query of the page beyond it.
  ///   - extractPageInfo: reads the page info of a page.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info
  ) -> Pager where Pager.Model == PaginationOutput<Query, Query> {
    make(
      client, queryProvider(nil), watcherDispatchQueue, extractPageInfo, extractPageInfo, { queryProvider($0) },
      transform: { $0 })
  }

  /// A pager of one query whose outputs are made of the data of all its pages.
  ///
  /// The function gets the previous pages, the initial one and the next ones.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) -> Pager {
    make(
      client, queryProvider(nil), watcherDispatchQueue, extractPageInfo, extractPageInfo, { queryProvider($0) },
      transform: PaginationOutput.applying(transform))
  }

  /// A pager of one query whose outputs are one collection. A function turns each page with data into a part of it.
  public func callAsFunction<Query: GraphQLQuery>(
    client: GraphQLClient, watcherDispatchQueue: DispatchQueue? = nil,
    queryProvider: @escaping @Sendable (Info?) -> Query,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    transform: @escaping @Sendable (Query.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    make(
      client, queryProvider(nil), watcherDispatchQueue, extractPageInfo, extractPageInfo, { queryProvider($0) },
      transform: PaginationOutput.joining(transform, transform))
  }

  /// A pager of two queries, or of one query in both places.
  ///
  /// - Parameter resolve: given the page info at the end of the list that grows, the query of the page beyond it.
  fileprivate func make<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    _ client: GraphQLClient, _ initialQuery: InitialQuery, _ queue: DispatchQueue?,
    _ extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    _ extractPaginatedPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    _ resolve: @escaping @Sendable (Info) -> PaginatedQuery,
    transform: @escaping @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) -> Pager {
    let growing = Self.direction
    return Pager(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: queue,
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
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractNextPageInfo: reads the page info of a further page.
  ///   - nextPageResolver: given the page info of the last page, the query of the page after it.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery
  ) -> Pager where Pager.Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    make(
      client, initialQuery, watcherDispatchQueue, extractInitialPageInfo, extractNextPageInfo, nextPageResolver,
      transform: { $0 })
  }

  /// A pager of two queries whose outputs are made of the data of all its pages.
  ///
  /// The function gets the previous pages, the initial one and the next ones.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    nextPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Pager {
    make(
      client, initialQuery, watcherDispatchQueue, extractInitialPageInfo, extractNextPageInfo, nextPageResolver,
      transform: PaginationOutput.applying(transform))
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
    make(
      client, initialQuery, watcherDispatchQueue, extractInitialPageInfo, extractNextPageInfo, nextPageResolver,
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
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractPreviousPageInfo: reads the page info of a further page.
  ///   - previousPageResolver: given the page info of the first page, the query of the page before it.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    previousPageResolver: @escaping @Sendable (Info) -> PaginatedQuery
  ) -> Pager where Pager.Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    make(
      client, initialQuery, watcherDispatchQueue, extractInitialPageInfo, extractPreviousPageInfo,
      previousPageResolver, transform: { $0 })
  }

  /// A pager of two queries whose outputs are made of the data of all its pages.
  ///
  /// The function gets the previous pages, the initial one and the next ones.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    previousPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> Pager {
    make(
      client, initialQuery, watcherDispatchQueue, extractInitialPageInfo, extractPreviousPageInfo,
      previousPageResolver, transform: PaginationOutput.applying(transform))
  }

  /// A pager of two queries whose outputs are one collection. A function turns each page with data into a part of it.
  public func callAsFunction<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractPreviousPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    previousPageResolver: @escaping @Sendable (Info) -> PaginatedQuery,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> Pager where Pager.Model: RangeReplaceableCollection {
    make(
      client, initialQuery, watcherDispatchQueue, extractInitialPageInfo, extractPreviousPageInfo,
      previousPageResolver, transform: PaginationOutput.joining(initialTransform, pageTransform))
  }
}
