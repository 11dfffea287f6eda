import SwiftPager

typealias HeroesPager = AsyncGraphQLQueryPager<HeroesOutput>
typealias HeroesCallbackPager = GraphQLQueryPager<HeroesOutput>

extension QueryPager where Model == HeroesOutput {
  /// Reads fixture FWD and the numbered lists.
  static func forward(_ server: HeroServer, isStrict: Bool = false) -> Self {
    Self(
      client: server.client, initialQuery: HeroesQuery.forward(), isStrict: isStrict,
      extractPageInfo: { (data: HeroesQuery.Data) in data.forward }, pageResolver: Self.resolveForward)
  }

  /// Reads fixture REV.
  static func reverse(_ server: HeroServer) -> Self {
    Self(
      client: server.client, initialQuery: HeroesQuery.backward(before: "K3"),
      extractPageInfo: { (data: HeroesQuery.Data) in data.reverse },
      pageResolver: { info, direction in
        direction == .previous ? HeroesQuery.backward(before: info.startCursor) : nil
      })
  }

  /// Reads fixture BI.
  static func bidirectional(_ server: HeroServer) -> Self {
    Self(
      client: server.client, initialQuery: HeroesQuery.forward(after: "K1", first: 1),
      extractPageInfo: { (data: HeroesQuery.Data) in data.bidirectional },
      pageResolver: { info, direction in
        switch direction {
        case .next: HeroesQuery.forward(after: info.endCursor, first: 1)
        case .previous: HeroesQuery.backward(before: info.startCursor, last: 1)
        }
      })
  }
}

extension QueryPager {
  /// The next page's query; there is none in the other direction.
  static var resolveForward: @Sendable (CursorBasedPagination.Forward, PaginationDirection) -> HeroesQuery? {
    { info, direction in direction == .next ? HeroesQuery.forward(after: info.endCursor) : nil }
  }

  /// Reads forward, and makes its outputs of all pages.
  static func forward(
    _ server: HeroServer, transform: @escaping @Sendable (HeroesOutput) throws -> Model
  ) -> Self {
    Self(
      client: server.client, initialQuery: HeroesQuery.forward(),
      extractPageInfo: { (data: HeroesQuery.Data) in data.forward }, pageResolver: Self.resolveForward,
      transform: transform)
  }
}
