public import Dispatch
public import PagerClient

/// Pagers of a query that knows its list.
extension QueryPager {
  /// A pager whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - query: the query of the first page, which makes the queries of the other pages.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs; nil: the pager's own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``nested``.
  public init<Query: PagedQuery>(
    client: GraphQLClient, query: Query, watcherDispatchQueue: DispatchQueue? = nil, isStrict: Bool = false,
    nested: NestedListRule = .report
  ) where Model == PaginationOutput<Query, Query> {
    self.init(client, query, watcherDispatchQueue, Strictness(isStrict, nested)) { $0 }
  }

  /// A pager whose output is the items of all pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - query: the query of the first page, which makes the queries of the other pages.
  ///   - watcherDispatchQueue: the queue on which subscribers get outputs; nil: the pager's own queue.
  ///   - isStrict: whether errors of the server are failures, too: see ``isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items of a page: see ``nested``.
  public init<Query: PagedQuery>(
    client: GraphQLClient, itemsOf query: Query, watcherDispatchQueue: DispatchQueue? = nil, isStrict: Bool = false,
    nested: NestedListRule = .report
  ) where Model == [Query.Item] {
    let items = { @Sendable (data: Query.Data) in Query.items(of: data) ?? [] }
    self.init(
      client, query, watcherDispatchQueue, Strictness(isStrict, nested), PaginationOutput.joining(items, items))
  }

  private init<Query: PagedQuery>(
    _ client: GraphQLClient, _ query: Query, _ queue: DispatchQueue?, _ strictness: Strictness,
    _ transform: @escaping @Sendable (PaginationOutput<Query, Query>) throws -> Model
  ) {
    self.init(
      _coordinator: _PagerCoordinator(
        QueryList(
          client: client, initialQuery: query, queue: queue, strictness: strictness,
          strategy: PageStrategy(query, dates: client.dates)),
        transform: transform))
  }
}
