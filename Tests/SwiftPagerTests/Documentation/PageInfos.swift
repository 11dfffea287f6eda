import SwiftPager

/// What the shop's answers say of the pages around them, in the terms of each kind of page info.
extension ProductConnection {
  var forward: CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(hasNext: pageInfo.hasNextPage, endCursor: pageInfo.endCursor)
  }

  var reverse: CursorBasedPagination.Reverse {
    CursorBasedPagination.Reverse(hasPrevious: pageInfo.hasPreviousPage, startCursor: pageInfo.startCursor)
  }

  var bidirectional: CursorBasedPagination.Bidirectional {
    CursorBasedPagination.Bidirectional(
      hasNext: pageInfo.hasNextPage, endCursor: pageInfo.endCursor, hasPrevious: pageInfo.hasPreviousPage,
      startCursor: pageInfo.startCursor)
  }

  var numbers: [Int] { nodes.map(\.number) }
}

/// The offset list does not say where a page begins, but the products do: they are numbered.
extension ProductListQuery.Data.ProductList {
  private var firstOffset: Int { (items.first?.number ?? 1) - 1 }

  var forward: OffsetPagination.Forward {
    OffsetPagination.Forward(offset: firstOffset + items.count, canLoadNext: hasMore)
  }

  var reverse: OffsetPagination.Reverse {
    OffsetPagination.Reverse(offset: max(firstOffset - ProductListQuery.pageSize, 0), canLoadPrevious: firstOffset > 0)
  }

  var bidirectional: OffsetPagination.Bidirectional {
    OffsetPagination.Bidirectional(
      nextOffset: forward.offset, canLoadNext: forward.canLoadNext, previousOffset: reverse.offset,
      canLoadPrevious: reverse.canLoadPrevious)
  }

  var numbers: [Int] { items.map(\.number) }
}

extension ProductListQuery {
  /// What the tests of the offset list ask for, and a divisor of the number of products.
  static let pageSize = 100
}
