import SwiftPager

/// The makers of lists that are read backward, in each of their forms.
enum ReverseMakers {
  static let cases = byCursor + byOffset

  private static let byCursor: [MakerCase] = [
    MakerCase(
      "reverse by cursor, one query",
      { client, _ in
        .makeReverseCursorQueryPager(
          client: client, queryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractPageInfo: { $0.products.reverse })
      },
      read: MakerReading.allCursor),
    MakerCase(
      "reverse by cursor, one query, one model",
      { client, _ in
        .makeReverseCursorQueryPager(
          client: client, queryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractPageInfo: { $0.products.reverse },
          transform: MakerReading.allCursor)
      }),
    MakerCase(
      "reverse by cursor, one query, page by page",
      { client, _ in
        .makeReverseCursorQueryPager(
          client: client, queryProvider: { ProductsQuery(last: 100, before: $0?.startCursor ?? .none) },
          extractPageInfo: { $0.products.reverse },
          transform: MakerReading.cursor)
      }),
    MakerCase(
      "reverse by cursor, two queries",
      { client, _ in
        .makeReverseCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(last: 100)),
          extractInitialPageInfo: { $0.products.reverse }, extractPreviousPageInfo: { $0.products.reverse },
          previousPageResolver: { ProductsQuery(last: 100, before: $0.startCursor ?? .none) })
      },
      read: MakerReading.allCursorShop),
    MakerCase(
      "reverse by cursor, two queries, one model",
      { client, _ in
        .makeReverseCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(last: 100)),
          extractInitialPageInfo: { $0.products.reverse }, extractPreviousPageInfo: { $0.products.reverse },
          previousPageResolver: { ProductsQuery(last: 100, before: $0.startCursor ?? .none) },
          transform: MakerReading.allCursorShop)
      }),
    MakerCase(
      "reverse by cursor, two queries, page by page",
      { client, _ in
        .makeReverseCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(last: 100)),
          extractInitialPageInfo: { $0.products.reverse }, extractPreviousPageInfo: { $0.products.reverse },
          previousPageResolver: { ProductsQuery(last: 100, before: $0.startCursor ?? .none) },
          initialTransform: MakerReading.cursorShop, pageTransform: MakerReading.cursor)
      }),
  ]

  private static let byOffset: [MakerCase] = [
    MakerCase(
      "reverse by offset, one query",
      { client, _ in
        .makeReverseOffsetQueryPager(
          client: client, queryProvider: { ProductListQuery(offset: $0?.offset ?? 900, limit: 100) },
          extractPageInfo: { $0.productList.reverse })
      },
      read: MakerReading.allOffset),
    MakerCase(
      "reverse by offset, one query, one model",
      { client, _ in
        .makeReverseOffsetQueryPager(
          client: client, queryProvider: { ProductListQuery(offset: $0?.offset ?? 900, limit: 100) },
          extractPageInfo: { $0.productList.reverse },
          transform: MakerReading.allOffset)
      }),
    MakerCase(
      "reverse by offset, one query, page by page",
      { client, _ in
        .makeReverseOffsetQueryPager(
          client: client, queryProvider: { ProductListQuery(offset: $0?.offset ?? 900, limit: 100) },
          extractPageInfo: { $0.productList.reverse },
          transform: MakerReading.offset)
      }),
    MakerCase(
      "reverse by offset, two queries",
      { client, _ in
        .makeReverseOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 900, limit: 100)),
          extractInitialPageInfo: { $0.productList.reverse }, extractPreviousPageInfo: { $0.productList.reverse },
          previousPageResolver: { ProductListQuery(offset: $0.offset, limit: 100) })
      },
      read: MakerReading.allOffsetShop),
    MakerCase(
      "reverse by offset, two queries, one model",
      { client, _ in
        .makeReverseOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 900, limit: 100)),
          extractInitialPageInfo: { $0.productList.reverse }, extractPreviousPageInfo: { $0.productList.reverse },
          previousPageResolver: { ProductListQuery(offset: $0.offset, limit: 100) },
          transform: MakerReading.allOffsetShop)
      }),
    MakerCase(
      "reverse by offset, two queries, page by page",
      { client, _ in
        .makeReverseOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 900, limit: 100)),
          extractInitialPageInfo: { $0.productList.reverse }, extractPreviousPageInfo: { $0.productList.reverse },
          previousPageResolver: { ProductListQuery(offset: $0.offset, limit: 100) },
          initialTransform: MakerReading.offsetShop, pageTransform: MakerReading.offset)
      }),
  ]
}
