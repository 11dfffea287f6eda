/// Makes page resolvers from functions for one direction each. A direction without a function has no query.
enum PageResolver {
  static func next<Info, Query>(
    _ query: @escaping @Sendable (Info) -> Query
  ) -> @Sendable (Info, PaginationDirection) -> Query? {
    { info, direction in direction == .next ? query(info) : nil }
  }

  static func previous<Info, Query>(
    _ query: @escaping @Sendable (Info) -> Query
  ) -> @Sendable (Info, PaginationDirection) -> Query? {
    { info, direction in direction == .previous ? query(info) : nil }
  }

  static func both<Info, Query>(
    next: @escaping @Sendable (Info) -> Query, previous: @escaping @Sendable (Info) -> Query
  ) -> @Sendable (Info, PaginationDirection) -> Query? {
    { info, direction in
      switch direction {
      case .next: next(info)
      case .previous: previous(info)
      }
    }
  }
}
