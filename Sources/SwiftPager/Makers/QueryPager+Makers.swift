/// Makers of pagers for the usual lists.
///
/// Call a maker as a function. It takes one query for all pages, or one for the first page and one for the others:
///
///     let pager = AsyncGraphQLQueryPager.makeForwardCursorQueryPager(
///       client: client,
///       queryProvider: { (info: CursorBasedPagination.Forward?) -> ProductsQuery in
///         ProductsQuery(first: 50, after: info?.endCursor ?? .none)
///       },
///       extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
///         let info: ProductsQuery.PageInfo = data.products.pageInfo
///         return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
///       })
///
/// The transforms say what the outputs are. Without a transform an output has all pages. A transform with three
/// arguments makes the output from the data of all pages. A transform with one argument makes a collection from each
/// page, and the output joins these collections.
extension QueryPager {
  /// Makes pagers of lists that are read forward by cursors, with `first` and `after`.
  public static var makeForwardCursorQueryPager: ForwardPagerMaker<Self, CursorBasedPagination.Forward> { .init() }

  /// Makes pagers of lists that are read forward by offsets.
  public static var makeForwardOffsetQueryPager: ForwardPagerMaker<Self, OffsetPagination.Forward> { .init() }

  /// Makes pagers of lists that are read forward by the keys of their items.
  ///
  /// - Parameter key: the type of an item's key.
  public static func makeForwardKeysetQueryPager<Key: Hashable & Sendable>(
    key: Key.Type
  ) -> ForwardPagerMaker<Self, KeysetPagination.Forward<Key>> { .init() }

  /// Makes pagers of lists that are read backward by the keys of their items.
  ///
  /// - Parameter key: the type of an item's key.
  public static func makeReverseKeysetQueryPager<Key: Hashable & Sendable>(
    key: Key.Type
  ) -> ReversePagerMaker<Self, KeysetPagination.Reverse<Key>> { .init() }

  /// Makes pagers of lists that are read backward by cursors, with `last` and `before`.
  public static var makeReverseCursorQueryPager: ReversePagerMaker<Self, CursorBasedPagination.Reverse> { .init() }

  /// Makes pagers of lists that are read backward by offsets.
  public static var makeReverseOffsetQueryPager: ReversePagerMaker<Self, OffsetPagination.Reverse> { .init() }

  /// Makes pagers of lists that are read by cursors in both directions, from a place in their middle.
  public static var makeBidirectionalCursorQueryPager:
    BidirectionalPagerMaker<Self, CursorBasedPagination.Bidirectional>
  { .init() }

  /// Makes pagers of lists that are read by offsets in both directions, from a place in their middle.
  public static var makeBidirectionalOffsetQueryPager: BidirectionalPagerMaker<Self, OffsetPagination.Bidirectional> {
    .init()
  }
}
