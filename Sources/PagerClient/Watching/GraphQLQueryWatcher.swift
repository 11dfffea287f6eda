public import Dispatch

/// A query that is watched: a handler gets its first response and each later change of what it shows, until the watcher is
/// cancelled or dropped.
public final class GraphQLQueryWatcher<Query: GraphQLQuery>: Sendable {
  private let watched: WatchedQuery<Query>

  init(_ watched: WatchedQuery<Query>) {
    self.watched = watched
  }

  deinit {
    watched.cancel()
  }

  /// Asks again, and not the cache. The handler gets the response; what is under way is given up.
  public func refetch(cachePolicy: CachePolicy = .fetchIgnoringCacheData) {
    watched.fetch(cachePolicy)
  }

  /// Ends it: a request under way is aborted. A call of the handler that is under way on another thread goes on, and none
  /// begins afterwards.
  public func cancel() {
    watched.cancel()
  }
}

extension GraphQLClient {
  /// Asks for a query and goes on watching what its response shows, until the returned watcher is cancelled or dropped.
  ///
  /// An object that is in the response can be changed by another query, a page, a mutation or a write to `store`. The handler
  /// then gets the query's data as the cache has it now, without a request. When the cache does not have all of it any
  /// more, the server is asked, once; with `returnCacheDataDontFetch` nothing happens. So the reference's watcher does.
  /// Removing objects and clearing the cache are no changes. A client without a cache tells the first response only, and so
  /// does `fetchIgnoringCacheCompletely`.
  ///
  /// - Parameters:
  ///   - headers: of all its requests, beside the client's.
  ///   - callbackQueue: where the handler runs. While it is busy, changes that follow each other become one, the newest.
  ///   - handler: takes responses, and failures of the network, the server and the cache.
  public func watch<Query: GraphQLQuery>(
    _ query: Query, cachePolicy: CachePolicy = .returnCacheDataElseFetch, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main,
    handler: @escaping @Sendable (Result<GraphQLResponse<Query>, any Error>) -> Void
  ) -> GraphQLQueryWatcher<Query> {
    let watched = WatchedQuery(query, of: self, cachePolicy, headers, watches: true, on: callbackQueue) { news in
      handler(news.result)
    }
    watched.start()
    return GraphQLQueryWatcher(watched)
  }

  /// The responses of a watched query as an asynchronous sequence: the first one, and each later change of what it shows. A
  /// reader that is slower than the changes gets the newest of those that follow each other. It ends when the task that reads
  /// it is cancelled or the sequence is dropped.
  public func watch<Query: GraphQLQuery>(
    _ query: Query, cachePolicy: CachePolicy = .returnCacheDataElseFetch, headers: RequestHeaders = .none
  ) -> AsyncStream<Result<GraphQLResponse<Query>, any Error>> {
    let reader = ChangeReader<Result<GraphQLResponse<Query>, any Error>>()
    let watched = WatchedQuery(query, of: self, cachePolicy, headers, watches: true) { news in
      reader.put(news.result, isChange: news.isChange)
    }
    watched.start()
    // Goes with the sequence, and ends the watching then.
    let watcher = GraphQLQueryWatcher(watched)
    return AsyncStream(
      unfolding: { await withExtendedLifetime(watcher) { reader }.next() },
      onCancel: {
        watched.cancel()
        reader.cancel()
      })
  }

  /// The responses of a query, of which `returnCacheDataAndFetch` has two: the cache's where that is complete, then the
  /// server's. The request leaves at once; it is aborted when the task that reads the sequence is cancelled, or the sequence
  /// dropped.
  ///
  /// - Throws: to whoever reads it: what `fetch` throws.
  public func responses<Query: GraphQLQuery>(
    to query: Query, cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) -> AsyncThrowingStream<GraphQLResponse<Query>, any Error> {
    AsyncThrowingStream { continuation in
      let asked = WatchedQuery(query, of: self, cachePolicy, headers, watches: false) { news in
        switch news.result {
        case .success(let response):
          continuation.yield(response)
          if news.isFinal { continuation.finish() }
        case .failure(let error):
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in asked.cancel() }
      asked.start()
    }
  }
}
