public import Dispatch
public import PagerClient

/// Pagers whose page info may depend on all pages so far, as an offset that counts them does.
extension QueryPager {
  /// A pager whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - initialQuery: the query of the first page.
  ///   - watcherDispatchQueue: where subscribers are told and the given functions run; nil: on a queue of the pager's own.
  ///   - extractPageInfo: reads the page info of a page, given all pages so far, that one included.
  ///   - pageResolver: the query for the page in a direction, given the page info at that end; nil where there is none.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractPageInfo:
      @escaping @Sendable (
        PageExtractionData<InitialQuery, PaginatedQuery, PaginationOutput<InitialQuery, PaginatedQuery>>
      ) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) where Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo, pageResolver: pageResolver,
      transform: { (output: PaginationOutput<InitialQuery, PaginatedQuery>) in output })
  }

  /// A pager whose outputs are made of all its pages.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractPageInfo:
      @escaping @Sendable (
        PageExtractionData<InitialQuery, PaginatedQuery, PaginationOutput<InitialQuery, PaginatedQuery>>
      ) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?,
    transform: @escaping @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) {
    self.init(
      coordinator: PagerCoordinator(
        client: client, initialQuery: initialQuery, queue: watcherDispatchQueue,
        strategy: PageStrategy(extract: extractPageInfo, resolve: pageResolver), transform: transform))
  }

  /// A pager whose outputs are made of the data of all its pages: previous ones, the initial one, next ones.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractPageInfo:
      @escaping @Sendable (
        PageExtractionData<InitialQuery, PaginatedQuery, PaginationOutput<InitialQuery, PaginatedQuery>>
      ) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo, pageResolver: pageResolver,
      transform: PaginationOutput.applying(transform))
  }

  /// A pager whose outputs are one collection, into which each page with data is turned.
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractPageInfo:
      @escaping @Sendable (
        PageExtractionData<InitialQuery, PaginatedQuery, PaginationOutput<InitialQuery, PaginatedQuery>>
      ) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) where Model: RangeReplaceableCollection {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: extractPageInfo, pageResolver: pageResolver,
      transform: PaginationOutput.joining(initialTransform, pageTransform))
  }
}
