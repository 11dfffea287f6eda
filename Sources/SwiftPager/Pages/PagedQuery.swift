public import PagerClient
import PagerState

/// A query that knows its list, so that a pager of it needs no functions.
///
/// `swiftpager generate` writes the conformance. By hand it takes a few lines:
///
/// ```swift
/// extension ProductsQuery: PagedQuery {
///   func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
///     CursorBasedPagination.Forward(
///       hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
///   }
///
///   func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> ProductsQuery? {
///     guard direction == .next else { return nil }
///     return ProductsQuery(variables: .init(first: variables.first, after: info.endCursor ?? .none))
///   }
///
///   static func items(of data: Data) -> [Product]? { data.products.nodes }
/// }
/// ```
///
/// Give the page info what the page says, and nil where it says nothing: `hasNext: page.hasNextPage ?? false` would
/// turn a page that does not say whether there is more into the end of the list.
public protocol PagedQuery: GraphQLQuery {
  /// What a page says about the pages around it.
  associatedtype Info: PaginationInfo
  /// An item of the list.
  associatedtype Item: Sendable

  /// Reads the page info of a page that this query asked for.
  func pageInfo(of data: Data) -> Info

  /// The query of the page beyond an end of the list; nil if no query asks for it.
  ///
  /// - Parameters:
  ///   - info: the page info of the page at that end.
  ///   - direction: the end of the list.
  func query(beyond info: Info, toward direction: PaginationDirection) -> Self?

  /// The items of a page; nil if the page has null in place of its items.
  static func items(of data: Data) -> [Item]?

  /// How many items a page has, nulls among them included; nil if it has null in place of its items.
  ///
  /// The default counts `items(of:)`. A query whose items leave out nulls counts them here.
  static func itemCount(of data: Data) -> Int?

  /// How many items the whole list has, as the page says; nil, the default, if it does not say.
  static func total(of data: Data) -> Int?

  /// Whether this query opens the list at a place in its middle. The total then counts items that no page has.
  ///
  /// The default is false.
  var beginsInMiddle: Bool { get }
}

extension PagedQuery {
  public static func itemCount(of data: Data) -> Int? { items(of: data)?.count }
  public static func total(of data: Data) -> Int? { nil }
  public var beginsInMiddle: Bool { false }
}

/// Pagers and walks of a query that knows its list.
extension PagedQuery {
  /// A pager whose outputs are all its pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - isStrict: whether errors of the server are failures, too: see ``QueryPager/isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items: see ``QueryPager/nested``.
  public func pager(
    client: GraphQLClient, isStrict: Bool = false, nested: NestedListRule = .report
  ) -> AsyncGraphQLQueryPager<PaginationOutput<Self, Self>> {
    AsyncGraphQLQueryPager(client: client, query: self, isStrict: isStrict, nested: nested)
  }

  /// A pager whose output is the items of all pages.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - isStrict: whether errors of the server are failures, too: see ``QueryPager/isStrict``.
  ///   - nested: what the pager does about incomplete lists inside the items: see ``QueryPager/nested``.
  public func itemPager(
    client: GraphQLClient, isStrict: Bool = false, nested: NestedListRule = .report
  ) -> AsyncGraphQLQueryPager<[Item]> {
    AsyncGraphQLQueryPager(client: client, itemsOf: self, isStrict: isStrict, nested: nested)
  }

  /// The pages of the list, each once and one by one; nothing is kept.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - cachePolicy: the policy of each request. With `returnCacheDataAndFetch` a page is the server's.
  ///   - headers: headers of each request, in addition to the client's.
  ///   - timeout: the longest time to wait for one page, with all attempts; nil: as long as these take. After it the
  ///     loop ends with `ClientError.timedOut`.
  ///   - isStrict: whether a page with errors ends the loop, after that page, with ``PageErrors``.
  ///   - nested: whether incomplete lists inside the items end the loop, after their page.
  /// - Returns: responses with data. Their `items` are the items of the page.
  public func pages(
    client: GraphQLClient, cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none,
    timeout: Duration? = nil, isStrict: Bool = false, nested: NestedListRule = .report
  ) -> QueryPages<GraphQLResponse<Self>> {
    let list = QueryList<Self, Self>(
      client: client, initialQuery: self, queue: nil, strictness: Strictness(isStrict, nested),
      strategy: PageStrategy(self, dates: client.dates))
    let terms = WalkTerms(cachePolicy, headers, timeout)
    return QueryPages { QueryWalk(list, terms) { page, _ in page.response } }
  }
}

extension PaginationOutput.Page where InitialQuery == PaginatedQuery {
  /// The response, whichever page it is.
  fileprivate var response: GraphQLResponse<InitialQuery> {
    switch self {
    case .initial(let response), .paginated(let response): response
    }
  }
}

extension GraphQLResponse where Operation: PagedQuery {
  /// The items of the page; empty if it has no data, or null in place of its items.
  public var items: [Operation.Item] { data.flatMap { Operation.items(of: $0) } ?? [] }
}
