import SwiftPager

/// The makers of lists that are read forward, in each of their forms.
enum ForwardMakers {
  static let cases = byCursor + byOffset

  private static let byCursor: [MakerCase] = [
    MakerCase(
      "forward by cursor, one query",
      { client, _ in
        .makeForwardCursorQueryPager(
          client: client, queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          extractPageInfo: { $0.products.forward })
      },
      read: MakerReading.allCursor),
    MakerCase(
      "forward by cursor, one query, one model",
      { client, _ in
        .makeForwardCursorQueryPager(
          client: client, queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          extractPageInfo: { $0.products.forward },
          transform: MakerReading.allCursor)
      }),
    MakerCase(
      "forward by cursor, one query, page by page",
      { client, _ in
        .makeForwardCursorQueryPager(
          client: client, queryProvider: { ProductsQuery(first: 100, after: $0?.endCursor ?? .none) },
          extractPageInfo: { $0.products.forward },
          transform: MakerReading.cursor)
      }),
    MakerCase(
      "forward by cursor, two queries",
      { client, _ in
        .makeForwardCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(first: 100)),
          extractInitialPageInfo: { $0.products.forward }, extractNextPageInfo: { $0.products.forward },
          nextPageResolver: { ProductsQuery(first: 100, after: $0.endCursor ?? .none) })
      },
      read: MakerReading.allCursorShop),
    MakerCase(
      "forward by cursor, two queries, one model",
      { client, _ in
        .makeForwardCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(first: 100)),
          extractInitialPageInfo: { $0.products.forward }, extractNextPageInfo: { $0.products.forward },
          nextPageResolver: { ProductsQuery(first: 100, after: $0.endCursor ?? .none) },
          transform: MakerReading.allCursorShop)
      }),
    MakerCase(
      "forward by cursor, two queries, page by page",
      { client, _ in
        .makeForwardCursorQueryPager(
          client: client, initialQuery: ShopQuery(variables: .init(first: 100)),
          extractInitialPageInfo: { $0.products.forward }, extractNextPageInfo: { $0.products.forward },
          nextPageResolver: { ProductsQuery(first: 100, after: $0.endCursor ?? .none) },
          initialTransform: MakerReading.cursorShop, pageTransform: MakerReading.cursor)
      }),
  ]

  private static let byOffset: [MakerCase] = [
    MakerCase(
      "forward by offset, one query",
      { client, _ in
        .makeForwardOffsetQueryPager(
          client: client, queryProvider: { ProductListQuery(offset: $0?.offset ?? 0, limit: 100) },
          extractPageInfo: { $0.productList.forward })
      },
      read: MakerReading.allOffset),
    MakerCase(
      "forward by offset, one query, one model",
      { client, _ in
        .makeForwardOffsetQueryPager(
          client: client, queryProvider: { ProductListQuery(offset: $0?.offset ?? 0, limit: 100) },
          extractPageInfo: { $0.productList.forward },
          transform: MakerReading.allOffset)
      }),
    MakerCase(
      "forward by offset, one query, page by page",
      { client, _ in
        .makeForwardOffsetQueryPager(
          client: client, queryProvider: { ProductListQuery(offset: $0?.offset ?? 0, limit: 100) },
          extractPageInfo: { $0.productList.forward },
          transform: MakerReading.offset)
      }),
    MakerCase(
      "forward by offset, two queries",
      { client, _ in
        .makeForwardOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 0, limit: 100)),
          extractInitialPageInfo: { $0.productList.forward }, extractNextPageInfo: { $0.productList.forward },
          nextPageResolver: { ProductListQuery(offset: $0.offset, limit: 100) })
      },
      read: MakerReading.allOffsetShop),
    MakerCase(
      "forward by offset, two queries, one model",
      { client, _ in
        .makeForwardOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 0, limit: 100)),
          extractInitialPageInfo: { $0.productList.forward }, extractNextPageInfo: { $0.productList.forward },
          nextPageResolver: { ProductListQuery(offset: $0.offset, limit: 100) },
          transform: MakerReading.allOffsetShop)
      }),
    MakerCase(
      "forward by offset, two queries, page by page",
      { client, _ in
        .makeForwardOffsetQueryPager(
          client: client, initialQuery: ShopListQuery(variables: .init(offset: 0, limit: 100)),
          extractInitialPageInfo: { $0.productList.forward }, extractNextPageInfo: { $0.productList.forward },
          nextPageResolver: { ProductListQuery(offset: $0.offset, limit: 100) },
          initialTransform: MakerReading.offsetShop, pageTransform: MakerReading.offset)
      }),
  ]
}
