public import Dispatch
public import PagerClient

/// Pagers of one query: they request every page with the same query and different variables.
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
  ///   - extractPageInfo: reads the page info of a page.
  ///   - pageResolver: makes the query for the next or previous page from the page info at that end of the list. It
  ///     returns nil if no query asks for that page.
  public init<Query: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: Query, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> Query?
  ) where Model == PaginationOutput<Query, Query> {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractPageInfo: extractPageInfo, pageResolver: pageResolver,
      transform: { (output: PaginationOutput<Query, Query>) in output })
  }

  /// A pager whose outputs are made from all its pages.
  public init<Query: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: Query, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> Query?,
    transform: @escaping @Sendable (PaginationOutput<Query, Query>) throws -> Model
  ) {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractPageInfo,
      extractNextPageInfo: extractPageInfo, pageResolver: pageResolver, transform: transform)
  }

  /// A pager whose outputs are made from the data of all its pages: previous ones, the initial one, next ones.
  public init<Query: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: Query, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> Query?,
    transform: @escaping @Sendable ([Query.Data], Query.Data?, [Query.Data]) throws -> Model
  ) {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractPageInfo,
      extractNextPageInfo: extractPageInfo, pageResolver: pageResolver, transform: transform)
  }

  /// A pager whose output is one collection: `pageTransform` makes a part of it from each page with data.
  public init<Query: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: Query, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractPageInfo: @escaping @Sendable (Query.Data) -> Info,
    pageResolver: @escaping @Sendable (Info, PaginationDirection) -> Query?,
    pageTransform: @escaping @Sendable (Query.Data) throws -> Model
  ) where Model: RangeReplaceableCollection {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractInitialPageInfo: extractPageInfo,
      extractNextPageInfo: extractPageInfo, pageResolver: pageResolver, initialTransform: pageTransform,
      pageTransform: pageTransform)
  }
}
