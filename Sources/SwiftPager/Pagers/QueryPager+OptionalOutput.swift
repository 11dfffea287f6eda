public import Dispatch
public import PagerClient

/// The pagers of page infos that depend on all pages, for functions that take what the pages are made into as an optional.
///
/// A function that reads no page chooses the initialisers without an optional, which do not run the transform for it.
extension QueryPager {
  /// A pager whose outputs are all its pages.
  ///
  /// `extractPageInfo` is given all pages so far, the one in question included: never nil.
  @_disfavoredOverload
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractPageInfo: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Model?>) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) where Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: { page in extractPageInfo(page.map { $0 }) }, pageResolver: pageResolver)
  }

  /// A pager whose outputs are made of the data of all its pages: previous ones, the initial one, next ones.
  ///
  /// `extractPageInfo` is given what the transform makes of all pages so far, the one in question included; nil where it throws.
  @_disfavoredOverload
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractPageInfo: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Model?>) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) {
    let model = PaginationOutput<InitialQuery, PaginatedQuery>.applying(transform)
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      // What the transform throws is what subscribers are told.
      extractPageInfo: { page in extractPageInfo(page.map { try? model($0) }) }, pageResolver: pageResolver,
      transform: model)
  }

  /// A pager whose outputs are one collection, into which each page with data is turned.
  ///
  /// `extractPageInfo` is given what the transforms make of all pages so far, the one in question included; nil where they throw.
  @_disfavoredOverload
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    extractPageInfo: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Model?>) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) where Model: RangeReplaceableCollection {
    let model = PaginationOutput<InitialQuery, PaginatedQuery>.joining(initialTransform, pageTransform)
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue,
      extractPageInfo: { page in extractPageInfo(page.map { try? model($0) }) }, pageResolver: pageResolver,
      transform: model)
  }
}
