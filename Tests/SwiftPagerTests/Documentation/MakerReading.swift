/// How the tests of the makers read data, in each form that a transform can have.
enum MakerReading {
  @Sendable static func cursor(_ data: ProductsQuery.Data) -> [Int] { data.products.numbers }
  @Sendable static func cursorShop(_ data: ShopQuery.Data) -> [Int] { data.products.numbers }
  @Sendable static func offset(_ data: ProductListQuery.Data) -> [Int] { data.productList.numbers }
  @Sendable static func offsetShop(_ data: ShopListQuery.Data) -> [Int] { data.productList.numbers }

  @Sendable static func allCursor(
    _ previous: [ProductsQuery.Data], _ initial: ProductsQuery.Data?, _ next: [ProductsQuery.Data]
  ) -> [Int] {
    previous.flatMap(cursor) + (initial.map(cursor) ?? []) + next.flatMap(cursor)
  }

  @Sendable static func allCursorShop(
    _ previous: [ProductsQuery.Data], _ initial: ShopQuery.Data?, _ next: [ProductsQuery.Data]
  ) -> [Int] {
    previous.flatMap(cursor) + (initial.map(cursorShop) ?? []) + next.flatMap(cursor)
  }

  @Sendable static func allOffset(
    _ previous: [ProductListQuery.Data], _ initial: ProductListQuery.Data?, _ next: [ProductListQuery.Data]
  ) -> [Int] {
    previous.flatMap(offset) + (initial.map(offset) ?? []) + next.flatMap(offset)
  }

  @Sendable static func allOffsetShop(
    _ previous: [ProductListQuery.Data], _ initial: ShopListQuery.Data?, _ next: [ProductListQuery.Data]
  ) -> [Int] {
    previous.flatMap(offset) + (initial.map(offsetShop) ?? []) + next.flatMap(offset)
  }
}
