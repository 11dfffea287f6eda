/// `fetch(query:cachePolicy:)` with the names of Apollo iOS 2.
extension GraphQLClient {
  /// One response to a query: see ``fetch(_:cachePolicy:)``.
  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy.Query.SingleResponse = .cacheFirst
  ) async throws -> GraphQLResponse<Query> {
    try await fetch(query, cachePolicy: CachePolicy(cachePolicy))
  }

  /// The cache's response to a query; nil if the cache cannot answer.
  ///
  /// - Throws: what ``fetch(_:cachePolicy:)`` throws, except `ClientError.cacheMiss`.
  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy.Query.CacheOnly
  ) async throws -> GraphQLResponse<Query>? {
    do {
      return try await fetch(query, cachePolicy: CachePolicy(cachePolicy))
    } catch ClientError.cacheMiss {
      return nil
    }
  }

  /// The cache's response to a query if it has one, then the server's: see ``responses(to:cachePolicy:)``.
  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy.Query.CacheAndNetwork
  ) -> AsyncThrowingStream<GraphQLResponse<Query>, any Error> {
    responses(to: query, cachePolicy: CachePolicy(cachePolicy))
  }

  /// Runs a mutation: see ``perform(_:)``.
  public func perform<Mutation: GraphQLMutation>(mutation: Mutation) async throws -> GraphQLResponse<Mutation> {
    try await perform(mutation)
  }
}
