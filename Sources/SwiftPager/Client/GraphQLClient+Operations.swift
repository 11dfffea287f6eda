import PagerCache
public import PagerClient
import PagerEngine
import PagerThreads
import PagerTransport

extension GraphQLClient {
  /// Sends a query or asks the cache, and decodes the response, which may have data, errors of the server, or both.
  ///
  ///     let response = try await client.fetch(ProductQuery(id: "17"), cachePolicy: .returnCacheDataElseFetch)
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - cachePolicy: whether the cache or the server answers. With `returnCacheDataAndFetch` the server answers:
  ///     ``responses(to:cachePolicy:headers:)`` brings both answers. The default is Apollo iOS's.
  ///   - headers: headers of this request, in addition to the client's.
  ///   - timeout: the longest time to wait for the response, with all attempts; nil: as long as these take. After it
  ///     the request is aborted.
  /// - Throws: `ClientError.timedOut` after `timeout`; `ClientError.cacheMiss` if the policy allows only the cache, and
  ///   the cache cannot answer; another `ClientError` if the network, the server or the cache fails;
  ///   `CancellationError` if the task is cancelled; and what the `encode(to:)` of the query's variables throws.
  public func fetch<Query: GraphQLQuery>(
    _ query: Query, cachePolicy: CachePolicy = .returnCacheDataElseFetch, headers: RequestHeaders = .none,
    timeout: Duration? = nil
  ) async throws -> GraphQLResponse<Query> {
    try await response(to: query, RequestTerms(cachePolicy, headers: headers), timeout: timeout)
  }

  /// Runs one query or mutation and decodes the response, which may have data, errors of the server, or both.
  ///
  ///     let response = try await client.perform(RenameProduct(id: product.id, name: "Oak Lamp"))
  ///
  /// The server answers, and its answer enters the cache. Pages and watched queries that show a changed object get an
  /// update. Cancelling the task aborts the request, but does not undo what the server has done by then.
  ///
  /// - Parameters:
  ///   - operation: the query or the mutation.
  ///   - headers: headers of this request, in addition to the client's.
  ///   - timeout: the longest time to wait for the response, with all attempts; nil: as long as these take. After it
  ///     the request is aborted, which does not undo a mutation either.
  /// - Throws: `ClientError` if the network, the server or the cache fails, `timedOut` also after `timeout`;
  ///   `CancellationError` if the task is cancelled; and what the `encode(to:)` of the operation's variables throws.
  public func perform<Operation: GraphQLOperation>(
    _ operation: Operation, headers: RequestHeaders = .none, timeout: Duration? = nil
  ) async throws -> GraphQLResponse<Operation> {
    try await response(to: operation, RequestTerms(.fetchIgnoringCacheData, headers: headers), timeout: timeout)
  }

  /// Runs a mutation, and shows its expected result until the server has answered.
  ///
  ///     try await client.perform(RenameProduct(id: product.id, name: "Oak Lamp")) { transaction in
  ///       try transaction.write(["name": "Oak Lamp"], to: "Product:\(product.id)")
  ///     }
  ///
  /// Pages and watched queries that show the object get an update at once, and another one if the answer is different.
  /// If the mutation fails, is refused or is cancelled, they get the earlier values again.
  ///
  /// - Parameters:
  ///   - mutation: the mutation.
  ///   - headers: headers of this request, in addition to the client's.
  ///   - timeout: the longest time to wait for the response, with all attempts; nil: as long as these take.
  ///   - optimistic: writes the expected result, as in `store.withinReadWriteTransaction`. It cannot remove anything.
  /// - Throws: what ``perform(_:headers:timeout:)`` throws, and what `optimistic` throws. If `optimistic` throws, the
  ///   client sends nothing.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, headers: RequestHeaders = .none, timeout: Duration? = nil,
    optimistic: @escaping @Sendable (ReadWriteTransaction) throws -> Void
  ) async throws -> GraphQLResponse<Mutation> {
    let (cache, write) = try await store.show(optimistic)
    var hasFailed = true
    // The answer is in the cache by then: whatever shows the object gets one update for both.
    defer {
      cache.endOptimistic(write, hasFailed: hasFailed)
      cache.announce()
    }
    let terms = RequestTerms(.fetchIgnoringCacheData, headers: headers)
    let response = try await response(to: mutation, terms, timeout: timeout, announces: false)
    hasFailed = !response.errors.isEmpty
    return response
  }

  private func response<Operation: GraphQLOperation>(
    to operation: Operation, _ terms: RequestTerms, timeout: Duration?, announces: Bool = true
  ) async throws -> GraphQLResponse<Operation> {
    // Encoded here, because encoding runs a user's code, which must not block the network thread.
    let body = try operation.requestBody(dates: dates)
    let isRepeatable = Operation.self is any GraphQLQuery.Type
    let answer = try await AwaitedExecution().response(
      from: self, terms, RequestBody(isRepeatable: isRepeatable) { body }, timeout: timeout)
    let response = try ResponseReader(dates: dates).response(to: operation, in: answer)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      answer.whenKept(on: InlineExecutor()) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
    if announces, !answer.isCached { answer.entry?.announce() }
    return response
  }
}

extension GraphQLClient {
  /// Sets the authorizer: a function that returns headers with credentials, for credentials that expire.
  ///
  /// The client asks the authorizer before the first request, and once more if the server answers 401. The client then
  /// sends that request again. Requests that wait at the same time share one answer. The answer holds for later
  /// requests until the next 401. The authorizer's headers replace the client's headers of the same name. If the
  /// authorizer throws, the waiting requests fail: with its error if that is a `ClientError`, and otherwise with
  /// `ClientError.hook`.
  ///
  /// - Parameter authorizer: returns headers by name; nil removes the authorizer.
  public func setAuthorizer(
    _ authorizer: (@Sendable (AuthorizationReason) async throws -> [String: String])?
  ) {
    authorization.set(
      authorizer.map { authorizer in
        { @Sendable reason, answer in
          Task {
            do {
              let headers = try await authorizer(reason).map { HTTPHeader(name: $0.key, value: $0.value) }
              if let fault = headers.lazy.compactMap(\.fault).first {
                throw ClientError.hook(message: "the authorizer returned \(fault)")
              }
              answer(.success(headers))
            } catch let error as ClientError {
              answer(.failure(error))
            } catch {
              answer(.failure(.hook(message: "the authorizer failed: \(error)")))
            }
          }
        }
      })
  }
}

/// `fetch(query:cachePolicy:)` with the names of Apollo iOS 2.
extension GraphQLClient {
  /// One response to a query: see ``fetch(_:cachePolicy:headers:timeout:)``.
  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy.Query.SingleResponse = .cacheFirst
  ) async throws -> GraphQLResponse<Query> {
    try await fetch(query, cachePolicy: CachePolicy(cachePolicy))
  }

  /// The cache's response to a query; nil if the cache cannot answer.
  ///
  /// - Throws: what ``fetch(_:cachePolicy:headers:timeout:)`` throws, except `ClientError.cacheMiss`.
  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy.Query.CacheOnly
  ) async throws -> GraphQLResponse<Query>? {
    do {
      return try await fetch(query, cachePolicy: CachePolicy(cachePolicy))
    } catch ClientError.cacheMiss {
      return nil
    }
  }

  /// The cache's response to a query if it has one, then the server's: see ``responses(to:cachePolicy:headers:)``.
  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy.Query.CacheAndNetwork
  ) -> AsyncThrowingStream<GraphQLResponse<Query>, any Error> {
    responses(to: query, cachePolicy: CachePolicy(cachePolicy))
  }

  /// Runs a mutation: see ``perform(_:headers:timeout:)``.
  public func perform<Mutation: GraphQLMutation>(mutation: Mutation) async throws -> GraphQLResponse<Mutation> {
    try await perform(mutation)
  }
}
