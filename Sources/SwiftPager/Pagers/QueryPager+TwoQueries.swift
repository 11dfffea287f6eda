public import Dispatch
public import PagerClient

/// Pagers of two queries: one for the first page, another one for further pages.
extension QueryPager {
  /// A pager whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - initialQuery: the query of the first page.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs and the given functions run; nil: the pager's
  ///     own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``nested``.
  ///   - extractInitialPageInfo: reads the page info of the first page.
  ///   - extractNextPageInfo: reads the page info of a further page, in either direction.
  ///   - pageResolver: makes the query for the next or previous page from the page info at that end of the list. It
  ///     returns nil if no query asks for that page.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> PaginatedQuery?
  ) where Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: pageResolver,
      transform: { (output: PaginationOutput<InitialQuery, PaginatedQuery>) in output })
  }

  /// A pager whose outputs are made from all its pages.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> PaginatedQuery?,
    transform: @escaping @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) {
    let strategy = PageStrategy<InitialQuery, PaginatedQuery>(
      dates: client.dates, readsAllPages: false,
      extract: { page in
        switch page {
        case .initial(let data, _): extractInitialPageInfo(data)
        case .paginated(let data, _): extractNextPageInfo(data)
        }
      },
      resolve: pageResolver)
    self.init(
      _coordinator: _PagerCoordinator(
        QueryList(
          client: client, initialQuery: initialQuery, queue: watcherDispatchQueue,
          strictness: Strictness(isStrict, nested), strategy: strategy),
        transform: transform))
  }

  /// A pager whose outputs are made from the data of all its pages: previous ones, the initial one, next ones.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> PaginatedQuery?,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: pageResolver,
      transform: PaginationOutput.applying(transform))
  }

  /// A pager whose output is one collection: the transforms make a part of it from each page with data.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractInitialPageInfo: @escaping @Sendable (InitialQuery.Data) -> Info,
    extractNextPageInfo: @escaping @Sendable (PaginatedQuery.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> PaginatedQuery?,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) where Model: RangeReplaceableCollection {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractInitialPageInfo,
      extractNextPageInfo: extractNextPageInfo, pageResolver: pageResolver,
      transform: PaginationOutput.joining(initialTransform, pageTransform))
  }
}
