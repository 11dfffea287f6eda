import SwiftPager

/// The makers of lists that are read both ways, in each of their forms.
enum BidirectionalMakers {
  static let cases = byCursor + byOffset

  private static let byCursor: [MakerCase] = [
    MakerCase(
      "bidirectional by cursor, one query",
      { client, middle in
        .makeBidirectionalCursorQueryPager(
          client: client, start: .init(hasNext: true, endCursor: middle, hasPrevious: false, startCursor: nil),
          queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          previousQueryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractPageInfo: { $0.products.bidirectional })
      },
      read: MakerReading.allCursor),
    MakerCase(
      "bidirectional by cursor, one query, one model",
      { client, middle in
        .makeBidirectionalCursorQueryPager(
          client: client, start: .init(hasNext: true, endCursor: middle, hasPrevious: false, startCursor: nil),
          queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          previousQueryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractPageInfo: { $0.products.bidirectional },
          transform: MakerReading.allCursor)
      }),
    MakerCase(
      "bidirectional by cursor, one query, page by page",
      { client, middle in
        .makeBidirectionalCursorQueryPager(
          client: client, start: .init(hasNext: true, endCursor: middle, hasPrevious: false, startCursor: nil),
          queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          previousQueryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractPageInfo: { $0.products.bidirectional },
          transform: MakerReading.cursor)
      }),
    MakerCase(
      "bidirectional by cursor, two queries",
      { client, middle in
        .makeBidirectionalCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(first: 100, after: .some(middle))),
          queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          previousQueryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractInitialPageInfo: { $0.products.bidirectional },
          extractPaginatedPageInfo: { $0.products.bidirectional })
      },
      read: MakerReading.allCursorShop),
    MakerCase(
      "bidirectional by cursor, two queries, one model",
      { client, middle in
        .makeBidirectionalCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(first: 100, after: .some(middle))),
          queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          previousQueryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractInitialPageInfo: { $0.products.bidirectional },
          extractPaginatedPageInfo: { $0.products.bidirectional },
          transform: MakerReading.allCursorShop)
      }),
    MakerCase(
      "bidirectional by cursor, two queries, page by page",
      { client, middle in
        .makeBidirectionalCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(first: 100, after: .some(middle))),
          queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          previousQueryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractInitialPageInfo: { $0.products.bidirectional },
          extractPaginatedPageInfo: { $0.products.bidirectional },
          initialTransform: MakerReading.cursorShop, pageTransform: MakerReading.cursor)
      }),
  ]

  private static let byOffset: [MakerCase] = [
    MakerCase(
      "bidirectional by offset, one query",
      { client, _ in
        .makeBidirectionalOffsetQueryPager(
          client: client, start: .init(nextOffset: 500, canLoadNext: true, previousOffset: 400, canLoadPrevious: true),
          queryProvider: { ProductListQuery(offset: $0?.nextOffset ?? 0, limit: 100) },
          previousQueryProvider: { ProductListQuery(offset: $0?.previousOffset ?? 900, limit: 100) },
          extractPageInfo: { $0.productList.bidirectional })
      },
      read: MakerReading.allOffset),
    MakerCase(
      "bidirectional by offset, one query, one model",
      { client, _ in
        .makeBidirectionalOffsetQueryPager(
          client: client, start: .init(nextOffset: 500, canLoadNext: true, previousOffset: 400, canLoadPrevious: true),
          queryProvider: { ProductListQuery(offset: $0?.nextOffset ?? 0, limit: 100) },
          previousQueryProvider: { ProductListQuery(offset: $0?.previousOffset ?? 900, limit: 100) },
          extractPageInfo: { $0.productList.bidirectional },
          transform: MakerReading.allOffset)
      }),
    MakerCase(
      "bidirectional by offset, one query, page by page",
      { client, _ in
        .makeBidirectionalOffsetQueryPager(
          client: client, start: .init(nextOffset: 500, canLoadNext: true, previousOffset: 400, canLoadPrevious: true),
          queryProvider: { ProductListQuery(offset: $0?.nextOffset ?? 0, limit: 100) },
          previousQueryProvider: { ProductListQuery(offset: $0?.previousOffset ?? 900, limit: 100) },
          extractPageInfo: { $0.productList.bidirectional },
          transform: MakerReading.offset)
      }),
    MakerCase(
      "bidirectional by offset, two queries",
      { client, _ in
        .makeBidirectionalOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 500, limit: 100)),
          queryProvider: { ProductListQuery(offset: $0?.nextOffset ?? 0, limit: 100) },
          previousQueryProvider: { ProductListQuery(offset: $0?.previousOffset ?? 900, limit: 100) },
          extractInitialPageInfo: { $0.productList.bidirectional },
          extractPaginatedPageInfo: { $0.productList.bidirectional })
      },
      read: MakerReading.allOffsetShop),
    MakerCase(
      "bidirectional by offset, two queries, one model",
      { client, _ in
        .makeBidirectionalOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 500, limit: 100)),
          queryProvider: { ProductListQuery(offset: $0?.nextOffset ?? 0, limit: 100) },
          previousQueryProvider: { ProductListQuery(offset: $0?.previousOffset ?? 900, limit: 100) },
          extractInitialPageInfo: { $0.productList.bidirectional },
          extractPaginatedPageInfo: { $0.productList.bidirectional },
          transform: MakerReading.allOffsetShop)
      }),
    MakerCase(
      "bidirectional by offset, two queries, page by page",
      { client, _ in
        .makeBidirectionalOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 500, limit: 100)),
          queryProvider: { ProductListQuery(offset: $0?.nextOffset ?? 0, limit: 100) },
          previousQueryProvider: { ProductListQuery(offset: $0?.previousOffset ?? 900, limit: 100) },
          extractInitialPageInfo: { $0.productList.bidirectional },
          extractPaginatedPageInfo: { $0.productList.bidirectional },
          initialTransform: MakerReading.offsetShop, pageTransform: MakerReading.offset)
      }),
  ]
}
