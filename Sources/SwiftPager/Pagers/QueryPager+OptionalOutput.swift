public import Dispatch
public import PagerClient

/// Pagers whose page info depends on all pages, for functions that take the transformed pages as an optional.
///
/// If the function ignores its argument, the compiler selects the initialisers without an optional. These do not run
/// the transform for it.
extension QueryPager {
  /// A pager whose outputs are all its pages.
  ///
  /// `extractPageInfo` gets all pages so far, including the current one, and never nil.
  @_disfavoredOverload
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractPageInfo: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Model?>) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) where Model == PaginationOutput<InitialQuery, PaginatedQuery> {
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractPageInfo: { page in extractPageInfo(page.map { $0 }) }, pageResolver: pageResolver)
  }

  /// A pager whose outputs are made from the data of all its pages: previous ones, the initial one, next ones.
  ///
  /// `extractPageInfo` gets the transform of all pages so far, including the current one; nil if the transform throws.
  @_disfavoredOverload
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractPageInfo: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Model?>) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?,
    transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) {
    let model = PaginationOutput<InitialQuery, PaginatedQuery>.applying(transform)
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      // Subscribers get the error that the transform throws.
      extractPageInfo: { page in extractPageInfo(page.map { try? model($0) }) }, pageResolver: pageResolver,
      transform: model)
  }

  /// A pager whose output is one collection: the transforms make a part of it from each page with data.
  ///
  /// `extractPageInfo` gets the transform of all pages so far, including the current one; nil if a transform throws.
  @_disfavoredOverload
  public init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Info: PaginationInfo>(
    client: GraphQLClient, initialQuery: InitialQuery, watcherDispatchQueue: DispatchQueue? = nil,
    isStrict: Bool = false, nested: NestedListRule = .report,
    extractPageInfo: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Model?>) -> Info,
    pageResolver: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?,
    initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) where Model: RangeReplaceableCollection {
    let model = PaginationOutput<InitialQuery, PaginatedQuery>.joining(initialTransform, pageTransform)
    self.init(
      client: client, initialQuery: initialQuery, watcherDispatchQueue: watcherDispatchQueue, isStrict: isStrict,
      nested: nested,
      extractPageInfo: { page in extractPageInfo(page.map { try? model($0) }) }, pageResolver: pageResolver,
      transform: model)
  }
}
